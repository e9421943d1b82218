import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** One line of a file, without its break. Its bytes are valid only until the next line is read. */
export interface Line {
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
  /** Where the line starts. */
  readonly offset: number;
  /** Where the next line starts. */
  readonly end: number;
  /** Whether it ends with a break: the last line of a torn file does not. */
  readonly whole: boolean;
}

const chunk = 1024 * 1024;
/** Longer than any entry: the rest is returned as another line, to bound memory use. */
const longest = 8 * 1024 * 1024;

/** Reads line by line from the start of a line; memory use does not grow with the file. */
export function* readLines(path: string, from: { offset: number; number: number } = start): Generator<Line> {
  const descriptor = openSync(path, 'r');
  try {
    let position = from.offset;
    let kept: Buffer = Buffer.alloc(0);
    let number = from.number;
    const space = Buffer.allocUnsafe(Math.min(chunk, fstatSync(descriptor).size + 1));
    for (;;) {
      const got = readSync(descriptor, space, 0, space.length, position);
      if (got === 0) break;
      const bytes =
        kept.length === 0 ? space.subarray(0, got) : Buffer.concat([kept, space.subarray(0, got)]);
      const base = position - kept.length;
      position += got;
      let begin = 0;
      for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, begin)) {
        yield {
          bytes: bytes.subarray(begin, at),
          number,
          offset: base + begin,
          end: base + at + 1,
          whole: true,
        };
        number += 1;
        begin = at + 1;
      }
      kept = Buffer.from(bytes.subarray(begin));
      if (kept.length > longest) {
        yield { bytes: kept, number, offset: base + begin, end: position, whole: false };
        kept = Buffer.alloc(0);
      }
    }
    if (kept.length > 0)
      yield { bytes: kept, number, offset: position - kept.length, end: position, whole: false };
  } finally {
    closeSync(descriptor);
  }
}

const start = { offset: 0, number: 1 };

export function fileSize(path: string): number {
  const descriptor = openSync(path, 'r');
  try {
    return fstatSync(descriptor).size;
  } finally {
    closeSync(descriptor);
  }
}

/** A chunk of a file, in its own buffer; shorter if the file has been truncated. */
export function readBytes(path: string, from: number, until: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(until - from);
    let got = 0;
    while (got < bytes.length) {
      const more = readSync(descriptor, bytes, got, bytes.length - got, from + got);
      if (more === 0) break;
      got += more;
    }
    return bytes.subarray(0, got);
  } finally {
    closeSync(descriptor);
  }
}
