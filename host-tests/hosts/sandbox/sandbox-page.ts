import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSection } from '../../../packages/permesso/test/page-section.ts';
import { allHosts } from '../all-hosts.ts';
import { sandboxCases } from './sandbox-case.ts';

/** What became of the cases when a host was last run. */
export interface SandboxRun {
  readonly version: string;
  /** The day, as `2026-01-31`. */
  readonly date: string;
  readonly cells: Readonly<Record<string, string>>;
  /** Which command the model finds in its history after a rewrite. */
  readonly sees?: string;
  /** Whether the program tells its model the exit code: without Permesso, and sandboxed. */
  readonly exitCode?: { readonly bare?: boolean; readonly inside?: boolean };
}

export type SandboxRuns = Readonly<Record<string, SandboxRun>>;

const results = join(import.meta.dirname, 'results.json');
const page = join(import.meta.dirname, '../../../proof/sandbox-in-agents.md');

export function readRuns(): SandboxRuns {
  return JSON.parse(readFileSync(results, 'utf8')) as SandboxRuns;
}

/** Cases that ran are added to those of the last run of the same version. */
export function keepRuns(fresh: SandboxRuns): void {
  const before = readRuns();
  const merged = allHosts.flatMap(({ name }) => {
    const [old, run] = [before[name], fresh[name]];
    if (run === undefined) return old === undefined ? [] : [[name, old] as const];
    const kept = old?.version === run.version ? old : undefined;
    const cells = { ...kept?.cells, ...run.cells };
    const exitCode = { ...kept?.exitCode, ...run.exitCode };
    return [[name, { ...kept, ...run, cells: inOrder(cells), exitCode }] as const];
  });
  writeFileSync(results, `${JSON.stringify(Object.fromEntries(merged), undefined, 2)}\n`);
  writeFileSync(page, renderSandboxPage(readRuns()));
}

function inOrder(cells: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sandboxCases.flatMap(({ name }) => (cells[name] === undefined ? [] : [[name, cells[name]]])),
  );
}

export function writtenSandboxPage(): string {
  return readFileSync(page, 'utf8');
}

export function renderSandboxPage(runs: SandboxRuns): string {
  const hosts = allHosts.filter(({ name }) => runs[name] !== undefined);
  const cell = (of: (run: SandboxRun) => string | undefined): readonly string[] =>
    hosts.map(({ name }) => (runs[name] === undefined ? '-' : (of(runs[name]) ?? '-')));
  const rows = [
    ['', ...hosts.map(({ title }) => title)],
    ['---', ...hosts.map(() => '---')],
    ['version', ...cell(({ version }) => version)],
    ['last run', ...cell(({ date }) => date)],
    ...sandboxCases.map(({ name }) => [name, ...cell(({ cells }) => cells[name])]),
    ['the model sees', ...cell(({ sees }) => sees)],
    ['exit code told: bare, sandboxed', ...cell(({ exitCode }) => codes(exitCode))],
  ];
  const count = hosts.reduce((sum, { name }) => sum + Object.keys(runs[name]?.cells ?? {}).length, 0);
  const text = [
    `${count} runs of ${hosts.length} real programs.`,
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ['| Case | |', '|---|---|', ...sandboxCases.map(({ name, about }) => `| ${name} | ${about} |`)].join(
      '\n',
    ),
  ];
  return replaceSection(writtenSandboxPage(), 'runs', text.join('\n\n'));
}

function codes(exitCode: SandboxRun['exitCode']): string | undefined {
  if (exitCode?.bare === undefined || exitCode.inside === undefined) return undefined;
  return [exitCode.bare, exitCode.inside].map((told) => (told ? 'yes' : 'no')).join(', ');
}
