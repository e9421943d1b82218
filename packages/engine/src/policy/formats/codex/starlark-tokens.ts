export interface StarlarkToken {
  readonly is: 'text' | 'name' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
  readonly startsLine: boolean;
}

const shape =
  /(?<blank>[ \t\r\n]+|\\\r?\n|#[^\n]*)|(?<number>\d+)|(?<name>[A-Za-z_]\w*)|(?<sign>[()[\]{},=+\-*/%.:<>!|&;@])/uy;

export function tokenize(
  source: string,
): { readonly list: readonly StarlarkToken[] } | { readonly error: string; readonly at: number } {
  const list: StarlarkToken[] = [];
  let startsLine = true;
  for (let at = 0; at < source.length;) {
    const piece = readStringToken(source, at) ?? readPiece(source, at);
    if (piece === undefined) return { error: `unexpected \`${source.charAt(at)}\``, at };
    if (piece.end === -1) return { error: 'a quote is never closed', at };
    if (piece.is !== 'blank') list.push({ is: piece.is, text: piece.text, at, startsLine });
    startsLine = piece.is === 'blank' && (startsLine || isLineBreak(piece.text));
    at = piece.end;
  }
  return { list };
}

interface Piece {
  readonly is: 'blank' | 'text' | 'name' | 'number' | 'sign';
  readonly text: string;
  /** -1: unterminated. */
  readonly end: number;
}

function isLineBreak(blank: string): boolean {
  return blank.includes('\n') && !blank.startsWith('\\');
}

function readPiece(source: string, at: number): Piece | undefined {
  shape.lastIndex = at;
  const found = shape.exec(source);
  const is = (['blank', 'number', 'name', 'sign'] as const).find(
    (name) => found?.groups?.[name] !== undefined,
  );
  return found === null || is === undefined ? undefined : { is, text: found[0], end: shape.lastIndex };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\n', ''],
]);

function readStringToken(source: string, at: number): Piece | undefined {
  const [start = '', raw = '', quote = ''] = /^(r?)("""|'''|"|')/u.exec(source.slice(at, at + 4)) ?? [];
  if (start === '') return undefined;
  let text = '';
  for (let here = at + start.length; here < source.length;) {
    if (source.startsWith(quote, here)) return { is: 'text', text, end: here + quote.length };
    const character = source.charAt(here);
    if (character === '\n' && quote.length === 1) break;
    const isEscape = character === '\\';
    const next = source.charAt(here + 1);
    text += isEscape ? (raw === '' ? (escapes.get(next) ?? next) : character + next) : character;
    here += isEscape ? 2 : 1;
  }
  return { is: 'text', text, end: -1 };
}
