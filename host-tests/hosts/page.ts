import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceSection } from '../../packages/permesso/test/page-section.ts';
import { allCases } from './all-cases.ts';
import { allHosts } from './all-hosts.ts';
import type { Case, StartedShell } from './case.ts';
import { exceptionFor, exceptions } from './exceptions.ts';
import type { RealHost } from './real-host.ts';
import type { Results } from './results.ts';

/** Several cases may have one reason. */
const reasons = [...new Set(exceptions.map(({ why }) => why))];

const file = join(import.meta.dirname, '../../proof/hosts.md');

export function writtenPage(): string {
  return readFileSync(file, 'utf8');
}

export function writePage(results: Results): void {
  writeFileSync(file, renderPage(results));
}

/** The page with its table made again from the last results. */
export function renderPage(results: Results): string {
  const hosts = allHosts.filter(({ name }) => Object.hasOwn(results, name));
  return replaceSection(
    writtenPage(),
    'matrix',
    [counts(hosts, results), ...tables(hosts, results), ...shellTables(hosts, results)].join('\n\n'),
  );
}

function counts(hosts: readonly RealHost[], results: Results): string {
  const deeds = hosts.flatMap(({ name }) => Object.keys(results[name]?.deeds ?? {}));
  const open = hosts.flatMap(({ name }) =>
    allCases.filter(
      (one) => exceptionFor(name, one.name) !== undefined && results[name]?.deeds[one.name] === 'runs',
    ),
  );
  return (
    `${hosts.length} hosts, ${allCases.length} cases, ${deeds.length} runs of a real program. ` +
    `A call that was denied or undecided ran in ${open.length} of them; each is explained below.`
  );
}

function tables(hosts: readonly RealHost[], results: Results): readonly string[] {
  const groups = ['contract', 'sabotage', 'others'] as const;
  const header = [
    row(['', ...hosts.map(({ title }) => title)]),
    row(['---', ...hosts.map(() => '---')]),
    row(['version', ...hosts.map(({ name }) => results[name]?.version ?? '')]),
    row(['last run', ...hosts.map(({ name }) => results[name]?.date ?? '')]),
  ];
  const [contract, sabotage, others] = groups.map((group) =>
    allCases.filter((one) => one.group === group).map((one) => caseRow(one, hosts, results)),
  );
  return [
    '### Contract',
    [...header, ...(contract ?? [])].join('\n'),
    '### Sabotage',
    [...header.slice(0, 2), ...(sabotage ?? [])].join('\n'),
    '### Third-party code',
    [...header.slice(0, 2), ...(others ?? [])].join('\n'),
    '### Exceptions',
    reasons.map((why, index) => `${index + 1}. ${why}`).join('\n'),
    '### Cases',
    [
      '| Case | Description |',
      '|---|---|',
      ...allCases.map(({ name, about }) => `| ${name} | ${about} |`),
    ].join('\n'),
  ];
}

function caseRow({ name }: Case, hosts: readonly RealHost[], results: Results): string {
  return row([
    name,
    ...hosts.map((host) => {
      const deed = results[host.name]?.deeds[name] ?? '-';
      const exception = exceptionFor(host.name, name);
      return exception === undefined ? deed : `**${deed}** (${reasons.indexOf(exception.why) + 1})`;
    }),
  ]);
}

/** What no table of deeds says: which shell runs a command, and with what line. */
function shellTables(hosts: readonly RealHost[], results: Results): readonly string[] {
  const cases = allCases.filter(({ group }) => group === 'shell');
  const shells = (host: RealHost, name: string): StartedShell | undefined =>
    results[host.name]?.shells?.[name];
  const lines = hosts.flatMap((host) => {
    const all = cases.flatMap(({ name }) => shells(host, name)?.line ?? []);
    const distinct = [...new Set(all)].map(
      (line) => `\`\`${line.replaceAll('\n', '⏎').replaceAll('|', '\\|')}\`\``,
    );
    return [row([`${host.title} ${results[host.name]?.version ?? ''}`, distinct.join('<br>')])];
  });
  return [
    '### Shells',
    'The shell that the program starts for a command, by `$SHELL`, and in parentheses the shell for which the command was read ' +
      'where that is another word. `unknown` is read for every shell, and the strictest verdict counts.',
    [
      row(['', ...hosts.map(({ title }) => title)]),
      row(['---', ...hosts.map(() => '---')]),
      ...cases.map(({ name }) =>
        row([
          name.replace('shell, ', '`SHELL` '),
          ...hosts.map((host) => {
            const { program, read } = shells(host, name) ?? { program: '-', read: '-' };
            return program === read ? program : `${program} (${read})`;
          }),
        ]),
      ),
    ].join('\n'),
    'The whole line, with `COMMAND` in the place of the command; `⏎` is a new line:',
    ['| Program | Started as |', '|---|---|', ...lines].join('\n'),
  ];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
