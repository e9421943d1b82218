/**
 * Every decision about every call of some files, as data: two versions of the engine can be compared, verdict for verdict.
 *
 *     npm run tools -- verdicts against 931699b [--corpus DIR]...   the sources of a commit beside those that are here
 *     npm run tools -- verdicts against 931699b bb99fcf             two commits
 *     npm run tools -- verdicts record before.jsonl --package DIR corpus/*.jsonl
 *     npm run tools -- verdicts record after.jsonl corpus/*.jsonl
 *     npm run tools -- verdicts compare before.jsonl after.jsonl
 *
 * Compared byte for byte, with sorted keys: verdict, suggested rules, and the whole receipt (mode, parts with label, span,
 * step, contributions and asks, determining rules) but for sentences: of `reason` nothing is kept, of `doubts`, `errors`
 * and `changes` their number, of `inert` that it is there.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import type { createGate, fixedWorld, Mode } from '@permesso/gate';

interface Engine {
  readonly createGate: typeof createGate;
  readonly fixedWorld: typeof fixedWorld;
}

interface Case {
  readonly id: string;
  readonly call: {
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly cwd?: string;
  };
  readonly mode: Mode;
  readonly rules?: { readonly allow?: string[]; readonly ask?: string[]; readonly deny?: string[] };
  readonly workingDirectories?: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
}

const modes: readonly Mode[] = ['default', 'acceptEdits', 'explore', 'bypass', 'dontAsk'];

/** Lists of sentences. */
const counted = new Set(['doubts', 'errors', 'changes']);

const repository = join(import.meta.dirname, '..');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { package: { type: 'string' }, corpus: { type: 'string', multiple: true, default: [] } },
});
const [verb, ...files] = positionals;
if (verb === 'record') process.exitCode = await record(files, values.package);
else if (verb === 'compare') process.exitCode = compare(files);
else if (verb === 'against' && files[0] !== undefined)
  process.exitCode = against(files[0], { after: files[1], folders: values.corpus });
else {
  process.stderr.write(
    'usage: verdicts against COMMIT [COMMIT] [--corpus DIR]... | verdicts record OUT [--package DIR] FILE... | verdicts compare BEFORE AFTER\n',
  );
  process.exitCode = 2;
}

interface Comparison {
  readonly after: string | undefined;
  /** Folders with more calls than the public suite. */
  readonly folders: readonly string[];
}

/** Each version records in a process of its own, by its own public API. */
function against(before: string, { after, folders }: Comparison): number {
  const scratch = mkdtempSync(join(tmpdir(), 'permesso-verdicts-'));
  const inputs = [join(repository, 'corpus'), ...folders].flatMap((folder) =>
    globSync('**/*.jsonl', { cwd: folder })
      .toSorted()
      .map((name) => resolve(folder, name)),
  );
  try {
    const recordings = [before, after].map((commit, at) => {
      const root = commit === undefined ? repository : checkOut(commit, join(scratch, `tree-${at}`));
      const out = join(scratch, `${at}.jsonl`);
      execFileSync(
        process.execPath,
        [
          '--conditions=@permesso/source',
          import.meta.filename,
          'record',
          out,
          '--package',
          // Before the library was a package of its own it stood in the program.
          ['gate', 'permesso'].map((name) => join(root, 'packages', name, 'src')).find(existsSync) ?? root,
          ...inputs,
        ],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      );
      return out;
    });
    return compare(recordings);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    execFileSync('git', ['-C', repository, 'worktree', 'prune']);
  }
}

/** The sources of a commit. Modules from npm are those of this repository, its own packages are the commit's. */
function checkOut(commit: string, tree: string): string {
  execFileSync('git', ['-C', repository, 'worktree', 'add', '--quiet', '--detach', tree, commit]);
  const modules = join(tree, 'node_modules');
  mkdirSync(join(modules, '@permesso'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (name !== '@permesso' && name !== 'permesso')
      symlinkSync(join(repository, 'node_modules', name), join(modules, name));
  symlinkSync('../packages/permesso', join(modules, 'permesso'));
  for (const name of readdirSync(join(tree, 'packages')))
    symlinkSync(join('../../packages', name), join(modules, '@permesso', name));
  return tree;
}

async function record([out = '', ...inputs]: readonly string[], folder?: string): Promise<number> {
  const engine = await loadEngine(folder);
  const stream = createWriteStream(out);
  let count = 0;
  for (const file of inputs)
    for (const one of casesIn(file)) {
      stream.write(`${JSON.stringify([one.id, decisionOf(one, engine)])}\n`);
      count += 1;
    }
  stream.end();
  await once(stream, 'finish');
  process.stdout.write(`${count} decisions recorded in ${out}\n`);
  return 0;
}

async function loadEngine(folder: string | undefined): Promise<Engine> {
  if (folder === undefined) return import('@permesso/gate');
  const file = ['dist/index.js', 'src/index.ts', 'index.ts']
    .map((name) => join(folder, name))
    .find(existsSync);
  if (file === undefined)
    throw new Error(`${folder} has neither dist/index.js nor src/index.ts nor index.ts`);
  return (await import(pathToFileURL(resolve(file)).href)) as Engine;
}

/** What must not change, its keys in order. */
function withoutSentences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSentences);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key, each]) => key !== 'reason' && each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]: [string, unknown]): [string, unknown] => {
      if (counted.has(key) && Array.isArray(each)) return [key, each.length];
      return [key, key === 'inert' ? true : withoutSentences(each)];
    });
  return Object.fromEntries(kept);
}

