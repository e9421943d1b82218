import { sha256 } from './chain.ts';
import { entryFields } from './entry-fields.ts';
import type { DecisionEntry, EndEntry, LeftOutKind, LogEntry, StartEntry } from './log-entry.ts';

/** What an organisation wants to be sent of the logs of its agents. */
export const sendings = ['everything', 'thinned'] as const;

export type SendingChoice = (typeof sendings)[number];

/** The kinds of allow of which one was sent on this day. */
export interface SentKinds {
  /** `2026-11-17`, UTC, as the entries say. */
  readonly day: string;
  readonly kinds: ReadonlySet<string>;
}

export interface Thinned<Line> {
  readonly kept: readonly Line[];
  readonly left: readonly Line[];
  readonly sent: SentKinds;
}

/**
 * Which entries of a run are sent in full: all but repeated allows, and the starts and ends of calls that were allowed in this
 * run. What may be left out depends on the run alone, so it can be checked by anybody who has the run.
 */
export function thin<Line extends { readonly entry: LogEntry }>(
  lines: readonly Line[],
  before: SentKinds,
): Thinned<Line> {
  const may = mayBeLeftOut(lines.map(({ entry }) => entry));
  const kept: Line[] = [];
  const left: Line[] = [];
  let { day } = before;
  let kinds = new Set(before.kinds);
  for (const line of lines) {
    const { entry } = line;
    const isFirst = entry.type === 'decision' && entry.verdict === 'allow';
    if (isFirst && entry.at.slice(0, 10) !== day) [day, kinds] = [entry.at.slice(0, 10), new Set()];
    const keys = isFirst ? kindKeys(entry) : [];
    if (!may.has(entry.seq) || keys.some((each) => !kinds.has(each))) kept.push(line);
    else left.push(line);
    for (const each of keys) kinds.add(each);
  }
  return { kept, left, sent: { day, kinds } };
}

/** Numbers of the entries in a run that could be left out, were they not the first of their kind. */
export function mayBeLeftOut(entries: readonly LogEntry[]): ReadonlySet<number> {
  const may = new Set<number>();
  /** What was last decided about a call in this run. */
  const decided = new Map<string, boolean>();
  for (const entry of entries) {
    if (entry.type === 'decision') {
      const isPlain = isPlainAllow(entry);
      decided.set(callIdentityOf(entry), isPlain);
      if (isPlain) may.add(entry.seq);
    } else if (entry.type === 'answer') decided.set(callIdentityOf(entry), false);
    else if (entry.type === 'start' || (entry.type === 'end' && entry.ok))
      // After an ask it proves that the call ran; of an earlier run nothing is known.
      if (decided.get(callIdentityOf(entry)) === true) may.add(entry.seq);
  }
  return may;
}

/** An allow that says nothing else: one that would have been another verdict, or that a grant made, is news. */
function isPlainAllow({ verdict, receipt }: DecisionEntry): boolean {
  return (
    verdict === 'allow' &&
    // On a server it came from an agent, and may be anything.
    Array.isArray(receipt?.rules) &&
    receipt.observed === undefined &&
    receipt.nobodyToAsk === undefined &&
    receipt.errors === undefined &&
    receipt.rules.every((rule) => rule?.grant === undefined && rule?.layer !== 'session')
  );
}

function callIdentityOf({
  session = '',
  key = '',
}: DecisionEntry | StartEntry | EndEntry | CallAnswer): string {
  return JSON.stringify([session, key]);
}

type CallAnswer = Extract<LogEntry, { readonly type: 'answer' }>;

/** How many of each kind, in an order that depends on the entries alone. */
export function countKinds(entries: readonly LogEntry[]): readonly LeftOutKind[] {
  const counted = new Map<string, { kind: Omit<LeftOutKind, 'count'>; count: number }>();
  for (const entry of entries) {
    const kind = leftOutKind(entry);
    const key = JSON.stringify(Object.values(kind));
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { kind, count: 1 });
    else known.count += 1;
  }
  return [...counted]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { kind, count }]) => ({ ...kind, count }));
}

function leftOutKind(entry: LogEntry): Omit<LeftOutKind, 'count'> {
  const { verdict = '', tool = '', rule = '' } = entryFields(entry);
  const type = entry.type as LeftOutKind['type'];
  return { type, verdict, tool, rule, command: commandOf(entry) };
}

/**
 * Of a shell command one for each program in it: programs that were seen under this rule are no news in another order. Digests:
 * agents keep these, and what was run need not lie there once more.
 */
function kindKeys(entry: LogEntry): readonly string[] {
  const { tool, rule, command } = leftOutKind(entry);
  return command.split(' ').map((program) => sha256(JSON.stringify([tool, rule, program])).slice(0, 16));
}

const mostPrograms = 5;
const longest = 100;

/** `git`, or `cd npm tail`: of a shell command the names of its programs, without what they were given. */
function commandOf(entry: LogEntry): string {
  if (entry.type !== 'decision' || typeof entry.call?.input?.['command'] !== 'string') return '';
  const parts: readonly unknown[] = Array.isArray(entry.receipt?.parts) ? entry.receipt.parts : [];
  const names = parts.map((part) => /^\s*([\w./+-]+)/.exec(labelOf(part))?.[1] ?? '');
  return [...new Set(names)]
    .filter((name) => name !== '')
    .slice(0, mostPrograms)
    .join(' ')
    .slice(0, longest);
}

function labelOf(part: unknown): string {
  return typeof part === 'object' && part !== null && 'label' in part ? String(part.label) : '';
}
