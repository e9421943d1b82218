/** Decodes the text between the quotes of `$'...'`; undefined if the result is not valid UTF-8. */
export function decodeAnsiC(body: string): string | undefined {
  const bytes: number[] = [];
  let at = 0;
  while (at < body.length) {
    if (body[at] !== '\\') {
      const char = String.fromCodePoint(body.codePointAt(at) ?? 0);
      bytes.push(...new TextEncoder().encode(char));
      at += char.length;
      continue;
    }
    const escape = decodeEscape(body, at + 1);
    // A NUL ends the quoted string, and only the quoted string: $'rm\0x'y is rmy.
    if (escape.bytes.length === 1 && escape.bytes[0] === 0) break;
    bytes.push(...escape.bytes);
    at = escape.end;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

interface Escape {
  readonly bytes: readonly number[];
  readonly end: number;
}

const SIMPLE = new Map<string, number>([
  ['a', 7],
  ['b', 8],
  ['e', 27],
  ['E', 27],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
  ["'", 39],
  ['"', 34],
  ['?', 63],
]);

const OCTAL = /[0-7]{1,3}/y;
const HEX_BYTE = /x(?:([0-9a-fA-F]{1,2})|\{([0-9a-fA-F]+)\})/y;
const CODE_POINT = /u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})/y;

function decodeEscape(body: string, at: number): Escape {
  const char = body[at];
  if (char === undefined) return { bytes: [92], end: at };
  const simple = SIMPLE.get(char);
  if (simple !== undefined) return { bytes: [simple], end: at + 1 };
  if (char === 'c') return control(body, at);
  return numeric(body, at) ?? { bytes: [92], end: at };
}

/** Escapes that bash versions decode differently become an invalid UTF-8 byte, so that the word is unknown. */
const UNSURE = 255;

function control(_body: string, at: number): Escape {
  return { bytes: [UNSURE], end: at + 2 };
}

function numeric(body: string, at: number): Escape | undefined {
  const octal = matchAt(OCTAL, body, at);
  if (octal !== undefined) return { bytes: [parseInt(octal[0], 8) & 255], end: at + octal[0].length };
  const hex = matchAt(HEX_BYTE, body, at);
  if (hex !== undefined) {
    const end = at + hex[0].length;
    return { bytes: [hex[1] === undefined ? UNSURE : parseInt(hex[1], 16)], end };
  }
  const point = matchAt(CODE_POINT, body, at);
  if (point === undefined) return body[at] === 'x' ? { bytes: [UNSURE], end: at + 1 } : undefined;
  const code = parseInt(point[1] ?? point[2] ?? '', 16);
  // Beyond ASCII the locale decides: without UTF-8 the escape stays as written.
  return { bytes: [code > 0x7f ? UNSURE : code], end: at + point[0].length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
