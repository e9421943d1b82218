import { createHash, type Hash } from 'node:crypto';
import { basename } from 'node:path';
import {
  emptyTail,
  type LogEntry,
  type Mark,
  type ReadLine,
  readLine,
  type Tail,
} from '@permesso/protocol/entry';
import { logFiles } from './log-files.ts';
import { readHead } from './log-head.ts';
import { fileSize, readLines, type Line } from './read-lines.ts';
import type { Progress } from './read-log.ts';

/** Something that is wrong, and exactly where. */
export interface ChainFinding {
  /** `note`: what the log itself explains: a crash that lost nothing, old files removed as configured. */
  readonly severity: 'broken' | 'note';
  readonly what:
    | 'changed'
    | 'foreign'
    | 'missing'
    | 'moved'
    | 'unlinked'
    | 'torn'
    | 'dropped'
    | 'cut'
    | 'no-head'
    | 'head';
  readonly file: string;
  readonly line: number;
  readonly message: string;
  /** Numbers of the entries concerned, if known. */
  readonly first?: number;
  readonly last?: number;
}

export interface Verification {
  readonly ok: boolean;
  readonly entries: number;
  readonly files: number;
  readonly first?: number;
  readonly last?: Tail;
  readonly findings: readonly ChainFinding[];
  /** The number of findings that are not listed. */
  readonly more: number;
}

export interface VerifyOptions {
  /** The hash of an entry recorded elsewhere: it must be in the chain. */
  readonly expect?: string;
  /** The beginning may be missing: old files were moved away on purpose. */
  readonly partial?: boolean;
  readonly progress?: (done: Progress) => void;
}

const mostFindings = 1000;
const often = 20_000;

/** Follows the chain from the first entry to the head. Memory use does not grow with the log. */
export function verifyLog(directory: string, options: VerifyOptions = {}): Verification {
  // Read before the files: a process that writes meanwhile only appends.
  const head = readHead(directory);
  const files = logFiles(directory);
  const walk = new Walk(head, options);
  const ofBytes = files.reduce((sum, path) => sum + fileSize(path), 0);
  let before = 0;
  for (const path of files) {
    const file = basename(path);
    let end = 0;
    for (const line of readLines(path)) {
      walk.see(line, file);
      end = line.end;
      if (walk.entries % often === 0)
        options.progress?.({ bytes: before + end, ofBytes, entries: walk.entries });
    }
    before += end;
  }
  return { ...walk.finish(files.length), files: files.length };
}

/** Bytes between two entries that are not an entry. */
interface Gap {
  readonly file: string;
  readonly line: number;
  lines: number;
  bytes: number;
  readonly hash: Hash;
  readonly changed: Extract<ReadLine, { is: 'changed' }>[];
  whole: boolean;
}

/** The state of one pass over a log. */
class Walk {
  entries = 0;
  private tail: Tail = emptyTail;
  private first: number | undefined;
  private gap: Gap | undefined;
  private unvouched: { readonly before: Tail; readonly file: string; readonly line: number } | undefined;
  private place = { file: '', line: 0 };
  private readonly findings: ChainFinding[] = [];
  private more = 0;
  private broken = false;
  private expectSeen: boolean;
  private readonly head: Tail | undefined;
  private readonly partial: boolean;
  private readonly expect: string | undefined;

  constructor(head: Tail | undefined, { expect, partial = false }: VerifyOptions) {
    this.head = head;
    this.expect = expect;
    this.partial = partial;
    this.expectSeen = expect === undefined;
  }

  see(line: Line, file: string): void {
    this.place = { file, line: line.number };
    const read = line.whole ? readLine(line.bytes) : { is: 'foreign' as const };
    if (read.is === 'entry') this.follow(read.entry);
    else this.widen(read, line, file);
  }

  private widen(read: Exclude<ReadLine, { is: 'entry' }>, line: Line, file: string): void {
    this.gap ??= {
      file,
      line: line.number,
      lines: 0,
      bytes: 0,
      hash: createHash('sha256'),
      changed: [],
      whole: true,
    };
    const { gap } = this;
    gap.lines += 1;
    gap.bytes += line.end - line.offset;
    gap.hash.update(line.bytes);
    if (line.whole) gap.hash.update('\n');
    gap.whole = line.whole;
    if (read.is === 'changed' && gap.changed.length < 100) gap.changed.push(read);
  }

  private follow(entry: LogEntry): void {
    this.entries += 1;
    const begins = this.first === undefined;
    this.first ??= entry.seq;
    const mark = entry.type === 'mark' ? entry.mark : undefined;
    const changed = this.closeGap(mark);
    // A mark that itself says what is missing needs no other proof.
    const isTold = mark?.what === 'missing' && mark.first === 1;
    if (begins && (this.partial || (entry.seq > 1 && !isTold))) this.begin(entry);
    this.link(entry, changed, mark);
    if (mark !== undefined) this.applyMark(mark);
    if (this.head?.seq === entry.seq && this.head.hash !== entry.hash)
      this.find('head', `the head file knows entry ${entry.seq} with another hash: one of them was changed`, {
        first: entry.seq,
      });
    if (entry.hash === this.expect) this.expectSeen = true;
    // A line that was moved here says nothing about what comes next.
    if (entry.seq > this.tail.seq) this.tail = { seq: entry.seq, hash: entry.hash };
  }

