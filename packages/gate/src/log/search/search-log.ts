import { statSync } from 'node:fs';
import {
  type AnswerEntry,
  type DecisionEntry,
  type EndEntry,
  type LogEntry,
  parseEntry,
} from '@permesso/protocol/entry';
import { type LogFilter, passesFilter } from './log-filter.ts';
import { logFiles } from '../file/log-files.ts';
import { linesBackwards } from '../file/lines-backwards.ts';

export interface LogQuery extends LogFilter {
  /** Searched in the call and in the reasons, ignoring case; an entry must contain all of them. */
  readonly words: readonly string[];
}

/** An incremental search, newest entries first. */
export interface LogSearch {
  readonly step: (most: { readonly ms: number; readonly entries: number }) => SearchResult;
}

export interface SearchResult {
  readonly entries: readonly LogEntry[];
  /** The outcomes of calls that were asked about, if the log has them nearby. */
  readonly outcomes: ReadonlyMap<number, AnswerEntry | EndEntry>;
  /** How many entries this step looked at. */
  readonly looked: number;
  readonly done: boolean;
}

/**
 * Most lines of a long log do not match, and their bytes show that: only possible matches are parsed, so that a
 * million lines take seconds instead of minutes, without an index to maintain.
 */
export function searchLog(directory: string, query: LogQuery): LogSearch {
  const counter = { looked: 0 };
  const entries = lookBack(directory, query, counter);
  return {
    step: ({ ms, entries: most }) => {
      const until = performance.now() + ms;
      const found: LogEntry[] = [];
      const outcomes = new Map<number, AnswerEntry | EndEntry>();
      const before = counter.looked;
      do {
        const { value, done } = entries.next();
        if (done === true) return { entries: found, outcomes, looked: counter.looked - before, done };
        if (value === undefined) continue;
        found.push(value.entry);
        if (value.outcome !== undefined) outcomes.set(value.entry.seq, value.outcome);
      } while (found.length < most && performance.now() < until);
      return { entries: found, outcomes, looked: counter.looked - before, done: false };
    },
  };
}

const firstChunk = 64 * 1024;
const chunk = 512 * 1024;

interface FoundEntry {
  readonly entry: LogEntry;
  readonly outcome?: AnswerEntry | EndEntry | undefined;
}

/** Yields matches, and undefined now and then so that the caller can stop. */
function* lookBack(
  directory: string,
  query: LogQuery,
  counter: { looked: number },
): Generator<FoundEntry | undefined> {
  const words = query.words.map((word) => word.toLowerCase());
  const mayHold = lineTest(needlesOf({ ...query, words }));
  const isYoung = youngerThan(query.since);
  const isPast = wholeDaysBefore(query.since);
  let newer: readonly Buffer[] = [];
  for (const { inode, size } of filesOf(directory).toReversed()) {
    // Found by its identity: a file that became full meanwhile has another name.
    const path = (): string | undefined => filesOf(directory).find((file) => file.inode === inode)?.path;
    for (const whole of linesBackwards({ size, path, first: firstChunk, others: chunk })) {
      const lines = mayHold(whole).filter(isYoung);
      for (const line of lines.toReversed()) {
        counter.looked += 1;
        const entry = parseEntry(line);
        if (entry === undefined || !passesFilter(entry, query) || !containsTerms(entry, words)) {
          yield undefined;
          continue;
        }
        const isAsked = entry.type === 'decision' && entry.verdict === 'ask';
        yield isAsked ? { entry, outcome: outcomeNear(entry, [whole, ...newer]) } : { entry };
      }
      counter.looked += linesIn(whole) - lines.length;
      if (isPast(whole)) return;
      newer = [whole];
      yield undefined;
    }
  }
}

interface File {
  readonly path: string;
  readonly inode: number;
  readonly size: number;
}

function filesOf(directory: string): readonly File[] {
  return logFiles(directory).flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, inode: found.ino, size: found.size }];
  });
}

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

