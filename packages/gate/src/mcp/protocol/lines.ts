/** The longest message that is read. A longer one is refused whole: half a call cannot be decided. */
export const longestMessage: number = 16 * 1024 * 1024;

export interface LineEvents {
  readonly line: (text: string) => void;
  /** Invalid line: too long or not UTF-8. */
  readonly unreadable: (why: string) => void;
}

/** Splits bytes from chunks of any size into lines. Buffers at most one message. */
export function readLines({ line, unreadable }: LineEvents): {
  readonly push: (bytes: Buffer) => void;
  readonly end: () => void;
} {
  let parts: Buffer[] = [];
  let length = 0;
  let skipping = false;
  const finish = (last: Buffer): void => {
    const whole = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    const tooLong = skipping || whole.length > longestMessage;
    parts = [];
    length = 0;
    skipping = false;
    if (tooLong) unreadable(`a message is longer than ${longestMessage / 1024 / 1024} MiB`);
    else if (whole.length > 0) emit(whole);
  };
  const emit = (bytes: Buffer): void => {
    const text = decodeUtf8(bytes);
    if (text === undefined) unreadable('a message is not UTF-8');
    else if (text.trim() !== '') line(text);
  };
  return {
    push: (bytes) => {
      let start = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
        finish(bytes.subarray(start, end));
        start = end + 1;
      }
      const rest = bytes.subarray(start);
      length += rest.length;
      if (length > longestMessage) {
        skipping = true;
        parts = [];
      } else if (rest.length > 0) parts.push(rest);
    },
    end: () => {
      // A truncated message does not count; one that only lacks its newline does.
      if (parts.length > 0) finish(Buffer.alloc(0));
    },
  };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for invalid UTF-8: decoded leniently, two different names could become the same. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * A single line for every kind of reader: some also end a line at a carriage return or a Unicode line separator, and
 * would read a text that contains one as several messages.
 */
export function asLine(text: string): string {
  return breaks.test(text) ? `${text.replaceAll(everyBreak, escaped)}\n` : `${text}\n`;
}

const breaks = /[\n\r\u0085\u2028\u2029]/;
const everyBreak = new RegExp(breaks, 'g');

/** Inside a JSON text, a raw newline or return occurs only between tokens, and the others only within strings. */
function escaped(character: string): string {
  if (character === '\n' || character === '\r') return ' ';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
