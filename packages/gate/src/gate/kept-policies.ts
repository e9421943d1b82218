import { parseJson, putBounded } from '@permesso/engine/call';
import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { indexRules, type Policy, type Verdict } from '@permesso/engine/policy';
import { knowRevision, policyRevision } from '../log/entry/policy-revision.ts';
import { privateDirectory, publicProblem, writePrivate } from '../disk/private-file.ts';
import { readText } from '../disk/read-text.ts';
import { readShipped } from '../disk/policy-presets.ts';
import type { LoadedPolicy } from './loaded-policy.ts';
import { sweepKept } from './parsed-policies.ts';

/**
 * Compiled policies, kept for the next process. A hook lives for one call: it neither parses nor compiles a policy
 * whose files are unchanged.
 */
export interface KeptPolicies {
  /** Returns one only if every text is exactly as it was when it was kept. */
  readonly find: (source: PolicyInputs) => LoadedPolicy | undefined;
  readonly keep: (source: PolicyInputs, loaded: LoadedPolicy) => void;
}

export interface PolicyInputs {
  /** The directory where calls start. */
  readonly place: string;
  /** Everything that the policy was made from, as one text. */
  readonly inputs: string;
  /** The files of the package that it uses. */
  readonly shipped: readonly string[];
}

export interface KeptPoliciesOptions {
  /** Only its owner may read or write it: write access there is write access to the policy. */
  readonly directory: string;
  /** Names the code that compiled: another version may compile the same texts differently. */
  readonly parser: string;
}

export function keptPolicies({ directory, parser }: KeptPoliciesOptions): KeptPolicies {
  const pathOf = (place: string): string => join(directory, `policy-${nameOf(place)}.json`);
  return {
    find: ({ place, inputs }) => {
      if (publicProblem(directory) !== undefined) return undefined;
      const read = readText(pathOf(place));
      if (!('text' in read)) return undefined;
      const [by, from, content = '', ...more] = read.text.split('\n');
      if (by !== parser || from !== inputs || more.length > 0) return undefined;
      return unpack(content);
    },
    keep: ({ place, inputs, shipped }, loaded) => {
      const content = pack(loaded, shippedTexts(shipped));
      const again = unpack(content);
      // Not everything survives JSON, such as -0 in a condition: such a policy is compiled again each time.
      if (again === undefined || !isDeepStrictEqual(again, loaded)) return;
      const beside = join(privateDirectory(directory), `.${randomUUID()}`);
      writePrivate(beside, [parser, inputs, content].join('\n'));
      renameSync(beside, pathOf(place));
      sweepKept(directory);
    },
  };
}

/** The same, in the memory of one long-lived process, for this many places. */
export function rememberedPolicies(most = 64): KeptPolicies {
  const known = new Map<string, { readonly inputs: string; readonly loaded: LoadedPolicy }>();
  return {
    find: ({ place, inputs }) => {
      const before = known.get(place);
      return before?.inputs === inputs ? before.loaded : undefined;
    },
    keep: ({ place, inputs }, loaded) => {
      known.delete(place);
      putBounded(known, [place, { inputs, loaded }], most);
    },
  };
}

interface Packed {
  readonly loaded: Omit<LoadedPolicy, 'policy' | 'files'>;
  readonly policy: Omit<Policy, 'index'>;
  readonly files: readonly (Omit<LoadedPolicy['files'][number], 'content'> & {
    readonly content: Readonly<Record<string, unknown>> & {
      readonly groups: readonly (readonly [string, never])[];
    };
  })[];
  readonly shipped: readonly (readonly [name: string, text: string | undefined])[];
  /** Policy files by the names that the log uses. */
  readonly named: string;
}

function pack({ policy, files, ...loaded }: LoadedPolicy, shipped: Packed['shipped']): string {
  const { index: _index, ...rest } = policy;
  return JSON.stringify({
    shipped,
    loaded,
    policy: rest,
    named: policyRevision(policy),
    files: files.map((file) => ({ ...file, content: { ...file.content, groups: [...file.content.groups] } })),
  });
}

/** Undefined for a different text, or if the package has shipped different files since. */
function unpack(text: string): LoadedPolicy | undefined {
  const packed = parseJson(text) as Packed | undefined;
  if (packed === undefined) return undefined;
  const now = shippedTexts(packed.shipped.map(([name]) => name));
  if (!packed.shipped.every(([, before], at) => now[at]?.[1] === before)) return undefined;
  const { rules } = packed.policy;
  const index = (verdict: Verdict): Policy['index']['allow'] =>
    indexRules(rules.filter((rule) => rule.verdict === verdict));
  const policy: Policy = {
    ...packed.policy,
    index: { allow: index('allow'), ask: index('ask'), deny: index('deny') },
  };
  knowRevision(policy, packed.named);
  const files = packed.files.map(
    ({ content, ...file }) =>
      ({
        ...file,
        content: { ...content, groups: new Map(content.groups) },
      }) as unknown as LoadedPolicy['files'][number],
  );
  return { ...packed.loaded, policy, files };
}

function shippedTexts(names: readonly string[]): Packed['shipped'] {
  return names.map((name) => {
    const { read } = readShipped(name);
    return [name, 'text' in read ? read.text : undefined];
  });
}

/**
 * A short name for a directory. Two directories with the same name overwrite each other: the file says which one it
 * is for.
 */
function nameOf(place: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < place.length; at++) {
    low = Math.imul(low ^ place.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ place.charCodeAt(at), 0x85ebca6b);
  }
  return [low, high].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
