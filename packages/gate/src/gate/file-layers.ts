import { join, resolve } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import {
  type Effects,
  expandUse,
  type FileProblem,
  type Loosening,
  looseningEffects,
  parsePolicyFile,
  type PolicyFile,
  type Shelf,
  splitByTrust,
} from '@permesso/engine/text';
import type { Layer, LayerName } from '@permesso/engine/policy';
import { judgeTrust, type UntrustedFile } from './trust-policy.ts';
import type { Project } from '../disk/policy-files.ts';
import { comparedPath } from '../world/machine-path.ts';
import { groupsName, readShipped, shippedNames } from '../disk/policy-presets.ts';
import type { TrustStore } from '../disk/policy-trust.ts';

/** A text from `findPolicyFiles`, or one named on the command line. */
export interface SourceText {
  readonly layer: LayerName;
  readonly file: string;
  readonly root: string;
  readonly project?: Project;
  readonly text?: string;
  readonly unreadable?: string;
}

/** A policy file that applies to calls from a place, with how much of it is trusted. */
export interface LoadedFile {
  readonly layer: LayerName;
  readonly file: string;
  readonly root: string;
  readonly trusted: 'all' | 'part' | 'none';
  readonly content: PolicyFile;
}

export interface Layered {
  readonly layers: readonly Layer[];
  readonly problems: readonly FileProblem[];
  readonly file?: LoadedFile;
  readonly failure?: 'deny' | 'ask';
  readonly waiting?: UntrustedFile;
}

export interface LayerOptions {
  readonly trust: TrustStore;
  readonly home: string;
  /** Lets a cache of parsed files step in. */
  readonly parse?: (file: string, text: string) => PolicyFile;
}

/** One file and the files it uses, in the layer where it was found, with trusted content separated from pending. */
export function layersFrom(source: SourceText, options: LayerOptions): Layered {
  const { layer: name, file, root, text } = source;
  if (text === undefined)
    return { layers: [], problems: [errorAbout(file, `it cannot be used: ${source.unreadable ?? ''}`)] };
  const content = (options.parse ?? parsePlain)(file, text);
  const used = expandUse(content, shelf);
  const failure = strictest([content.failure, used.failure]);
  const effects = looseningEffects(content.layer, { used: used.layers, failure });
  const { isTrusted, waiting } = judgeTrustOf(source, effects, options.trust);
  const layers = [content.layer, ...used.layers.map(({ layer }) => layer)]
    .flatMap((layer) => splitByTrust(layer, isTrusted))
    .map((layer) => ({
      ...layer,
      layer: name,
      root: comparedPath(root),
      ...directoriesOf(layer, { root, home: options.home }),
    }));
  const failureCounts = waiting?.loosens.some(({ what }) => what === 'failure') !== true;
  return {
    layers,
    problems: [...content.problems, ...used.problems, ...misplaced(content, name)],
    file: { layer: name, file, root, trusted: trustedPart(effects, waiting), content },
    ...(failure !== undefined && failureCounts ? { failure } : {}),
    ...definedFields({ waiting }),
  };
}

function judgeTrustOf(
  { project, file }: SourceText,
  effects: Effects,
  store: TrustStore,
): { readonly isTrusted: (loosening: Loosening) => boolean; readonly waiting?: UntrustedFile } {
  if (project === undefined) return { isTrusted: () => true };
  const { isTrusted, weakened } = judgeTrust(project, effects, store);
  const loosens = effects.loosens.filter((each) => !isTrusted(each));
  return loosens.length === 0
    ? { isTrusted }
    : { isTrusted, waiting: { file, project, loosens, effects, weakened } };
}

function trustedPart({ loosens }: Effects, waiting: UntrustedFile | undefined): LoadedFile['trusted'] {
  if (waiting === undefined) return 'all';
  return waiting.loosens.length < loosens.length ? 'part' : 'none';
}

function strictest(said: readonly ('deny' | 'ask' | undefined)[]): 'deny' | 'ask' | undefined {
  return said.includes('deny') ? 'deny' : said.find((each) => each !== undefined);
}

function misplaced({ file, layer }: PolicyFile, name: LayerName): readonly FileProblem[] {
  const isTheirs = name === 'user' || name === 'project' || name === 'local';
  return [
    ...(layer.restrict === undefined || name === 'managed'
      ? []
      : [errorAbout(file, '`restrict` does nothing here: only managed policies restrict others')]),
    ...(layer.offline === undefined || !isTheirs
      ? []
      : [
          errorAbout(file, '`offline` does nothing here: write it in a managed policy or in the team policy'),
        ]),
  ];
}

function parsePlain(file: string, text: string): PolicyFile {
  return parsePolicyFile(text, { file });
}

/** Expands `~` to the home directory; relative directories start at the policy's root. */
function directoriesOf(
  { workingDirectories }: Layer,
  { root, home }: { readonly root: string; readonly home: string },
): Pick<Layer, 'workingDirectories'> {
  if (workingDirectories === undefined) return {};
  return {
    workingDirectories: workingDirectories.map((each) =>
      comparedPath(each === '~' || each.startsWith('~/') ? join(home, each.slice(1)) : resolve(root, each)),
    ),
  };
}

/** The shipped files, each read on first use: they do not change while a process lives. */
const shipped = new Map<string, PolicyFile>();

/** Names of the shipped files read so far. */
export function shippedInUse(): readonly string[] {
  return [...shipped.keys()];
}

function shippedShelf(): Shelf {
  const open = (name: string): PolicyFile | undefined => {
    const known = shipped.get(name);
    if (known !== undefined || !shippedNames().includes(name)) return known;
    const { file, read } = readShipped(name);
    const content =
      'text' in read
        ? parsePolicyFile(read.text, { file })
        : { ...parsePolicyFile('', { file }), problems: [errorAbout(file, 'it was not installed')] };
    shipped.set(name, content);
    return content;
  };
  return {
    preset: (name) => (name === groupsName ? undefined : open(name)),
    groups: () => open(groupsName) ?? parsePolicyFile('', { file: groupsName }),
    presetNames: () => shippedNames().filter((name) => name !== groupsName),
  };
}

const shelf: Shelf = shippedShelf();

export function errorAbout(file: string, message: string): FileProblem {
  return { severity: 'error', file, line: 1, column: 1, path: '', message };
}
