import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { errorAbout, layersFrom, shippedInUse, type LoadedFile, type SourceText } from './file-layers.ts';
import { compileCode, type Layer } from '@permesso/engine/policy';
import { parsePolicyFile, type PolicyFile, PolicyFileError } from '@permesso/engine/text';
import type { KeptPolicies } from './kept-policies.ts';
import type { LoadedPolicy } from './loaded-policy.ts';
import type { ParsedPolicies } from './parsed-policies.ts';
import { baselineFile, findPolicyFiles, teamFile, type FindOptions } from '../disk/policy-files.ts';
import { membershipProblem } from '../disk/held-bundle.ts';
import { readFreeze } from '../disk/policy-freeze.ts';
import { findPlaces, type PlaceOptions } from '../disk/policy-places.ts';
import { readTrust, type TrustStore } from '../disk/policy-trust.ts';
import { readText } from '../disk/read-text.ts';
import { codeProject, readTrustedCode } from '../disk/trusted-code.ts';
import { projectGroups } from '../disk/project-groups.ts';

/** Where a call starts, and what counts besides the files found there. */
export interface LoadOptions extends Omit<FindOptions, 'cwd'> {
  /** Where the call starts. Defaults to this process's directory. */
  readonly cwd?: string;
  /** Layers from code or from the command line, before all files. */
  readonly layers?: readonly Layer[];
  /** More files, by path; they count as flags. */
  readonly policyFiles?: readonly string[];
  /** False: only `layers` and `policyFiles`. */
  readonly files?: boolean;
  /** Where a process finds what an earlier one has parsed. */
  readonly parsed?: ParsedPolicies;
  /** Where a process finds what an earlier one has compiled. Not for layers from code. */
  readonly kept?: KeptPolicies;
  /** Why nothing may be decided for now; everything is denied while it returns a reason. */
  readonly stopped?: () => string | undefined;
  /** Replaces the team's current policy, to try another version of it. */
  readonly teamText?: string;
  /** Replaces the current baseline of the team's organization. */
  readonly baselineText?: string;
}

export type { LoadedPolicy };

/**
 * The policy for calls from here, read from disk. Throws a `PolicyError` if a deny or an ask rule is broken.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { loadPolicy } from '@permesso/gate/policy';
 * const { policy, problems } = loadPolicy({ cwd: '/srv/app' });
 * for (const { message } of problems) console.warn(message);
 * const gate = createGate({ policy });
 * ```
 */
export function loadPolicy(options: LoadOptions = {}): LoadedPolicy {
  return policyLoader(options)();
}

/** How many directories have their policy remembered at a time. */
const mostPlaces = 32;

/**
 * Like `loadPolicy`, for many calls: files are read again for each, so the next call sees every change, but parsed
 * and compiled only when they differ.
 *
 * @example
 * ```ts
 * import { policyLoader } from '@permesso/gate/policy';
 * const load = policyLoader({ cwd: '/srv/app' });
 * console.log(load().revision, load({ cwd: '/srv/app/packages/web' }).revision);
 * ```
 */
export function policyLoader(options: LoadOptions = {}): (at?: { readonly cwd?: string }) => LoadedPolicy {
  const places = findPlaces(options);
  const parsed = new Map<string, { readonly text: string; readonly content: PolicyFile }>();
  const parse = (file: string, text: string): PolicyFile => {
    const before = parsed.get(file);
    if (before?.text === text) return before.content;
    const content = options.parsed?.find(file, text) ?? parseAndKeep(text, { file, kept: options.parsed });
    parsed.set(file, { text, content });
    return content;
  };
  const known = new Map<string, { readonly read: PolicyTexts; readonly loaded: LoadedPolicy }>();
  return (at = {}) => {
    const from = at.cwd ?? '';
    const read: PolicyTexts = { texts: readTexts({ ...options, ...at }), trust: readTrust(places) };
    let last = known.get(from);
    if (last === undefined || !isSame(read, last.read)) {
      const compile = (): LoadedPolicy =>
        compileTexts(read, { layers: options.layers ?? [], parse, home: places.home });
      const kept = options.layers === undefined ? options.kept : undefined;
      last = {
        read,
        loaded: keptOr(compile, { kept, read, home: places.home, place: from || (options.cwd ?? '') }),
      };
      // An agent may start commands in any number of directories.
      if (known.size >= mostPlaces) known.clear();
      known.set(from, last);
    }
    const frozen = whyStopped(last.loaded, places, options);
    return frozen === undefined ? last.loaded : { ...last.loaded, frozen };
  };
}

/** A freeze, a reason from the caller, or a team that a policy names and this machine has not joined. */
function whyStopped(
  { team }: LoadedPolicy,
  places: ReturnType<typeof findPlaces>,
  { stopped }: LoadOptions,
): string | undefined {
  const directory = join(places.state, 'team');
  const freeze = readFreeze(places) ?? readFreeze({ state: directory });
  if (freeze !== undefined) return freeze.reason;
  return stopped?.() ?? (team === undefined ? undefined : membershipProblem(directory, team));
}

