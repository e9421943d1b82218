import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { errorAbout, layersFrom, type LoadedFile, type SourceText } from './file-layers.ts';
import { compileCode } from './policy/code-policy.ts';
import type { FileProblem } from './policy/file/file-problem.ts';
import { parsePolicyFile } from './policy/file/parse-policy-file.ts';
import type { PolicyFile } from './policy/file/policy-file.ts';
import { PolicyFileError } from './policy/file/policy-file-error.ts';
import type { Layer } from './policy/layer.ts';
import type { Policy } from './policy/policy.ts';
import type { ParsedPolicies } from './parsed-policies.ts';
import type { Waiting } from './trust-policy.ts';
import { findPolicyFiles, teamFile, type FindOptions } from './world/policy-files.ts';
import { readFreeze } from './world/policy-freeze.ts';
import { findPlaces } from './world/policy-places.ts';
import { readTrust, type TrustStore } from './world/policy-trust.ts';
import { readText } from './world/read-text.ts';

export interface LoadOptions extends Omit<FindOptions, 'cwd'> {
  /** Where the call starts; this process's directory when absent. */
  readonly cwd?: string;
  /** Layers from code or from the command line, before all files. */
  readonly layers?: readonly Layer[];
  /** More files, by path: they count as flags. */
  readonly policyFiles?: readonly string[];
  /** False: only `layers` and `policyFiles`. */
  readonly files?: boolean;
  /** Where a process finds what an earlier one has parsed. */
  readonly parsed?: ParsedPolicies;
  /** Why nothing may be decided for now; everything is denied then. */
  readonly stopped?: () => string | undefined;
  /** Instead of what the team's policy says now: for whoever tries another version of it. */
  readonly teamText?: string;
}

export interface LoadedPolicy {
  readonly policy: Policy;
  readonly layers: readonly Layer[];
  readonly files: readonly LoadedFile[];
  /** Warnings: what was left out, and where. Errors leave no policy. */
  readonly problems: readonly FileProblem[];
  /** What waits for trust. */
  readonly untrusted: readonly Waiting[];
  /** The verdict when deciding itself fails. */
  readonly failure: 'deny' | 'ask';
  /** Why everything is denied for now. */
  readonly frozen?: string;
  /** Names the content: equal where every decision is equal. */
  readonly revision: string;
}

/** The policy for calls from here, read from disk. Throws a `PolicyError` when a deny or an ask is broken. */
export function loadPolicy(options: LoadOptions = {}): LoadedPolicy {
  return policySource(options)();
}

/**
 * The same for many calls: everything is read anew for each, so the next call sees every change; parsed and compiled
 * only when it differs.
 */
export function policySource(options: LoadOptions = {}): (at?: { readonly cwd?: string }) => LoadedPolicy {
  const places = findPlaces(options);
  const parsed = new Map<string, { readonly text: string; readonly content: PolicyFile }>();
  const parse = (file: string, text: string): PolicyFile => {
    const known = parsed.get(file);
    if (known?.text === text) return known.content;
    const content = options.parsed?.find(file, text) ?? parseAndKeep(text, { file, kept: options.parsed });
    parsed.set(file, { text, content });
    return content;
  };
  let last: { readonly read: Read; readonly loaded: LoadedPolicy } | undefined;
  return (at = {}) => {
    const read: Read = { texts: readTexts({ ...options, ...at }), trust: readTrust(places) };
    if (last === undefined || !isSame(read, last.read))
      last = { read, loaded: compileTexts(read, { layers: options.layers ?? [], parse, home: places.home }) };
    const frozen =
      (readFreeze(places) ?? readFreeze({ state: join(places.state, 'team') }))?.reason ??
      options.stopped?.();
    return frozen === undefined ? last.loaded : { ...last.loaded, frozen };
  };
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

interface Read {
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
  const found = findPolicyFiles({ ...options, cwd });
  if (options.teamText === undefined) return [...named, ...found];
  const team = { layer: 'team', file: teamFile(options), root: '/', text: options.teamText } as const;
  const managed = found.filter(({ layer }) => layer === 'managed');
  const others = found.filter(({ layer }) => layer !== 'managed' && layer !== 'team');
  return [...named, ...managed, team, ...others];
}

function isSame(a: Read, b: Read): boolean {
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

function compileTexts({ texts, trust }: Read, { layers: given, parse, home }: Compiling): LoadedPolicy {
  const read = texts.map((source) => layersFrom(source, { trust, parse, home }));
  const problems = read.flatMap((each) => each.problems);
  if (trust.problem !== undefined)
    problems.push({ ...errorAbout(trust.file, trust.problem), severity: 'warning' });
  if (problems.some(({ severity }) => severity === 'error')) throw new PolicyFileError(problems);
  const layers = [...given, ...read.flatMap((each) => each.layers)];
  const failures = read.flatMap(({ failure }) => failure ?? []);
  const failure = failures.length > 0 && failures.every((each) => each === 'ask') ? 'ask' : 'deny';
  return {
    policy: compileCode(layers),
    layers,
    files: read.flatMap((each) => each.file ?? []),
    problems,
    untrusted: read.flatMap((each) => each.waiting ?? []),
    failure,
    revision: createHash('sha256')
      .update(JSON.stringify([layers, failure]))
      .digest('hex'),
  };
}