  /** Entries before the first are missing, unless a later mark accounts for exactly them. */
  private begin(entry: LogEntry): void {
    this.tail = { seq: entry.seq - 1, hash: entry.prev };
    if (!this.partial) this.unvouched = { before: this.tail, ...this.place };
  }

  /** Handles what is between the last entry and the next; returns the changed entries there. */
  private closeGap(mark: Mark | undefined): Gap['changed'] {
    const { gap } = this;
    this.gap = undefined;
    if (gap === undefined) return [];
    if (mark?.what === 'torn' && mark.bytes === gap.bytes && mark.sha256 === gap.hash.digest('hex')) {
      this.note(
        'torn',
        `${gap.bytes} bytes are not an entry: an interrupted write, marked by the next entry`,
        gap,
      );
      return [];
    }
    this.tellGap(gap);
    return gap.changed;
  }

  private tellGap(gap: Gap): void {
    for (const { seq } of gap.changed)
      this.find('changed', `entry ${seq} was changed: its hash is not that of its text`, {
        first: seq,
        ...at(gap),
      });
    const foreign = gap.lines - gap.changed.length;
    if (foreign > 0)
      this.find(
        'foreign',
        `${foreign === 1 ? 'a line is' : `${foreign} lines are`} no entry (${gap.bytes} bytes)`,
        at(gap),
      );
  }

  private link(entry: LogEntry, changed: Gap['changed'], mark: Mark | undefined): void {
    const expected = this.tail.seq + 1 + changed.length;
    const { seq } = entry;
    if (seq > expected) {
      // The mark itself says what is missing.
      if (mark?.what !== 'missing' || mark.first !== this.tail.seq + 1 || mark.last !== seq - 1) {
        this.find('missing', missingWords(expected, seq - 1), { first: expected, last: seq - 1 });
      }
    } else if (seq < expected) {
      this.find('moved', `entry ${seq} is where entry ${expected} belongs: it was moved or occurs twice`, {
        first: seq,
      });
    } else {
      const before = changed.at(-1)?.hash ?? this.tail.hash;
      if (entry.prev !== before)
        this.find(
          'unlinked',
          `entry ${seq} does not follow from the line before: entry ${seq - 1} was changed or replaced`,
          { first: seq - 1, last: seq },
        );
    }
  }

  private applyMark(mark: Mark): void {
    const before = this.unvouched?.before;
    if (mark.what === 'dropped' && before?.seq === mark.last && before.hash === mark.hash) {
      this.unvouched = undefined;
      this.add({
        severity: 'note',
        what: 'dropped',
        ...this.place,
        message: `entries 1 to ${mark.last} were removed as the log was told to, and this entry vouches for them`,
        first: 1,
        last: mark.last,
      });
    }
    if (mark.what === 'missing')
      this.find(
        'missing',
        `${missingWords(mark.first, mark.last)}: the next writer found them cut off and said so`,
        { first: mark.first, last: mark.last },
      );
    if (mark.what === 'no-head')
      this.find(
        'no-head',
        'the head file was gone when this entry was written: entries may have been cut off before it',
        {},
      );
  }

  finish(files: number): Omit<Verification, 'files'> {
    if (this.gap !== undefined) this.finishGap(this.gap);
    const { head, tail, unvouched } = this;
    if (unvouched !== undefined) {
      const { before, ...place } = unvouched;
      this.find('missing', `${missingWords(1, before.seq)} at the beginning`, {
        first: 1,
        last: before.seq,
        ...place,
      });
    }
    if (head === undefined && (this.entries > 0 || files > 0))
      this.find('no-head', 'there is no head file: whether the end was cut off cannot be told', {});
    if (head !== undefined && head.seq > tail.seq)
      this.find(
        'cut',
        `${missingWords(tail.seq + 1, head.seq)} at the end: the head file knows ${head.seq} entries`,
        { first: tail.seq + 1, last: head.seq },
      );
    if (!this.expectSeen) this.find('cut', `no entry has the hash ${this.expect}`, {});
    return {
      ok: !this.broken,
      entries: this.entries,
      ...(this.first === undefined ? {} : { first: this.first, last: tail }),
      findings: this.findings,
      more: this.more,
    };
  }

  private finishGap(gap: Gap): void {
    if (gap.whole || gap.changed.length > 0) {
      this.tellGap(gap);
      const last = gap.changed.at(-1);
      // A changed last entry is reported as changed, not as missing.
      if (last !== undefined && last.seq === this.tail.seq + gap.changed.length)
        this.tail = { seq: last.seq, hash: last.hash };
    } else
      this.find(
        'torn',
        `the last ${gap.bytes} bytes are not a complete entry: an interrupted write, or one in progress`,
        at(gap),
      );
  }

  private find(what: ChainFinding['what'], message: string, about: Partial<ChainFinding>): void {
    this.broken = true;
    this.add({ severity: 'broken', what, ...this.place, message, ...about });
  }

  private note(what: ChainFinding['what'], message: string, gap: Gap): void {
    this.add({ severity: 'note', what, message, ...at(gap) });
  }

  private add(finding: ChainFinding): void {
    if (this.findings.length < mostFindings) this.findings.push(finding);
    else this.more += 1;
  }
}

function at({ file, line }: Gap): { readonly file: string; readonly line: number } {
  return { file, line };
}

function missingWords(first: number, last: number): string {
  return first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`;
}
