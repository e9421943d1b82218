import { columnsOf } from '@permesso/protocol/text';
import type { Danger } from './dangers.ts';
import type { VerdictCounts } from './look-at.ts';
import { callsOf, kinds, plural, share, spanOf, type LookReport } from './report.ts';
import { shown } from './shown-text.ts';

const mostRules = 3;
const mostLines = 23;
const barWidth = 44;

/** One screen: 80 columns, 24 lines with the prompt below it. */
export function lookScreen(report: LookReport, width: number): string {
  const room = Math.min(width, 80);
  const { work, preset, dangers, saving } = report;
  const span = spanOf(work);
  const header = (agents: string): string =>
    `${plural(callsOf(work), 'past call')} of ${agents}${span === undefined ? '' : `, ${days(span)}`}`;
  const named = header([...work.hosts.keys()].join(', '));
  const above = [
    named.length <= room ? named : header(plural(work.hosts.size, 'agent')),
    ...verdictLines(work.verdicts),
    '',
    ...dangerLines(dangers, room),
    '',
  ];
  const below = [
    '',
    ...left(work),
    `Policy: ${preset}. Nothing was installed or sent anywhere.`,
    'Next: permesso init    shows what it would change, and asks',
  ];
  const rules = ruleLines(saving, room).slice(0, mostLines - above.length - below.length);
  return [...above, ...rules, ...below].join('\n');
}

/** How many calls were allowed without asking, asked about and denied, as bars. */
export function verdictLines(verdicts: VerdictCounts): readonly string[] {
  const calls = callsOf({ verdicts });
  return kinds.map(({ verdict, name }) => {
    const count = verdicts[verdict];
    const numbers = `${count.toLocaleString('en').padStart(8)}  ${share(count, calls).padStart(7)}`;
    return `  ${name.padEnd(7)} ${bar(count, calls)} ${numbers}`.trimEnd();
  });
}

function days([first, last]: readonly [string, string]): string {
  return first === last ? first : `${first} to ${last}`;
}

/** A count above zero is always visible. */
function bar(count: number, of: number): string {
  const full = count === 0 ? 0 : Math.max(1, Math.round((barWidth * count) / of));
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
}

function dangerLines(dangers: readonly Danger[], room: number): readonly string[] {
  if (dangers.length === 0) return ['Nothing ran that this policy would have stopped.'];
  return [
    'The most dangerous things that ran',
    ...dangers.flatMap(({ verdict, what, why, host, ran }) => {
      const aside = `${host}${ran > 1 ? ` ${ran}x` : ''}`;
      const text = fit(`  ${verdict.padEnd(4)}  ${what}`, room - columnsOf(aside) - 2);
      return [
        `${text}${' '.repeat(Math.max(2, room - columnsOf(text) - columnsOf(aside)))}${aside}`,
        fit(`        ${why}`, room),
      ];
    }),
  ];
}

function ruleLines({ rules, prompts }: LookReport['saving'], room: number): readonly string[] {
  if (rules.length === 0)
    return [prompts === 0 ? 'Nothing would have asked.' : 'No rule would have saved three prompts or more.'];
  return [
    'Rules that would have saved the most prompts',
    ...rules
      .slice(0, mostRules)
      .map(({ rule, saved, because }) =>
        fit(`  ${`-${saved}`.padStart(6)}  ${shown(rule)}  (${because})`, room),
      ),
  ];
}

function left({ skipped: { lines, files } }: LookReport['work']): readonly string[] {
  if (lines + files === 0) return [];
  const parts = [
    ...(lines > 0 ? [plural(lines, 'line')] : []),
    ...(files > 0 ? [plural(files, 'file')] : []),
  ];
  return [`Left out because it could not be read: ${parts.join(', ')}.`];
}

/** Truncated to the line, with a mark. */
export function fit(text: string, room: number): string {
  if (columnsOf(text) <= room) return text;
  let cut = '';
  let columns = 1;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > room) break;
    cut += character;
  }
  return `${cut}…`;
}
