import type { KeyObject } from 'node:crypto';
import { isSigned, signText } from '../bundle/ed25519.ts';
import { readLine, seal, type Tail } from '../entry/chain.ts';
import type { CountsEntry, LeftOut, LeftOutKind, LogEntry } from '../entry/log-entry.ts';
import { countKinds, mayBeLeftOut } from '../entry/thinning.ts';

const purpose = 'permesso-counts-v1';

/** More than one batch is read for; what a server goes through in memory. */
const mostLeftOut = 10_000;

export interface CountsToSign {
  /** The entry before the run. */
  readonly before: Tail;
  /** The last that is left out. */
  readonly last: LogEntry;
  readonly left: readonly LogEntry[];
  readonly agent: string;
  readonly key: KeyObject;
}

/** The line that is sent in place of what is left out. */
export function countsLine({ before, last, left, agent, key }: CountsToSign): string {
  const counts = {
    first: before.seq + 1,
    before: before.hash,
    after: last.hash,
    kinds: countKinds(left),
  };
  const signature = signText(signedText(agent, last.seq, counts), purpose, key);
  const fields = new Map([
    ['at', JSON.stringify(last.at)],
    ['counts', JSON.stringify({ ...counts, signature })],
    ['type', '"counts"'],
  ] as const);
  return seal(fields, { seq: last.seq - 1, hash: last.prev }).line;
}

function signedText(agent: string, last: number, counts: Omit<LeftOut, 'signature'>): string {
  const { first, before, after, kinds } = counts;
  const said = kinds.map(({ type, verdict, tool, rule, command, count }) => [
    type,
    verdict,
    tool,
    rule,
    command,
    count,
  ]);
  return JSON.stringify([agent, first, last, before, after, said]);
}

/** Whether an entry that says it is one can be believed to be this agent's: its shape, and its signature. */
export function isCounts(
  entry: LogEntry,
  { agent, publicKey }: { readonly agent: string; readonly publicKey: KeyObject },
): entry is CountsEntry {
  const { seq, prev } = entry;
  const counts: unknown = 'counts' in entry ? entry.counts : undefined;
  if (typeof counts !== 'object' || counts === null) return false;
  const { first, before, after, kinds, signature } = counts as Readonly<Record<string, unknown>>;
  return (
    typeof first === 'number' &&
    Number.isSafeInteger(first) &&
    first >= 1 &&
    first <= seq &&
    seq - first < mostLeftOut &&
    [before, after, prev].every(isHash) &&
    Array.isArray(kinds) &&
    kinds.length > 0 &&
    // Each becomes a row of the figures.
    kinds.length <= mostLeftOut &&
    kinds.every(isKind) &&
    typeof signature === 'string' &&
    isSigned(signedText(agent, seq, counts as LeftOut), purpose, { signature, publicKey })
  );
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{64}$/.test(value);
}

function isKind(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, verdict, tool, rule, command, count } = value as Readonly<Record<string, unknown>>;
  const isAllow = type === 'decision' && verdict === 'allow';
  return (
    (isAllow || ((type === 'start' || type === 'end') && verdict === '')) &&
    [tool, rule, command].every((text) => typeof text === 'string' && text.length <= 200) &&
    Number.isSafeInteger(count) &&
    (count as number) > 0
  );
}

export function leftOutCount({ kinds }: Pick<LeftOut, 'kinds'>): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

export interface SegmentCheck {
  /** What the agent signed instead of the entries. */
  readonly counts: CountsEntry;
  /** Hashes of the entries of the run that it did send, by their numbers. */
  readonly kept: ReadonlyMap<number, string>;
  /** The whole run, as it lies on its disk. */
  readonly lines: readonly Uint8Array[];
}

/** What is wrong with a run that was asked for afterwards. Nothing: it is the run that was counted, and counted rightly. */
export function segmentProblems({
  counts: { seq: last, counts },
  kept,
  lines,
}: SegmentCheck): readonly string[] {
  const entries: LogEntry[] = [];
  let at: Tail = { seq: counts.first - 1, hash: counts.before };
  for (const line of lines) {
    const read = readLine(line);
    if (read.is !== 'entry') return [`behind entry ${at.seq} stands something that is no entry`];
    const { seq, prev, hash } = read.entry;
    if (seq !== at.seq + 1 || prev !== at.hash) return [`entry ${seq} does not follow entry ${at.seq}`];
    entries.push(read.entry);
    at = { seq, hash };
  }
  if (at.seq !== last || at.hash !== counts.after)
    return [`it ends with entry ${at.seq}, which is not the one that was signed for`];
  const others = entries.filter(({ seq, hash }) => kept.has(seq) && kept.get(seq) !== hash);
  const left = entries.filter(({ seq }) => !kept.has(seq));
  const may = mayBeLeftOut(entries);
  return [
    ...others.map(({ seq }) => `entry ${seq} is not the one that was sent`),
    ...left.filter(({ seq }) => !may.has(seq)).map(hidden),
    ...(sameKinds(countKinds(left), counts.kinds) ? [] : ['what was left out was counted wrongly']),
  ];
}

function hidden(entry: LogEntry): string {
  const verdict = 'verdict' in entry ? ` ${entry.verdict}` : '';
  return `entry ${entry.seq} was left out and must not be: ${entry.type}${verdict}`;
}

function sameKinds(a: readonly LeftOutKind[], b: readonly LeftOutKind[]): boolean {
  return signedText('', 0, { ...nothing, kinds: a }) === signedText('', 0, { ...nothing, kinds: b });
}

const nothing = { first: 0, before: '', after: '' };
