import { readBytes } from './read-lines.ts';

export interface BackwardsOptions {
  readonly size: number;
  /** Asked for each piece, because a file that is full gets another name; nothing when it is gone. */
  readonly path: () => string | undefined;
  /** Bytes of the first piece, and of the others, unless a line is longer. */
  readonly first: number;
  readonly others: number;
}

/** Whole lines with their breaks, piece by piece, the end of the file first. A line that was torn is left out. */
export function* linesBackwards({ size, path, first, others }: BackwardsOptions): Generator<Buffer> {
  let until = size;
  let step = first;
  while (until > 0) {
    const now = path();
    if (now === undefined) return;
    const from = Math.max(0, until - step);
    const bytes = readBytes(now, from, until);
    // Unless it starts the file, the first line is only the end of one.
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