/** Texts that occur in the line of every matching entry, as the log writes them. */
function needlesOf({ words, project, ...query }: LogQuery): readonly string[] {
  const { verdict, type, tool, session, host, key, seq } = query;
  const fields = Object.entries({ verdict, type, tool, session, host, key, seq })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)}`.toLowerCase());
  const places = project === undefined ? [] : [JSON.stringify(project).toLowerCase()];
  // The longest is usually the rarest.
  return [...words, ...fields, ...places].toSorted((a, b) => b.length - a.length);
}

const setBackMs = 2 * 86_400_000;

/** Whether everything before these lines is too old, even if the clock was set back by a day. */
function wholeDaysBefore(since: number | undefined): (lines: Buffer) => boolean {
  if (since === undefined) return () => false;
  const isYoung = youngerThan(since - setBackMs);
  return (lines) => {
    const first = lines.toString('utf8', 0, lines.indexOf(0x0a));
    return first.includes('"at":"') && !isYoung(first);
  };
}

/** By the time in the line, which is the first field of that name. */
function youngerThan(since: number | undefined): (line: string) => boolean {
  if (since === undefined) return () => true;
  const moment = new Date(since).toISOString();
  return (line) => {
    const at = line.indexOf('"at":"') + '"at":"'.length;
    return line.slice(at, at + moment.length) >= moment;
  };
}

/** Filters whole lines to possible matches, oldest first. */
function lineTest(needles: readonly string[]): (bytes: Buffer) => readonly string[] {
  const [rarest, ...others] = needles;
  if (rarest === undefined) return (bytes) => bytes.toString('utf8').split('\n').slice(0, -1);
  const isPlain = needles.every((needle) => /^[\x20-\x7e]*$/.test(needle));
  if (!isPlain)
    // Non-ASCII letters may change length with their case, so each line is tested on its own.
    return (bytes) =>
      bytes
        .toString('utf8')
        .split('\n')
        .filter((line) => {
          const lower = line.toLowerCase();
          return needles.every((needle) => lower.includes(needle));
        });
  return (bytes) => {
    // One character per byte, so that positions in the text are positions in the bytes.
    const text = bytes.toString('latin1').toLowerCase();
    const lines: string[] = [];
    for (let at = text.indexOf(rarest); at !== -1;) {
      const start = text.lastIndexOf('\n', at) + 1;
      const end = text.indexOf('\n', at);
      const line = text.slice(start, end);
      if (others.every((needle) => line.includes(needle))) lines.push(bytes.toString('utf8', start, end));
      at = text.indexOf(rarest, end);
    }
    return lines;
  };
}

function containsTerms(entry: LogEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = JSON.stringify(
    'call' in entry ? [entry.call, 'receipt' in entry ? entry.receipt : ''] : entry,
  );
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

const mostLooked = 8;

/**
 * The outcome of a call that was asked about: its answer, or its end if the agent program asked instead. Searched in
 * the lines after it, as far as `near` holds them, oldest chunk first.
 */
function outcomeNear(
  { key, hash }: DecisionEntry,
  near: readonly Buffer[],
): AnswerEntry | EndEntry | undefined {
  if (key === undefined) return undefined;
  const needle = `"key":${JSON.stringify(key)}`;
  let looked = 0;
  for (const [index, lines] of near.entries()) {
    let at = index === 0 ? lines.indexOf(`"hash":"${hash}"`) : 0;
    if (at === -1) return undefined;
    while (looked < mostLooked) {
      at = lines.indexOf(needle, at);
      if (at === -1) break;
      const end = lines.indexOf(0x0a, at);
      const entry = parseEntry(lines.toString('utf8', lines.lastIndexOf(0x0a, at) + 1, end));
      looked += 1;
      at = end;
      if (entry === undefined || !('key' in entry) || entry.key !== key) continue;
      if (entry.type === 'answer' || entry.type === 'end') return entry;
      // The call was decided again: later entries belong to that decision.
      if (entry.type === 'decision') return undefined;
    }
  }
  return undefined;
}
