import type { CallOutcome } from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';
import { agentName } from '@permesso/protocol/text';
import { durationText, toolAndSubject } from '../format.ts';
import { activityTexts as texts } from '../texts/activity.ts';
import type { ShownVerdict } from '../ui/verdict.tsx';
import type { ShownEntry } from './entry-list.tsx';

/** Which entries the list holds. */
export const kinds = [
  { value: 'calls', title: texts.kinds.calls },
  { value: 'all', title: texts.kinds.all },
  { value: 'answer', title: texts.kinds.answer },
  { value: 'start', title: texts.kinds.start },
  { value: 'end', title: texts.kinds.end },
  { value: 'grant', title: texts.kinds.grant },
  { value: 'revoke', title: texts.kinds.revoke },
  { value: 'failure', title: texts.kinds.failure },
  { value: 'mark', title: texts.kinds.mark },
] as const;

export const ranges = [
  { value: '1h', title: texts.ranges.hour },
  { value: '24h', title: texts.ranges.day },
  { value: '7d', title: texts.ranges.week },
  { value: '30d', title: texts.ranges.month },
  { value: '90d', title: texts.ranges.quarter },
  { value: 'all', title: texts.ranges.all },
] as const;

export function typeTitle({ type }: LogEntry): string {
  return texts.types[type];
}

/** Nothing where an entry is not a verdict about a call. */
export function verdictOf(entry: LogEntry): ShownVerdict | undefined {
  if (entry.type !== 'decision') return undefined;
  return entry.verdict === 'allow' && entry.receipt.sandbox !== undefined ? 'sandboxed' : entry.verdict;
}

export function entryTitle(entry: LogEntry): string {
  if ('call' in entry) return toolAndSubject(entry.call);
  if ('grant' in entry) return entry.grant.rules.join(', ') || entry.grant.scope;
  return entry.type === 'mark' ? markText(entry.mark) : entry.error;
}

type Mark = Extract<LogEntry, { readonly type: 'mark' }>['mark'];

function markText(mark: Mark): string {
  if (mark.what === 'torn') return texts.marks.torn(mark.bytes);
  if (mark.what === 'missing') return texts.marks.missing(mark.first, mark.last);
  if (mark.what === 'dropped') return texts.marks.dropped(mark.last);
  return texts.marks.head;
}

export function agentOf(entry: LogEntry): string {
  if (!('call' in entry)) return '';
  if (entry.host !== undefined) return agentName(entry.host);
  return entry.agent[0] ?? '';
}

export function entryProject(entry: LogEntry): string | undefined {
  return 'call' in entry ? (entry.project ?? entry.call.cwd) : undefined;
}

/** The same text for the same call, in the log and among what is pending. */
export function callIdentity({ tool, input }: { readonly tool: string; readonly input: object }): string {
  return JSON.stringify([tool, input]);
}

export function folderName(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path;
}

/** What a row says about an entry. */
export function shownEntry(
  entry: LogEntry,
  outcome: CallOutcome | undefined,
  waiting: ReadonlySet<string>,
): ShownEntry {
  return {
    at: Date.parse(entry.at),
    verdict: verdictOf(entry),
    kind: typeTitle(entry),
    title: entryTitle(entry),
    project: folderName(entryProject(entry) ?? ''),
    agent: agentOf(entry),
    response: responseOf(entry, outcome, 'call' in entry && waiting.has(callIdentity(entry.call))),
  };
}

export interface Response {
  readonly text: string;
  readonly wait?: string;
  readonly tone?: 'ask' | 'deny';
}

/** The last column: what became of a call that was asked about, or of an answer. */
function responseOf(
  entry: LogEntry,
  outcome: CallOutcome | undefined,
  isWaiting: boolean,
): Response | undefined {
  if (entry.type === 'answer')
    return {
      text: entry.verdict === 'allow' ? texts.responses.approved : texts.responses.denied,
      ...(entry.waitedMs === undefined ? {} : { wait: durationText(entry.waitedMs) }),
      ...(entry.verdict === 'deny' ? { tone: 'deny' } : {}),
    };
  if (entry.type === 'end')
    return entry.ok ? { text: texts.responses.ok } : { text: texts.responses.failed, tone: 'deny' };
  if (entry.type !== 'decision') return undefined;
  if (entry.verdict === 'deny')
    return { text: entry.receipt.rules.length > 0 ? texts.responses.byRule : texts.responses.byDefault };
  return entry.verdict === 'ask' ? askedResponse(outcome, isWaiting) : undefined;
}

function askedResponse(outcome: CallOutcome | undefined, isWaiting: boolean): Response {
  if (outcome === undefined)
    return isWaiting ? { text: texts.responses.waiting, tone: 'ask' } : { text: texts.responses.unknown };
  const wait = outcome.waitedMs === undefined ? {} : { wait: durationText(outcome.waitedMs) };
  if (outcome.is === 'unanswered') return { text: texts.responses.unanswered, ...wait };
  if (outcome.is === 'ran') return { text: texts.responses.ran };
  return outcome.is === 'approved'
    ? { text: texts.responses.approved, ...wait }
    : { text: texts.responses.denied, tone: 'deny', ...wait };
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export function clockText(at: number): string {
  return clock.format(at);
}

/** No border between two days, in any time zone, stands within a quarter of an hour. */
const quarterMs = 900_000;
const mostKept = 5000;
const days = new Map<number, string>();

/** Rows ask for it with every picture while somebody scrolls, so each is written once. */
export function dayText(at: number): string {
  const quarter = Math.floor(at / quarterMs);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  if (days.size >= mostKept) days.clear();
  const text = day.format(at);
  days.set(quarter, text);
  return text;
}

export function momentText(at: number): string {
  return dayAndClock.format(at).replace(',', '');
}
