import { notRead } from '../python/syntax.ts';

export interface Token {
  readonly is: 'name' | 'number' | 'text' | 'template' | 'pattern' | 'mark' | 'end';
  readonly text: string;
  /** The value of a text without escapes. */
  readonly value?: string;
  /** A line break precedes it. */
  readonly isFirst: boolean;
}

const end: Token = { is: 'end', text: '', isFirst: true };

/** The token at an index; beyond either end an empty one. */
export function tokenAt(tokens: readonly Token[], at: number): Token {
  return tokens[at] ?? end;
}

const marks =
  '>>>= ... === !== **= <<= >>= >>> &&= ||= ??= => == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= << >> ** { } ( ) [ ] . ; , < > + - * / % & | ^ ! ~ ? : ='.split(
    ' ',
  );

/** After these an expression begins, so that a slash starts a pattern. */
const beforePattern = /^(?:[(,=:[!&|?;{+*%<>~^-]|=>|==|===|!=|!==|&&|\|\||\?\?|\+=|-=)$/u;
const beforeExpression: ReadonlySet<string> = new Set(['return', 'typeof', 'case', 'in', 'of', 'await']);

/**
 * The tokens of a JavaScript program. A program is rejected if one reading hides code that another would run (a slash that
 * divides or starts a pattern, an HTML comment, an escape in a name).
 */
export function readTokens(source: string): readonly Token[] {
  // Line ends that editors do not show, and comment openers of old scripts.
  if (/[\u2028\u2029\uFEFF\0\r]|<!--|-->/u.test(source)) return notRead('an odd character');
  const reader: Reader = { source, at: 0, tokens: [], isFirst: true };
  readUntil(reader, '');
  return reader.tokens;
}

interface Reader {
  readonly source: string;
  at: number;
  readonly tokens: Token[];
  isFirst: boolean;
}

/** Reads to the end, or to the bracket that closes a template's expression. */
function readUntil(reader: Reader, closing: '' | '}'): void {
  let depth = 0;
  for (;;) {
    skipBlanks(reader);
    const { source, at, tokens } = reader;
    const letter = source[at];
    if (letter === undefined) return closing === '' ? undefined : notRead('a template without an end');
    if (closing !== '' && letter === '}' && depth === 0) return;
    const last = tokenAt(tokens, tokens.length - 1);
    if (letter === '"' || letter === "'") readText(reader, letter);
    else if (letter === '`') readTemplate(reader, last);
    else if (letter === '/' && beginsPattern(reader, last)) readPattern(reader);
    else {
      readPlain(reader);
      const { text, is } = tokenAt(tokens, tokens.length - 1);
      if (is === 'mark') depth += text === '{' ? 1 : text === '}' ? -1 : 0;
    }
  }
}

function push(reader: Reader, token: Omit<Token, 'isFirst'>): void {
  reader.tokens.push({ ...token, isFirst: reader.isFirst });
  reader.isFirst = false;
}

function skipBlanks(reader: Reader): void {
  const { source } = reader;
  for (;;) {
    const blank = /[ \t]+|\n|\/\/[^\n]*|\/\*[^]*?\*\//uy;
    blank.lastIndex = reader.at;
    const rest = blank.exec(source)?.[0];
    if (rest === undefined) return;
    if (rest.includes('\n')) reader.isFirst = true;
    reader.at += rest.length;
  }
}

function readText(reader: Reader, quote: string): void {
  const pattern = quote === '"' ? /"((?:[^"\\\n]|\\[^\n])*)"/uy : /'((?:[^'\\\n]|\\[^\n])*)'/uy;
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.source);
  if (found === null) return notRead('a text without an end');
  const [whole, inside = ''] = found;
  push(reader, { is: 'text', text: whole, ...(inside.includes('\\') ? {} : { value: inside }) });
  reader.at += whole.length;
}

/** The contents of `${}` become tokens in parentheses, so that they are checked like the rest. */
function readTemplate(reader: Reader, last: Token): void {
  const { source } = reader;
  // A name before a template is a function that is called.
  const isTag =
    last.is === 'text' ||
    last.is === 'template' ||
    /^[)\]}]$/u.test(last.text) ||
    (last.is === 'name' && !beforeExpression.has(last.text));
  if (isTag) return notRead('a template with a tag');
  const start = reader.at;
  reader.at += 1;
  const inner: Token[] = [];
  for (;;) {
    const letter = source[reader.at];
    if (letter === undefined) return notRead('a template without an end');
    if (letter === '`') break;
    if (letter === '\\') reader.at += 2;
    else if (source.startsWith('${', reader.at)) {
      const part: Reader = { source, at: reader.at + 2, tokens: [], isFirst: false };
      readUntil(part, '}');
      inner.push(
        { is: 'mark', text: ',', isFirst: false },
        { is: 'mark', text: '(', isFirst: false },
        ...part.tokens,
        { is: 'mark', text: ')', isFirst: false },
      );
      reader.at = part.at + 1;
    } else reader.at += 1;
  }
  reader.at += 1;
  const text = source.slice(start, reader.at);
  // `a`, (x), (y): a sequence in its own parentheses.
  push(reader, { is: 'mark', text: '(' });
  reader.tokens.push({ is: 'template', text, isFirst: false }, ...inner, {
    is: 'mark',
    text: ')',
    isFirst: false,
  });
}

function beginsPattern(reader: Reader, last: Token): boolean {
  if (last.is === 'end' || (last.is === 'mark' && beforePattern.test(last.text))) return true;
  const before = tokenAt(reader.tokens, reader.tokens.length - 2);
  if (last.is === 'name' && beforeExpression.has(last.text))
    return before.text === '.'
      ? false
      : last.text === 'return' || last.text === 'typeof' || notRead('a slash');
  if (last.is === 'name' || last.is === 'number' || last.text === ']') return false;
  if (last.text === ')') return wasTest(reader) ? notRead('a slash') : false;
  return notRead('a slash');
}

function wasTest({ tokens }: Reader): boolean {
  let depth = 0;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { text, is } = tokenAt(tokens, at);
    if (is !== 'mark') continue;
    depth += text === ')' ? 1 : text === '(' ? -1 : 0;
    if (depth === 0) return /^(?:if|while|for|with)$/u.test(tokenAt(tokens, at - 1).text);
  }
  return true;
}

function readPattern(reader: Reader): void {
  const pattern = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/uy;
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.source)?.[0];
  if (found === undefined) return notRead('a pattern');
  push(reader, { is: 'pattern', text: found });
  reader.at += found.length;
}

function readPlain(reader: Reader): void {
  const plain =
    /(?<name>[A-Za-z_$][\w$]*)|(?<number>(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?)n?)/uy;
  plain.lastIndex = reader.at;
  const groups = plain.exec(reader.source)?.groups;
  const text =
    groups?.['name'] ?? groups?.['number'] ?? marks.find((mark) => reader.source.startsWith(mark, reader.at));
  if (text === undefined) return notRead('a character');
  push(reader, {
    is: groups?.['name'] === undefined ? (groups?.['number'] === undefined ? 'mark' : 'number') : 'name',
    text,
  });
  reader.at += text.length;
}
