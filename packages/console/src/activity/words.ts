import type { CallOutcome, ListedEntry } from '@permesso/protocol/console';
import type { LogEntry } from '@permesso/protocol/entry';
import { agentName } from '@permesso/protocol/text';
import { durationText, folderName, subjectOf, toolAndSubject } from '../format.ts';
import { activityTexts as texts } from './texts.ts';
import type { ShownVerdict } from '../ui/verdict.tsx';
import { readEntry, timeOf } from './read-entry.ts';

/** The texts of an entry's row. */
export interface ShownEntry {
  readonly at: number;
  /** Undefined if the entry is not a verdict on a call. */
  readonly verdict: ShownVerdict | undefined;
  /** The entry's kind in that case. */
  readonly kind: string;
  readonly title: string;
  readonly project: string;
  readonly agent: string;
  readonly response: ShownResponse | undefined;
}

/** The last column: the outcome of a call that was asked about, or of an answer. */
interface ShownResponse {
  readonly text: string;
  readonly wait?: string;
  readonly tone?: 'ask' | 'deny';
}

export function typeTitle({ type }: LogEntry): string {
  return texts.types[type];
}

/** Undefined if the entry is not a verdict on a call. */
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

/** The same text for the same call, in the log and among pending requests. */
export function callIdentity({ tool, input }: { readonly tool: string; readonly input: object }): string {
  return JSON.stringify([tool, input]);
}

/** Untrusted: an agent may have written it, so every field is checked. */
export function shownEntry(listed: ListedEntry, waiting: ReadonlySet<string>): ShownEntry {
  const { agentName: sender, outcome } = listed;
  const at = timeOf(listed);
  const entry = readEntry(listed);
  if (entry === undefined) return unknownEntry(listed, at);
  const isWaiting = 'call' in entry && waiting.has(callIdentity(entry.call));
  const isAsked = entry.type === 'decision' && entry.verdict === 'ask';
  return {
    at,
    verdict: verdictOf(entry),
    kind: typeTitle(entry),
    title: entryTitle(entry),
    project: folderName(entryProject(entry) ?? ''),
    agent: sender ?? agentOf(entry),
    // For a team's agents a separate entry has the outcome.
    response: isAsked && sender !== undefined ? undefined : responseOf(entry, outcome, isWaiting),
  };
}

type EntryFields = Readonly<Record<string, unknown>>;

function unknownEntry({ entry, agentName: sender = '' }: ListedEntry, at: number): ShownEntry {
  const found = fieldsOf(entry);
  const call = fieldsOf(found['call']);
  const kind = textIn(found, 'type');
  const title =
    'tool' in call
      ? subjectOf({ tool: textIn(call, 'tool'), input: fieldsOf(call['input']) })
      : textIn(found, 'error') || kind;
  return {
    at,
    verdict: undefined,
    kind: kind.slice(0, 20),
    title,
    project: '',
    agent: sender,
    response: undefined,
  };
}

function fieldsOf(value: unknown): EntryFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EntryFields) : {};
}

function textIn(found: EntryFields, name: string): string {
  const value = found[name];
  return typeof value === 'string' ? value : '';
}

function responseOf(
  entry: LogEntry,
  outcome: CallOutcome | undefined,
  isWaiting: boolean,
): ShownResponse | undefined {
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

function askedResponse(outcome: CallOutcome | undefined, isWaiting: boolean): ShownResponse {
  if (outcome === undefined)
    return isWaiting ? { text: texts.responses.waiting, tone: 'ask' } : { text: texts.responses.unknown };
  const wait = outcome.waitedMs === undefined ? {} : { wait: durationText(outcome.waitedMs) };
  if (outcome.is === 'unanswered') return { text: texts.responses.unanswered, ...wait };
  if (outcome.is === 'ran') return { text: texts.responses.ran };
  return outcome.is === 'approved'
    ? { text: texts.responses.approved, ...wait }
    : { text: texts.responses.denied, tone: 'deny', ...wait };
}