function decisionOf(one: Case, { createGate: gateOf, fixedWorld: worldOf }: Engine): unknown {
  const cwd = one.call.cwd ?? '/home/dev/project';
  const directories = one.workingDirectories ?? [cwd];
  const world = worldOf({
    cwd,
    project: directories[0] ?? cwd,
    workingDirectories: [...directories],
    ...(one.links === undefined ? {} : { links: one.links }),
  });
  try {
    const gate = gateOf({ policy: one.rules ?? {}, mode: one.mode, world: () => world });
    const { verdict, receipt, suggestions } = gate.explain(one.call).decision;
    return {
      verdict,
      receipt: withoutSentences(receipt),
      suggestions: suggestions.map(({ rules }) => rules),
    };
  } catch (error) {
    // A policy that is refused is an answer too; anything else would make two equal recordings of nothing.
    if (!(error instanceof Error) || error.constructor.name !== 'PolicyError') throw error;
    return { refused: error.constructor.name };
  }
}

/** Conformance cases as they are; days and traces in every mode, without a rule. */
function casesIn(file: string): readonly Case[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, at): readonly Case[] => {
    if (line.trim() === '') return [];
    const one = JSON.parse(line) as Record<string, unknown>;
    const id = `${basename(file)}:${at + 1}`;
    if (one['rules'] !== undefined) return [conformanceCase(one, id)];
    const input = (one['input'] ?? { command: one['command'] }) as Case['call']['input'];
    const cwd = one['cwd'] as string | undefined;
    const call = {
      tool: (one['tool'] as string | undefined) ?? 'Bash',
      input,
      ...(cwd === undefined ? {} : { cwd }),
    };
    return modes.map((mode) => ({ id: `${id} ${mode}`, call, mode }));
  });
}

function conformanceCase(one: Record<string, unknown>, id: string): Case {
  const given = one as unknown as Omit<Case, 'links'> & {
    readonly cwd: string;
    readonly fs?: { readonly symlinks?: Readonly<Record<string, string>> };
  };
  const links = given.fs?.symlinks;
  return {
    id,
    call: { ...given.call, cwd: given.cwd },
    mode: given.mode,
    ...(given.rules === undefined ? {} : { rules: given.rules }),
    ...(given.workingDirectories === undefined ? {} : { workingDirectories: given.workingDirectories }),
    ...(links === undefined ? {} : { links }),
  };
}

function compare([before = '', after = '']: readonly string[]): number {
  const [old, now] = [recorded(before), recorded(after)];
  const different = [...now].filter(([id, text]) => old.get(id) !== text);
  const missing = [...old.keys()].filter((id) => !now.has(id));
  for (const [id, text] of different.slice(0, 20))
    process.stdout.write(`${id}\n  before ${old.get(id) ?? 'absent'}\n  after  ${text}\n`);
  printChanges(different.map(([id, text]) => [id, old.get(id), text]));
  const verdicts = new Map<string, number>();
  for (const text of now.values()) {
    const { verdict = 'refused' } = JSON.parse(text) as { readonly verdict?: string };
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  process.stdout.write(`${JSON.stringify(Object.fromEntries(verdicts))}\n`);
  process.stdout.write(
    `${now.size} decisions compared, ${different.length} different, ${missing.length} missing\n`,
  );
  return different.length === 0 && missing.length === 0 ? 0 : 1;
}

/** Verdicts that changed: from the step that gave the old one to the step that gives the new one, with the first calls. */
function printChanges(
  pairs: readonly (readonly [id: string, before: string | undefined, after: string])[],
): void {
  const changes = new Map<string, string[]>();
  for (const [id, before, after] of pairs) {
    const [then, now] = [decidedBy(before), decidedBy(after)];
    if (then.verdict === now.verdict) continue;
    const key = `${then.verdict} by ${then.step} -> ${now.verdict} by ${now.step}`;
    changes.set(key, [...(changes.get(key) ?? []), id]);
  }
  for (const [key, ids] of [...changes].toSorted(([, a], [, b]) => b.length - a.length))
    process.stdout.write(`${String(ids.length).padStart(5)}  ${key}: ${ids.slice(0, 3).join(', ')}\n`);
}

interface RecordedDecision {
  readonly verdict: string;
  readonly receipt?: { readonly parts: readonly { readonly verdict: string; readonly step: string }[] };
}

function decidedBy(text = '{"verdict":"absent"}'): { readonly verdict: string; readonly step: string } {
  const { verdict = 'refused', receipt } = JSON.parse(text) as Partial<RecordedDecision>;
  const parts = receipt?.parts ?? [];
  return { verdict, step: (parts.find((part) => part.verdict === verdict) ?? parts[0])?.step ?? 'nothing' };
}

function recorded(file: string): ReadonlyMap<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [id, decision] = JSON.parse(line) as [string, unknown];
      return [id, JSON.stringify(decision)];
    }),
  );
}
