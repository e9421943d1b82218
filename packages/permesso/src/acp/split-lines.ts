export interface LineEvents {
  /** Includes the newline. */
  readonly line: (bytes: Buffer) => void;
  /** Part of a line that is too long to hold, including its newline. */
  readonly part: (bytes: Buffer) => void;
}

/** More than any message with an embedded file. */
const longestLine = 16 * 1024 * 1024;

/** Splits a byte stream into lines without losing or changing a byte. */
export function splitLines(
  { line, part }: LineEvents,
  longest: number = longestLine,
): {
  readonly push: (bytes: Buffer) => void;
  readonly end: () => void;
} {
  let held: Buffer[] = [];
  let size = 0;
  let passing = false;
  const take = (bytes: Buffer, isEnd: boolean): void => {
    if (passing) part(bytes);
    else {
      held.push(bytes);
      size += bytes.length;
      if (size > longest) {
        passing = true;
        for (const one of held) part(one);
        held = [];
      } else if (isEnd) line(Buffer.concat(held));
    }
    if (!isEnd) return;
    held = [];
    size = 0;
    passing = false;
  };
  return {
    push: (bytes) => {
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        take(bytes.subarray(start, end + 1), true);
        start = end + 1;
      }
      if (start < bytes.length) take(bytes.subarray(start), false);
    },
    end: () => {
      if (held.length > 0) line(Buffer.concat(held));
      held = [];
    },
  };
}
