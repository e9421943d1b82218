import { notRead } from './syntax.ts';

export interface Token {
  readonly type:
    | 'name'
    | 'number'
    | 'text'
    | 'bytes'
    | 'format'
    | 'operator'
    | 'line'
    | 'indent'
    | 'dedent'
    | 'end';
  readonly text: string;
  /** The value of a text, if all its escapes are known. */
  readonly says?: string | undefined;
}

interface Reader {
  readonly source: string;
  at: number;
  /** The open brackets: lines do not end within them. */
  open: string;
  readonly indents: number[];
  readonly tokens: Token[];
}

const longestProgram = 10_000;

/**
 * The tokens of an ASCII program. Python folds other letters into ASCII (`ｅｘｅｃ` is `exec`), and an encoding comment changes the
 * meaning of the bytes, so neither is read.
 */
export function pythonTokens(source: string): readonly Token[] {
  if (source.length > longestProgram) notRead('length');
  // eslint-disable-next-line no-control-regex -- the characters that lines may hide behind
  if (/[\0-\x08\x0b-\x1f\x7f]/u.test(source)) notRead('control characters');
  if (/^.*\n?.*coding[:=]/u.test(source)) notRead('an encoding');
  const reader: Reader = { source, at: 0, open: '', indents: [0], tokens: [] };
  startLine(reader);
  while (reader.at < source.length) step(reader);
  if (reader.open !== '') notRead('an open bracket');
  reader.tokens.push({ type: 'line', text: '\n' });
  for (const _ of reader.indents.slice(1)) reader.tokens.push({ type: 'dedent', text: '' });
  reader.tokens.push({ type: 'end', text: '' });
  return reader.tokens;
}

/** Empty lines and comments do not count; the width of tabs would be ambiguous. */
function startLine(reader: Reader): void {
  const blank = /(?:[ \t]*(?:#[^\n]*)?\n)*/uy;
  blank.lastIndex = reader.at;
  reader.at += blank.exec(reader.source)?.[0].length ?? 0;
  const spaces = /[ \t]*/uy;
  spaces.lastIndex = reader.at;
  const found = spaces.exec(reader.source)?.[0] ?? '';
  reader.at += found.length;
  if (reader.at >= reader.source.length || reader.source[reader.at] === '#') return;
  if (found.includes('\t')) notRead('tabs');
  const { indents, tokens } = reader;
  if (found.length > (indents.at(-1) ?? 0)) {
    indents.push(found.length);
    tokens.push({ type: 'indent', text: '' });
  }
  while (found.length < (indents.at(-1) ?? 0)) {
    indents.pop();
    tokens.push({ type: 'dedent', text: '' });
  }
  if (found.length !== indents.at(-1)) notRead('indentation');
}

const word = /[A-Za-z_]\w*/uy;
const number =
  /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?j?)(?![\w.])/uy;
const operator = /\*\*=?|\/\/=?|<<=?|>>=?|[-+*/%&|^=<>!:]=|->|\.\.\.|[-+*/%@&|^~<>=()[\]{},:.;]/uy;
const textStart = /([rRbBuUfF]{0,2})('''|"""|'|")/uy;

function step(reader: Reader): void {
  const { source, tokens } = reader;
  const next = source[reader.at] ?? '';
  if (next === ' ' || next === '\t') reader.at += 1;
  else if (next === '#') reader.at = endOfLine(source, reader.at);
  else if (next === '\\' && source[reader.at + 1] === '\n') reader.at += 2;
  else if (next === '\n') {
    reader.at += 1;
    if (reader.open !== '') return;
    tokens.push({ type: 'line', text: '\n' });
    startLine(reader);
  } else {
    const isRead =
      take(reader, textStart, (found) => readText(reader, found)) ||
      take(reader, word, (found) => tokens.push({ type: 'name', text: found })) ||
      take(reader, number, (found) => tokens.push({ type: 'number', text: found })) ||
      take(reader, operator, (found) => bracket(reader, found));
    if (!isRead) notRead(`the character ${next}`);
  }
}

function take(reader: Reader, pattern: RegExp, use: (found: string) => void): boolean {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.source)?.[0];
  if (found === undefined) return false;
  reader.at += found.length;
  use(found);
  return true;
}

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function bracket(reader: Reader, text: string): void {
  const opens = closing[text];
  if ('([{'.includes(text)) reader.open += text;
  else if (opens !== undefined) {
    if (!reader.open.endsWith(opens)) notRead('brackets');
    reader.open = reader.open.slice(0, -1);
  }
  reader.tokens.push({ type: 'operator', text });
}

function readText(reader: Reader, start: string): void {
  const [, prefix = '', quote = ''] = /^(\w*)(.+)$/u.exec(start) ?? [];
  const kinds = prefix.toLowerCase();
  const from = reader.at;
  let at = from;
  while (!reader.source.startsWith(quote, at)) {
    if (at >= reader.source.length) notRead('an open text');
    if (quote.length === 1 && reader.source[at] === '\n') notRead('an open text');
    at += reader.source[at] === '\\' ? 2 : 1;
  }
  const text = reader.source.slice(from, at);
  reader.at = at + quote.length;
  const type = kinds.includes('b') ? 'bytes' : kinds.includes('f') ? 'format' : 'text';
  reader.tokens.push({ type, text, says: kinds.includes('r') ? text : withoutEscapes(text) });
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', "'": "'", '"': '"' };

/** The value of a text; undefined if it has an escape that is not decoded here. */
export function withoutEscapes(text: string): string | undefined {
  let isKnown = true;
  const says = text.replaceAll(/\\([\s\S])/gu, (_, letter: string) => {
    isKnown &&= escapes[letter] !== undefined;
    return escapes[letter] ?? '';
  });
  return isKnown ? says : undefined;
}

function endOfLine(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end === -1 ? source.length : end;
}
