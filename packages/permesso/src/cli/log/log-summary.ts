import {
  exitCodeFor,
  printSummary,
  summaryFormats,
  type FailOn,
  type SummaryFormat,
  summariseLog,
} from '@permesso/gate/log';
import type { LogEntry } from '@permesso/protocol/entry';
import { UsageError, type CommandOption, type CommandInput, type Output } from '../command.ts';

const failures: ReadonlyMap<string, FailOn> = new Map([
  ['never', 'never'],
  ['deny', 'refused'],
  ['ask', 'unanswered'],
]);

export const summaryOptions: readonly CommandOption[] = [
  {
    name: 'fail-on',
    value: 'WHAT',
    help: 'summary: never (default), deny, or ask (also unanswered requests)',
  },
  { name: 'exit-code', value: 'N', help: 'summary: exit code for --fail-on (default: 3)' },
];

/** What a run was denied and exactly what to add: for the end of an unattended job. */
export function logSummary(entries: Iterable<LogEntry>, given: CommandInput, out: Output): number {
  const format = given.value('format') ?? (given.flag('json') ? 'json' : 'text');
  if (!isFormat(format))
    throw new UsageError(`there is no format \`${format}\`; say ${summaryFormats.join(', ')}`);
  const failOn = failures.get(given.value('fail-on') ?? 'never');
  if (failOn === undefined) throw new UsageError(`--fail-on takes ${[...failures.keys()].join(', ')}`);
  const code = Number(given.value('exit-code') ?? 3);
  if (!Number.isInteger(code) || code < 0 || code > 255)
    throw new UsageError('--exit-code takes a number from 0 to 255');
  const summary = summariseLog(entries);
  out.print(printSummary(summary, format).trimEnd());
  return exitCodeFor(summary, { failOn, code });
}

function isFormat(name: string): name is SummaryFormat {
  return summaryFormats.some((format) => format === name);
}
