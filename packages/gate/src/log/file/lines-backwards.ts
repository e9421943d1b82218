import { readBytes } from './read-lines.ts';

export interface BackwardsOptions {
  readonly size: number;
  /** Called for each chunk, because a full file is renamed; undefined if it was removed. */
  readonly path: () => string | undefined;
  /** Size of the first chunk in bytes, and of the others, unless a line is longer. */
  readonly first: number;
  readonly others: number;
}

/** Whole lines with their breaks, chunk by chunk, from the end of the file. A torn line is left out. */
export function* linesBackwards({ size, path, first, others }: BackwardsOptions): Generator<Buffer> {
  let until = size;
  let step = first;
  while (until > 0) {
    const now = path();
    if (now === undefined) return;
    const from = Math.max(0, until - step);
    const bytes = readBytes(now, from, until);
    // Unless the chunk starts the file, its first line is incomplete.
    const begin = from === 0 ? 0 : bytes.indexOf(0x0a) + 1;
    if (from > 0 && (begin === 0 || begin === bytes.length)) {
      step *= 4;
      continue;
    }
    yield bytes.subarray(begin, bytes.lastIndexOf(0x0a) + 1);
    until = from + begin;
    step = others;
  }
}
