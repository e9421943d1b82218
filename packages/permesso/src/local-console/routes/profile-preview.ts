import { createHash } from 'node:crypto';
import { definedFields } from '@permesso/engine/call';
import { comparePolicies, type PolicyDifference, printCall } from '@permesso/engine/decision';
import { layersFrom, type Layered, type SourceText } from '@permesso/gate/gate';
import { compilePolicy, type Layer, type Policy, PolicyError } from '@permesso/engine/policy';
import { printFileProblem } from '@permesso/engine/text';
import type { PolicyPreview } from '@permesso/protocol/console';
import {
  findPolicyFiles,
  policyTarget,
  type PolicyTarget,
  findPlaces,
  type PlaceOptions,
  readTrust,
  readText,
} from '@permesso/gate/disk';
import { readWorld } from '@permesso/gate/world';
import type { World } from '@permesso/engine/world';
import { Refused } from '../route.ts';

export interface PreviewOptions extends PlaceOptions {
  readonly cwd: string;
  readonly to: PolicyTarget['layer'];
}

/** Compares the same calls under the current and the proposed policy, in words and with examples. */
export function previewPolicy(text: string, options: PreviewOptions): PolicyPreview {
  const { cwd, to } = options;
  const target = policyTarget(to, options);
  const now = readableText(target.file);
  const found = findPolicyFiles(options);
  const source: SourceText = { layer: to, file: target.file, root: target.root, text };
  const at = found.findIndex(({ file }) => file === target.file);
  const before = layered(found, options);
  const after = layered(
    at === -1 ? insert(source, found) : found.with(at, source as (typeof found)[number]),
    options,
  );
  const broken = after.flatMap(({ problems }) => problems).find(({ severity }) => severity === 'error');
  if (broken !== undefined) throw new Refused(printFileProblem(broken));
  const world = readWorld({ root: cwd, project: cwd });
  const { changes, ...counts } = comparePolicies(compiled(before, world), compiled(after, world), { world });
  return {
    file: target.file,
    digest: digestOf(now ?? '', text),
    isNew: now === undefined,
    ...counts,
    changes: [...failureChange(before, after), ...changes].map(
      ({ action, direction, text: said, note, examples }) => ({
        action,
        direction,
        text: said,
        ...definedFields({ note }),
        examples: examples.map((example) => ({
          call: printCall(example.call).replaceAll(`${cwd}/`, ''),
          before: example.before,
          after: example.after,
        })),
      }),
    ),
  };
}

function compiled(read: readonly Layered[], world: World): Policy {
  try {
    return compilePolicy(
      read.flatMap(({ layers }) => layers),
      { world },
    );
  } catch (error) {
    throw error instanceof PolicyError ? new Refused(error.message) : error;
  }
}

/** A policy treated as trusted and the only one. */
export function layersAlone(
  text: string,
  options: PlaceOptions & { readonly cwd: string },
): readonly Layer[] {
  const [alone] = layered([{ layer: 'flags', file: 'profile', root: options.cwd, text }], options);
  const broken = alone?.problems.find(({ severity }) => severity === 'error');
  if (broken !== undefined) throw new Refused(printFileProblem(broken));
  return alone?.layers ?? [];
}

/** A digest of the file's current and proposed content. */
export function digestOf(before: string, after: string): string {
  return createHash('sha256')
    .update(JSON.stringify([before, after]))
    .digest('hex');
}

/** Undefined if there is no file. */
export function readableText(file: string): string | undefined {
  const read = readText(file);
  if ('unreadable' in read) throw new Refused(`${file} cannot be read: ${read.unreadable}`);
  return 'text' in read ? read.text : undefined;
}

const nearestFirst: readonly string[] = ['managed', 'team', 'local', 'project', 'user'];

function insert(source: SourceText, found: readonly SourceText[]): readonly SourceText[] {
  const rank = ({ layer }: SourceText): number => nearestFirst.indexOf(layer);
  const at = found.findIndex((each) => rank(each) >= rank(source));
  return at === -1 ? [...found, source] : found.toSpliced(at, 0, source);
}

function layered(sources: readonly SourceText[], options: PlaceOptions): readonly Layered[] {
  const places = findPlaces(options);
  const trust = readTrust(places);
  return sources.map((source) => layersFrom(source, { trust, home: places.home }));
}

function failureChange(before: readonly Layered[], after: readonly Layered[]): readonly PolicyDifference[] {
  const [was, is] = [failureOf(before), failureOf(after)];
  if (was === is) return [];
  return [
    {
      what: 'failure',
      action: 'changed',
      direction: is === 'ask' ? 'looser' : 'stricter',
      text: `when deciding itself fails: ${was} -> ${is}`,
      examples: [],
    },
  ];
}

function failureOf(read: readonly Layered[]): 'ask' | 'deny' {
  const failures = read.flatMap(({ failure }) => failure ?? []);
  return failures.length > 0 && failures.every((each) => each === 'ask') ? 'ask' : 'deny';
}
