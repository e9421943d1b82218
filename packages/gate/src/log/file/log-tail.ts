import { readSync } from 'node:fs';
import { readLine, type Tail } from '@permesso/protocol/entry';

export interface FileTail {
  /** The last whole entry; absent if the file has none. */
  readonly last?: Tail;
  /** Offset of its end. What follows is not an entry. */
  readonly end: number;
}

const chunk = 64 * 1024;
/** No entry is longer, so the search stops here. */
const furthest = 8 * 1024 * 1024;

/** Searches backwards from the end, so that the cost does not depend on the length. */
export function readTail(descriptor: number, size: number): FileTail {
  let bytes = Buffer.alloc(0);
  while (bytes.length < size && bytes.length < furthest) {
    const wanted = Math.min(Math.max(chunk, bytes.length), size - bytes.length);
    const more = Buffer.alloc(wanted);
    readWhole(descriptor, more, size - bytes.length - wanted);
    bytes = Buffer.concat([more, bytes]);
    const found = lastEntry(bytes, size - bytes.length);
    if (found !== undefined) return found;
  }
  return { end: 0 };
}

function lastEntry(bytes: Buffer, offset: number): FileTail | undefined {
  let until = bytes.lastIndexOf(0x0a);
  while (until !== -1) {
    const before = until === 0 ? -1 : bytes.lastIndexOf(0x0a, until - 1);
    // Without a preceding break, the line may start further up.
    if (before === -1 && offset > 0) return undefined;
    const read = readLine(bytes.subarray(before + 1, until));
    if (read.is === 'entry')
      return { last: { seq: read.entry.seq, hash: read.entry.hash }, end: offset + until + 1 };
    until = before;
  }
  return undefined;
}

function readWhole(descriptor: number, into: Buffer, position: number): void {
  let done = 0;
  while (done < into.length) {
    const got = readSync(descriptor, into, done, into.length - done, position + done);
    if (got === 0) throw new Error('the log shrank while it was read');
    done += got;
  }
}
