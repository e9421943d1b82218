import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readCases, type ConformanceCase } from '../src/review/conformance-case.ts';

const folder = join(import.meta.dirname, '../../../corpus');

export interface CorpusFile {
  /** `compound.jsonl`. */
  readonly name: string;
  readonly cases: readonly ConformanceCase[];
}

function filesMatching(pattern: string): readonly CorpusFile[] {
  return globSync(pattern, { cwd: folder })
    .toSorted()
    .map((name) => ({ name, cases: readCases(readFileSync(join(folder, name), 'utf8'), basename(name)) }));
}

/** The public suite, one file for each theme. */
export const corpus: readonly CorpusFile[] = filesMatching('*.jsonl');

/** Further cases, which are not in the package: attacks on this engine, with calls that must stay quiet beside them. */
export const furtherCorpus: readonly CorpusFile[] = filesMatching('more/*.jsonl');

const fields: ReadonlySet<string> = new Set([
  'id',
  'category',
  'mode',
  'rules',
  'workingDirectories',
  'cwd',
  'call',
  'expect',
  'acceptable',
  'severity',
  'why',
  'source',
  'fs',
]);

/** What a reader of the suite may rely on beyond what `readCases` refuses: form first, then what the modes promise. */
export function problemsIn(one: ConformanceCase, theme: string): readonly string[] {
  return [...formOf(one, theme), ...promisesOf(one)];
}

function formOf(one: ConformanceCase, theme: string): readonly string[] {
  const { id, category, rules, cwd, call, expect, acceptable, why, source, fs } = one;
  const problems: string[] = [];
  const need = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  need(
    Object.keys(one).every((key) => fields.has(key)),
    'has a field that the format does not know',
  );
  need(id.startsWith(`${theme}-`) && /^[a-z-]+-\d{3}$/u.test(id), `is not named ${theme}-000`);
  need(/^[a-z-]+$/u.test(category), 'has no category');
  need(Object.keys(rules).length === 3, 'has a list of rules that nobody knows');
  need(cwd.startsWith('/'), 'starts nowhere');
  need(typeof subjectOf(call) === 'string' || oddOnPurpose(call), 'calls a tool without what it works on');
  need(!acceptable.includes(expect) && new Set(acceptable).size === acceptable.length, 'repeats a verdict');
  need(typeof why === 'string' && why.trim() !== '' && !why.includes('\n'), 'gives no reason in one line');
  need(typeof source === 'string' && source.trim() !== '', 'names no source');
  need(fs === undefined || Object.keys(fs).every((key) => key === 'symlinks'), 'has an odd file system');
  return problems;
}

const subjectFields: ReadonlyMap<string, string> = new Map([
  ['Bash', 'command'],
  ['Read', 'file_path'],
  ['Write', 'file_path'],
  ['Edit', 'file_path'],
  ['WebFetch', 'url'],
]);

function subjectOf({ tool, input }: ConformanceCase['call']): unknown {
  const field = subjectFields.get(tool);
  return field === undefined ? tool : input[field];
}

/** A fetch whose URL is missing or no text is a case of its own. */
function oddOnPurpose({ tool }: ConformanceCase['call']): boolean {
  return tool === 'WebFetch';
}

/** Labels that no mode can answer are mistakes of the suite, not of an engine. */
function promisesOf({ mode, rules, expect, acceptable, severity }: ConformanceCase): readonly string[] {
  const good = new Set([expect, ...acceptable]);
  const problems: string[] = [];
  const never = (broken: boolean, problem: string): void => {
    if (broken) problems.push(problem);
  };
  never(mode === 'dontAsk' && good.has('ask'), 'wants an ask in dontAsk');
  never(mode === 'explore' && good.has('ask') && rules.ask.length === 0, 'wants an ask in explore');
  never(mode === 'bypass' && expect === 'ask' && rules.ask.length === 0, 'wants an ask in bypass');
  never(
    mode !== 'explore' && mode !== 'dontAsk' && expect === 'deny' && rules.deny.length === 0,
    'wants a deny that no rule can give',
  );
  never(severity === 'friction' && expect === 'deny', 'is friction and wants a deny');
  never(severity === 'bypass' && expect === 'allow', 'is a bypass and wants an allow');
  return problems;
}

/** Two cases that ask the same. */
export function questionOf(one: ConformanceCase): string {
  return JSON.stringify([one.mode, one.rules, one.call, one.fs ?? null, one.cwd, one.workingDirectories]);
}
