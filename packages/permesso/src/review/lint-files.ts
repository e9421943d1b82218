import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { modeTable, unmatched } from '@permesso/engine/decision';
import { compilePolicy, type Finding, isDead, type Layer, lintPolicy } from '@permesso/engine/policy';
import { type FileProblem, PolicyFileError, removeRuleAt } from '@permesso/engine/text';
import { readText, replaceFile, withLock } from '@permesso/gate/disk';
import { readWorld } from '@permesso/gate/world';
import { lookedUpIn } from '@permesso/gate/sandbox-calls';
import { reportOf, reportProblem, type Report } from './lint-report.ts';
import { lintSandboxHere } from './lint-sandbox-here.ts';

export interface Linted {
  readonly layers: readonly Layer[];
  readonly problems: readonly FileProblem[];
  readonly files?: readonly { readonly file: string }[];
  /** Present for a single file. */
  readonly file?: string;
}

/** All findings of a policy; the problems of its files if it does not load. */
export function lintLoaded(load: () => Linted, cwd: string): readonly Report[] {
  try {
    const loaded = load();
    return [...loaded.problems.map(reportProblem), ...findingsIn(loaded, cwd)];
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error;
    return error.fileProblems.map((problem: FileProblem) => reportProblem(problem));
  }
}

function findingsIn({ layers, files, file: alone }: Linted, cwd: string): readonly Report[] {
  const world = readWorld({ root: cwd });
  // Untrusted layers are linted as if trusted: this is about what the rules say.
  const trusted = layers.map((layer) => ({ ...layer, trusted: true }));
  const policy = compilePolicy(trusted, { world });
  const findings = lintPolicy(policy, {
    now: world.now,
    usesAllowRules: (mode) => modeTable[mode].allowRule !== '-',
  });
  const dead = new Set(findings.filter(isDead).map(({ rule }) => rule));
  const alive = policy.rules.filter((rule) => !dead.has(rule)).slice(0, mostTriedOut);
  const texts = new Map(
    (files ?? [{ file: alone ?? '' }]).map(({ file }) => [file, fileText(resolve(cwd, file))] as const),
  );
  const machine = lintSandboxHere(policy, { world, path: lookedUpIn() });
  const said = new Set(findings.filter(({ code }) => code === 'sandbox-reach').map(({ rule }) => rule));
  return [
    ...findings,
    ...machine.filter(({ rule }) => rule === undefined || !said.has(rule)),
    ...unmatched(policy, alive, world),
  ]
    .filter(({ rule }) => isOwn(rule, texts))
    .map((finding) => reportOf(finding, texts))
    .toSorted((a, b) => compare(a.file ?? '', b.file ?? '') || (a.line ?? 0) - (b.line ?? 0));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Trying a rule takes milliseconds. */
const mostTriedOut = 500;

/** A preset's rules are not the person's to fix. */
function isOwn(rule: Finding['rule'], texts: ReadonlyMap<string, string>): boolean {
  return rule?.origin.file === undefined || texts.has(rule.origin.file);
}

function fileText(file: string): string {
  const read = readText(file);
  return 'text' in read ? read.text : '';
}

/** Removes the removable rules, last line first, so that the other line numbers stay valid. */
async function fixReports(reports: readonly Report[], cwd: string): Promise<readonly Report[]> {
  const fixed: Report[] = [];
  const fixable = reports
    .filter(({ removable }) => removable)
    .toSorted((a, b) => (b.line ?? 0) - (a.line ?? 0));
  for (const report of fixable) {
    const { line, verdict, rule } = report;
    if (report.file === undefined || line === undefined || verdict === undefined || rule === undefined)
      continue;
    const file = resolve(cwd, report.file);
    await withLock(file, () => {
      const read = readText(file);
      if (!('text' in read)) return;
      const edited = removeRuleAt(read.text, { verdict, rule, line });
      if ('refused' in edited || !edited.changed) return;
      replaceFile(file, { text: edited.text, mode: statSync(file).mode & 0o777 });
      fixed.push(report);
    });
  }
  return fixed;
}

export interface Tidied {
  readonly findings: readonly Report[];
  readonly fixed: readonly Report[];
}

/** The remaining reports after the removable rules are gone. */
export async function lintAndFix(look: () => readonly Report[], cwd: string): Promise<Tidied> {
  const found = look();
  const fixed = await fixReports(found, cwd);
  return { findings: fixed.length > 0 ? look() : found, fixed };
}
