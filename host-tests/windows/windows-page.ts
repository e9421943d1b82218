import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { windowCases } from './cases.ts';
import { windowPrograms } from './programs.ts';
import type { WindowCase } from './window-case.ts';
import type { WindowProgram } from './window-program.ts';

/** What was seen in the windows of one program. */
interface Seen {
  readonly version: string;
  /** The day of the last case, as `2026-01-31`. */
  readonly date: string;
  readonly cells: Readonly<Record<string, string>>;
}

type AllSeen = Readonly<Record<string, Seen>>;

const results = join(import.meta.dirname, 'results.json');
const page = join(import.meta.dirname, '../../proof/windows.md');

export function fits({ where }: WindowCase, { host, inTmux }: WindowProgram): boolean {
  if (where === undefined) return true;
  if (where === 'bridge' || where === 'popup') return (where === 'popup') === (inTmux === true);
  return host.name === where;
}

export function readSeen(): AllSeen {
  return existsSync(results) ? (JSON.parse(readFileSync(results, 'utf8')) as AllSeen) : {};
}

export interface Fresh {
  readonly program: string;
  readonly version: string;
  readonly situation: string;
  /** Absent where it was not as it must be. */
  readonly seen: string | undefined;
  /** Of a case that keeps it. */
  readonly screen: string | undefined;
}

export function keepSeen({ program, version, situation, seen, screen }: Fresh): void {
  const all = readSeen();
  const before = all[program]?.version === version ? all[program].cells : {};
  const { [situation]: _old, ...others } = before;
  const cells = { ...others, ...(seen === undefined ? {} : { [situation]: seen }) };
  if (screen !== undefined) writeFileSync(screenFile(program, situation), shownOf(screen));
  const next = { ...all, [program]: { version, date: new Date().toISOString().slice(0, 10), cells } };
  const sorted = windowPrograms.flatMap(({ host: { name } }) =>
    Object.hasOwn(next, name) ? [[name, next[name as keyof typeof next]]] : [],
  );
  writeFileSync(results, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  writeFileSync(page, renderWindows(readSeen()));
}

export function writtenWindows(): string {
  return readFileSync(page, 'utf8');
}

export function renderWindows(all: AllSeen): string {
  const columns = windowPrograms.map((program) => ({ program, seen: all[program.host.name] }));
  const overview = windowCases.map((given) => {
    const cells = columns.map(({ program, seen }) => shortCell(given, program, seen));
    return `| ${given.name} | ${cells.join(' | ')} |`;
  });
  return `# In the windows of real programs

Written by \`npm run tools -- windows --write\` from what the run saw, and never by hand: the real program in a terminal, our hook, a scripted
model, and the keys of a person. In no cell a call runs without an answer: a case in which one does is not kept.

- *seen*: it was as it must be; what was seen stands below, for each program.
- *not run*: this version was not tried in this situation, or it was not as it must be.
- *cannot*: it cannot be tried there; the reason stands below.
- *-*: it cannot happen there.

| Situation | ${columns.map(({ program }) => program.host.title).join(' | ')} |
|---|${columns.map(() => '---|').join('')}
${overview.join('\n')}
${columns.map(({ program, seen }) => programTable(program, seen)).join('')}`;
}

function shortCell(given: WindowCase, program: WindowProgram, seen: Seen | undefined): string {
  if (!fits(given, program)) return '-';
  if (program.cannot?.[given.name] !== undefined) return 'cannot';
  return seen?.cells[given.name] === undefined ? 'not run' : 'seen';
}

function programTable(program: WindowProgram, seen: Seen | undefined): string {
  const { host, inTmux, cannot } = program;
  const where = inTmux === true ? 'in a popup of tmux' : 'in a form of its own window';
  const rows = windowCases
    .filter((given) => fits(given, program))
    .map(
      ({ name, about }) =>
        `| ${name} | ${about} | ${cellText(cannot?.[name] ?? seen?.cells[name] ?? 'not run')} |`,
    );
  return `
## ${host.title}

${seen === undefined ? 'Not run.' : `Version ${seen.version}, ${seen.date}, asked ${where}.`}

| Situation | What must be | What was seen |
|---|---|---|
${rows.join('\n')}
${windowCases.flatMap((given) => screenBlock(host.name, given, seen)).join('')}`;
}

/** A screen as a program drew it, where the last run saw it as it must be. */
function screenBlock(program: string, { name, keepsScreen }: WindowCase, seen: Seen | undefined): string[] {
  if (keepsScreen !== true || seen?.cells[name] === undefined) return [];
  return ['\n```text\n' + readFileSync(screenFile(program, name), 'utf8') + '```\n'];
}

function screenFile(program: string, situation: string): string {
  return join(import.meta.dirname, 'screens', `${program}-${situation.replaceAll(' ', '-')}.txt`);
}

/** Without the empty rows of a window that is higher than what it shows. */
function shownOf(screen: string): string {
  const rows = screen.split('\n').map((row) => row.trimEnd());
  const shown = rows.filter((row, at) => row !== '' || (rows[at - 1] ?? '') !== '');
  return `${shown.join('\n').trim()}\n`;
}

/** Texts of the program stand in a table. */
function cellText(seen: string): string {
  const short = seen.length <= longest ? seen : `${seen.slice(0, longest - 1).trimEnd()}…`;
  return short.replaceAll('|', String.raw`\|`).replaceAll(/[<>]/gu, '');
}

const longest = 300;
