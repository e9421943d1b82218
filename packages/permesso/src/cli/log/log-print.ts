import { definedFields } from '@permesso/engine/call';
import { nobody } from '@permesso/protocol/approval';
import { printable } from '@permesso/engine/decision';
import { entryReason, inputText } from '@permesso/protocol/export';
import type { HourStats, LogEntry, LogStats, Mark } from '@permesso/protocol/entry';
import { printBytes } from '@permesso/gate/keep';
import { inColumns } from '../columns.ts';

/** One line of the list: number, time, verdict, call, reason. Truncated to the width; `log show` prints all of it. */
export function printEntryLine(entry: LogEntry, width: number): string {
  const time = entry.at.slice(5, 19).replace('T', ' ');
  const text = printable(`${String(entry.seq).padStart(6)}  ${time}  ${said(entry)}`);
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

function said(entry: LogEntry): string {
  switch (entry.type) {
    case 'decision':
      return `${entry.verdict.padEnd(5)}  ${entry.call.tool}  ${inputText(entry.call.input)}  (${keptWords(entry)}${entryReason(entry) ?? ''})`;
    case 'answer':
      return `${entry.verdict === 'allow' ? 'yes  ' : 'no   '}  ${entry.call.tool}  ${inputText(entry.call.input)}  (${whoAnswered(entry)})`;
    case 'start':
      return `start  ${entry.call.tool}`;
    case 'end':
      return `end    ${entry.call.tool}  (${outcomeWords(entry)})`;
    case 'grant':
      return `grant  ${entry.grant.rules.join(' + ') || 'exactly one call'}  (${entry.grant.scope})`;
    case 'revoke':
      return `revoke  ${entry.verdict} ${entry.grant.rules.join(' + ') || 'exactly one call'}  (${who(entry)})`;
    case 'failure':
      return `fail   ${entry.error}`;
    case 'mark':
      return `mark   ${markWords(entry.mark)}`;
  }
}

function keptWords({ receipt: { kept } }: Extract<LogEntry, { type: 'decision' }>): string {
  return kept === undefined || kept.id === '' ? '' : `kept ${kept.id.slice(0, 8)}, `;
}

const gateWords = { rule: 'rule', mode: 'mode', judge: 'judging model' } as const;

function outcomeWords({
  ok,
  error,
  durationMs,
  source,
  refusedBy,
}: Extract<LogEntry, { type: 'end' }>): string {
  if (refusedBy !== undefined)
    return [
      `not run: refused by the agent program's own ${gateWords[refusedBy]}`,
      ...(error === undefined ? [] : [error]),
    ].join(', ');
  const after = durationMs === undefined ? [] : [`after ${duration(durationMs)}`];
  const told = source === undefined ? [] : ['told by the agent program'];
  return [ok ? 'ok' : 'failed', ...after, ...told, ...(error === undefined ? [] : [error])].join(', ');
}

function whoAnswered({ by, from, scope, waitedMs }: Extract<LogEntry, { type: 'answer' }>): string {
  const after = waitedMs === undefined ? undefined : `after ${duration(waitedMs)}`;
  return [who(definedFields({ by, from })), scope, after].filter((word) => word !== undefined).join(', ');
}

function who({ by, from }: { readonly by?: string; readonly from?: string }): string {
  if (from === nobody) return nobody;
  return [by ?? 'nobody named', from].filter((word) => word !== undefined).join(', ');
}

function revokedLines(entry: Extract<LogEntry, { type: 'revoke' }>): readonly string[] {
  const { rules, scope, id } = entry.grant;
  const what = rules.length === 0 ? ['exactly one call'] : rules;
  return [
    ...what.map(
      (rule) => `  no longer ${entry.verdict === 'allow' ? 'allows' : 'denies'} ${printable(rule)}`,
    ),
    `  grant ${printable(id)} (${printable(scope)}), revoked by ${printable(who(entry))}`,
  ];
}

function markWords(mark: Mark): string {
  if (mark.what === 'dropped')
    return `entries up to ${mark.last} were removed: the log was told to keep no more`;
  if (mark.what === 'torn') return `${mark.bytes} bytes before this are a torn line`;
  if (mark.what === 'missing') return `entries ${mark.first} to ${mark.last} are missing`;
  return 'there was no head file';
}

/** The whole entry, wrapped, with its receipt. */
export function printEntry(entry: LogEntry, width: number): string {
  const rows: (readonly [string, string])[] = [
    ['entry', `${entry.seq}, ${entry.type}`],
    ['at', entry.at],
  ];
  if ('verdict' in entry) rows.push(['verdict', entry.verdict]);
  if ('call' in entry) {
    rows.push(['tool', entry.call.tool], ['input', inputText(entry.call.input)]);
    if (entry.call.cwd !== undefined) rows.push(['cwd', entry.call.cwd]);
    rows.push(['agent', entry.agent.join(', started by ')]);
    for (const name of ['session', 'host', 'project', 'key'] as const) {
      const value = entry[name];
      if (value !== undefined) rows.push([name, value]);
    }
    if (entry.redacted !== undefined) rows.push(['hidden', entry.redacted.join(', ')]);
  }
  return [...inColumns(rows, width), ...receiptLines(entry, width), ...chainLines(entry)].join('\n');
}

function receiptLines(entry: LogEntry, width: number): readonly string[] {
  if (entry.type === 'answer') return ['', `  answered by ${printable(whoAnswered(entry))}`];
  if (entry.type === 'start') return ['', '  begins to run'];
  if (entry.type === 'end') return ['', `  ended: ${printable(outcomeWords(entry))}`];
  if (entry.type === 'grant') return ['', ...entry.grant.rules.map((rule) => `  allows ${printable(rule)}`)];
  if (entry.type === 'revoke') return ['', ...revokedLines(entry)];
  if (entry.type === 'failure') return ['', `  ${printable(entry.error)}`];
  if (entry.type === 'mark') return ['', `  ${markWords(entry.mark)}`];
  const { receipt } = entry;
  return [
    '',
    `receipt (mode ${entry.mode}, policy ${entry.policy ?? 'unknown'})`,
    ...inColumns(
      receipt.parts.map(({ verdict, label, step, reason }) => [verdict, step, label, reason]),
      width,
    ),
    ...(receipt.rules.length === 0 ? [] : ['', 'rules that decided']),
    ...inColumns(
      receipt.rules.map(({ verdict, text, layer, place }) => [verdict, text, place ?? layer]),
      width,
    ),
    ...keptLines(receipt),
    ...(receipt.errors ?? []).map((error) => `  error: ${printable(error)}`),
  ];
}

function keptLines({ kept }: Extract<LogEntry, { type: 'decision' }>['receipt']): readonly string[] {
  if (kept === undefined) return [];
  const { id, files, bytes, unkept = [] } = kept;
  const what = `${files} ${files === 1 ? 'file' : 'files'}, ${printBytes(bytes)}`;
  return [
    '',
    ...(id === '' ? [] : [`  kept ${what}: permesso undo ${id.slice(0, 8)}`]),
    ...unkept.map((text) => `  not kept: ${printable(text)}`),
  ];
}

function chainLines({ prev, hash }: LogEntry): readonly string[] {
  return ['', `  prev  ${prev}`, `  hash  ${hash}`];
}

function nobodys(unanswered: number): string {
  return unanswered === 0 ? '' : `; ${unanswered} nobody answered`;
}

export function printStats(stats: LogStats, width: number): string {
  const { decisions, answers, approvalRate, medianWaitMs } = stats;
  const calls = decisions.allow + decisions.ask + decisions.deny;
  const rows: (readonly [string, string])[] = [
    ['entries', stats.entries.toLocaleString('en')],
    ['from', `${stats.first ?? '-'} to ${stats.last ?? '-'}`],
    ['calls', `${calls} (${decisions.allow} allowed, ${decisions.ask} asked, ${decisions.deny} denied)`],
    ['answers', `${answers.allow} approved, ${answers.deny} denied${nobodys(stats.unanswered)}`],
    ...(stats.ranAfterAsk === 0
      ? []
      : [["in the agent's window", `${stats.ranAfterAsk} ran after its question`] as const]),
    ['approval rate', approvalRate === undefined ? '-' : percent(approvalRate)],
    ['median time to answer', medianWaitMs === undefined ? '-' : duration(medianWaitMs)],
    ['grants', `${stats.grants}, ${stats.revoked} revoked`],
  ];
  const { ok, failed, running, untold, medianMs } = stats.outcomes;
  if (ok + failed + running > 0) {
    const took = medianMs === undefined ? '' : `, median ${duration(medianMs)}`;
    rows.push(['ended', `${ok} ok, ${failed} failed${took}`]);
    rows.push(['never ended', `${running} started, ${untold} allowed and not started`]);
  }
  if (stats.failures + stats.marks > 0) rows.push(['failures, marks', `${stats.failures}, ${stats.marks}`]);
  return [
    ...inColumns(rows, width),
    ...(stats.hours.length === 0 ? [] : ['', 'prompts per hour (UTC), # approved, - denied, . open']),
    ...hourLines(stats.hours.slice(-24), width),
    ...(stats.mostAsked.length === 0 ? [] : ['', 'asked about most (prompts, approved, denied)']),
    ...inColumns(
      stats.mostAsked
        .slice(0, 10)
        .map(({ what, prompts, approved, denied }) => [
          String(prompts),
          String(approved),
          String(denied),
          what,
        ]),
      width,
    ),
  ].join('\n');
}

function hourLines(hours: readonly HourStats[], width: number): readonly string[] {
  const most = Math.max(1, ...hours.map(({ prompts }) => prompts));
  const room = Math.max(10, width - 26);
  return hours.map(({ hour, prompts, approved, denied }) => {
    const length = (count: number): number => Math.round((room * count) / most);
    const yes = length(approved);
    const no = length(approved + denied) - yes;
    const open = Math.max(0, length(prompts) - yes - no);
    const bar = `${'#'.repeat(yes)}${'-'.repeat(no)}${'.'.repeat(open)}`.slice(0, room);
    return `  ${hour.slice(5).replace('T', ' ')}h ${String(prompts).padStart(6)}  ${bar}`.trimEnd();
  });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}
