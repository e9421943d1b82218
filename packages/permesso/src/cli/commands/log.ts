import { definedFields } from '@permesso/engine/call';
import {
  passesFilter,
  type LogFilter,
  summaryFormats,
  readLog,
  readLogBackwards,
  verifyLog,
  type Verification,
} from '@permesso/gate/log';
import { createStats, type LogEntry } from '@permesso/protocol/entry';
import { show, UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { exportFormats, exportLines, type ExportFormat } from '../log/log-export.ts';
import { followLog } from '../log/log-follow.ts';
import {
  filterFrom,
  filterOptions,
  isEmptyLog,
  logDirectory,
  logOption,
  progressTo,
} from '../log/log-options.ts';
import { printEntry, printEntryLine, printStats } from '../log/log-print.ts';
import { verifyAgainstServer } from '../log/log-verify-server.ts';
import { logSummary, summaryOptions } from '../log/log-summary.ts';

export const log: Command = {
  name: 'log',
  summary: 'Shows, counts, exports and verifies the log of decisions and answers.',
  usage: 'log [tail | show N | stats | summary | export | verify] [options]',
  options: [
    logOption,
    ...filterOptions,
    { name: 'last', value: 'N', help: 'tail: number of entries (default: 20)' },
    { name: 'follow', help: 'tail: print new entries as they are written' },
    {
      name: 'format',
      value: 'FORMAT',
      help: `export: ${exportFormats.join(', ')}; summary: ${summaryFormats.join(', ')}`,
    },
    ...summaryOptions,
    { name: 'expect', value: 'HASH', help: 'verify: the chain must contain this hash' },
    { name: 'partial', help: 'verify: accept a missing beginning (old files were moved)' },
    { name: 'server', value: 'FILE', help: 'verify: compare the log with evidence from the team server' },
    { name: 'json', help: 'entries, counts or findings as JSON' },
  ],
  examples: [
    ['permesso log --verdict ask --since 6h', 'shows what was asked in the last six hours'],
    ['permesso log show 17', 'one entry with its whole receipt'],
    ['permesso log stats', 'prompts per hour, approval rate, what is asked most'],
    [
      'permesso log summary --format markdown --fail-on deny',
      'shows what a job was denied, and the rules to add',
    ],
    ['permesso log export --format ocsf > events.jsonl', 'for a SIEM; csv and otlp as well'],
    ['permesso log verify', 'finds every change, cut or gap'],
  ],
  exitCodes: [
    [0, 'shown; verify: the chain is intact'],
    [1, 'show: no such entry; verify: something was changed, cut or lost'],
    [3, 'summary: what --fail-on names has happened (or --exit-code)'],
  ],
  run: (given, out) => {
    const [what = 'tail', ...rest] = given.operands;
    const run = Object.hasOwn(actions, what) ? actions[what as keyof typeof actions] : undefined;
    if (run === undefined)
      throw new UsageError(`there is no \`log ${what}\`; say ${Object.keys(actions).join(', ')}`);
    if (rest.length > (what === 'show' ? 1 : 0)) throw new UsageError(`what is \`${rest.at(-1)}\`?`);
    return run(given, out);
  },
};

const actions = { tail, show: showEntry, stats, summary, export: exportLog, verify };

const noCalls = 'No calls yet. Give your agent a task.';

async function tail(given: CommandInput, out: Output): Promise<number> {
  const directory = logDirectory(given);
  const filter = filterFrom(given);
  const most = Number(given.value('last') ?? 20);
  if (!Number.isInteger(most) || most < 0) throw new UsageError('--last takes a number');
  const entries = newest(directory, { filter, most });
  const tell = (entry: LogEntry): void =>
    given.flag('json') ? out.print(JSON.stringify(entry)) : show(out, printEntryLine(entry, out.width));
  entries.toReversed().forEach(tell);
  if (given.flag('follow')) {
    const [last] = readLogBackwards(directory);
    await followLog({
      directory,
      after: last?.seq ?? 0,
      tell: (entry) => (passesFilter(entry, filter) ? tell(entry) : undefined),
    });
  } else if (entries.length === 0 && !given.flag('json'))
    out.print(isEmptyLog(directory) ? noCalls : 'No entry matches.');
  return 0;
}

function newest(
  directory: string,
  { filter, most }: { readonly filter: LogFilter; readonly most: number },
): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  for (const entry of readLogBackwards(directory)) {
    if (entries.length >= most) break;
    if (filter.since !== undefined && Date.parse(entry.at) < filter.since) break;
    if (passesFilter(entry, filter)) entries.push(entry);
  }
  return entries;
}

function showEntry(given: CommandInput, out: Output): number {
  const directory = logDirectory(given);
  const number = Number(given.operands[1]);
  if (!Number.isInteger(number)) throw new UsageError('which entry? say its number');
  for (const entry of readLog(directory, { progress: progressTo(out) })) {
    if (entry.seq !== number) continue;
    if (given.flag('json')) out.print(JSON.stringify(entry, undefined, 2));
    else show(out, printEntry(entry, out.width));
    return 0;
  }
  out.complain(`there is no entry ${number}`);
  return 1;
}

function stats(given: CommandInput, out: Output): number {
  const filter = filterFrom(given);
  const counting = createStats();
  for (const entry of selected(logDirectory(given), { filter, out })) counting.add(entry);
  const result = counting.result();
  if (given.flag('json')) out.print(JSON.stringify(result));
  else show(out, result.entries === 0 ? noCalls : printStats(result, out.width));
  return 0;
}

function summary(given: CommandInput, out: Output): number {
  const filter = filterFrom(given);
  return logSummary(selected(logDirectory(given), { filter, out }), given, out);
}

function* selected(
  directory: string,
  { filter, out }: { readonly filter: LogFilter; readonly out: Output },
): Generator<LogEntry> {
  for (const entry of readLog(directory, { progress: progressTo(out) }))
    if (passesFilter(entry, filter)) yield entry;
}

function exportLog(given: CommandInput, out: Output): number {
  const format = given.value('format') ?? 'csv';
  if (!exportFormats.includes(format as ExportFormat))
    throw new UsageError(`there is no format \`${format}\`; say ${exportFormats.join(', ')}`);
  const filter = filterFrom(given);
  const entries = selected(logDirectory(given), { filter, out });
  for (const line of exportLines(entries, format as ExportFormat)) out.print(line);
  return 0;
}

function verify(given: CommandInput, out: Output): number {
  const evidence = given.value('server');
  if (evidence !== undefined)
    return verifyAgainstServer(logDirectory(given), { file: evidence, json: given.flag('json'), out });
  const expect = given.value('expect');
  const found = verifyLog(logDirectory(given), {
    ...definedFields({ expect }),
    partial: given.flag('partial'),
    progress: progressTo(out),
  });
  out.print(given.flag('json') ? JSON.stringify(found) : printVerification(found));
  return found.ok ? 0 : 1;
}

function printVerification({ ok, entries, files, last, findings, more }: Verification): string {
  const lines = findings.map(
    ({ severity, file, line, message }) =>
      `${severity === 'note' ? 'note  ' : 'BROKEN'}  ${file}:${line}  ${message}`,
  );
  const end = last === undefined ? '' : `, up to ${last.hash}`;
  const sum = `${entries} entries in ${files} ${files === 1 ? 'file' : 'files'}${end}`;
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    sum,
    ok ? 'The chain is whole.' : 'The log was changed or is incomplete.',
  ].join('\n');
}