interface Keeping {
  readonly kept: KeptPolicies | undefined;
  readonly read: PolicyTexts;
  readonly place: string;
  readonly home: string;
}

/**
 * What an earlier process compiled from the same texts; otherwise compiles them and keeps the result for the next
 * process.
 */
function keptOr(compile: () => LoadedPolicy, { kept, read, place, home }: Keeping): LoadedPolicy {
  if (kept === undefined) return compile();
  const inputs = JSON.stringify([home, place, read]);
  const found = kept.find({ place, inputs, shipped: [] });
  if (found !== undefined) return found;
  const loaded = compile();
  kept.keep({ place, inputs, shipped: shippedInUse() }, loaded);
  return loaded;
}

interface Parsing {
  readonly file: string;
  readonly kept: ParsedPolicies | undefined;
}

function parseAndKeep(text: string, { file, kept }: Parsing): PolicyFile {
  const content = parsePolicyFile(text, { file });
  if (content.problems.length === 0) kept?.keep(content, text);
  return content;
}

interface PolicyTexts {
  readonly texts: readonly SourceText[];
  readonly trust: TrustStore;
}

function readTexts(options: LoadOptions): readonly SourceText[] {
  const cwd = resolve(options.cwd ?? process.cwd());
  const named = (options.policyFiles ?? []).map((path): SourceText => {
    const file = resolve(cwd, path);
    const read = readText(file);
    return {
      layer: 'flags',
      file,
      root: cwd,
      ...('missing' in read ? { unreadable: 'there is no such file' } : read),
    };
  });
  if (options.files === false) return named;
  const found = [...findPolicyFiles({ ...options, cwd }), ...trustedCodeText(cwd, options)];
  if (options.teamText === undefined && options.baselineText === undefined) return [...named, ...found];
  const managed = found.filter(({ layer }) => layer === 'managed');
  const others = found.filter(({ layer }) => layer !== 'managed' && layer !== 'team');
  const teams = [
    { file: baselineFile(options), text: options.baselineText },
    { file: teamFile(options), text: options.teamText },
  ].flatMap(({ file, text }): readonly SourceText[] =>
    text === undefined
      ? found.filter((each) => each.file === file)
      : [{ layer: 'team', file, root: '/', text }],
  );
  return [...named, ...managed, ...teams, ...others];
}

function isSame(a: PolicyTexts, b: PolicyTexts): boolean {
  return (
    a.texts.length === b.texts.length &&
    a.texts.every((one, index) => {
      const other = b.texts[index];
      return (
        other !== undefined &&
        one.file === other.file &&
        one.text === other.text &&
        one.unreadable === other.unreadable &&
        one.layer === other.layer &&
        one.root === other.root &&
        one.project?.own === other.project?.own
      );
    }) &&
    JSON.stringify(a.trust) === JSON.stringify(b.trust)
  );
}

interface Compiling {
  readonly layers: readonly Layer[];
  readonly parse: (file: string, text: string) => PolicyFile;
  readonly home: string;
}

function compileTexts(
  { texts, trust }: PolicyTexts,
  { layers: given, parse, home }: Compiling,
): LoadedPolicy {
  const read = texts.map((source) => layersFrom(source, { trust, parse, home }));
  const problems = read.flatMap((each) => each.problems);
  if (trust.problem !== undefined)
    problems.push({ ...errorAbout(trust.file, trust.problem), severity: 'warning' });
  if (problems.some(({ severity }) => severity === 'error')) throw new PolicyFileError(problems);
  const layers = [...given, ...read.flatMap((each) => each.layers)];
  const failures = read.flatMap(({ failure }) => failure ?? []);
  const team = read.find(({ file }) => file !== undefined && namesTeam(file))?.file?.content.team;
  const failure = failures.length > 0 && failures.every((each) => each === 'ask') ? 'ask' : 'deny';
  return {
    policy: compileCode(layers),
    layers,
    files: read.flatMap((each) => each.file ?? []),
    problems,
    untrusted: read.flatMap((each) => each.waiting ?? []),
    failure,
    ...definedFields({ team }),
    revision: createHash('sha256')
      .update(JSON.stringify([layers, failure]))
      .digest('hex'),
  };
}

function namesTeam({ layer, content }: LoadedFile): boolean {
  return (layer === 'managed' || layer === 'user') && content.team !== undefined;
}

/**
 * The groups for a project whose code the person trusts, as a policy text of its own. Only for calls that start in
 * that repository: its tests and builds say nothing about those of another one.
 */
function trustedCodeText(cwd: string, options: PlaceOptions): readonly SourceText[] {
  const { file, projects } = readTrustedCode(findPlaces(options));
  if (projects.length === 0) return [];
  const here = codeProject(cwd);
  const trusted = projects.find(({ identity }) => identity === here?.identity);
  // Only names that we ship: the file names groups for projects and cannot express anything else of a policy.
  const groups = projectGroups.filter((name) => trusted?.groups.includes(name) === true);
  return groups.length === 0
    ? []
    : [{ layer: 'user', file, root: '/', text: `use: [${groups.join(', ')}]\n` }];
}
