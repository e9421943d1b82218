import type { Expression, Script } from './syntax.ts';

/** The state of reading: the text, the position, and everything found so far. */
export interface Reader {
  readonly text: string;
  at: number;
  depth: number;
  pipelines: number;
  /** Whether a comma joins list values here. */
  commas: boolean;
  out: Script;
  readonly nested: NestedReading;
}

/** Statements contain expressions and expressions contain statements; expressions reach statements through this. */
export interface NestedReading {
  /** Reads statements up to the closing character and consumes it. */
  readonly statements: (r: Reader, close: ')' | '}') => Expression | undefined;
  readonly pipeline: (r: Reader) => Expression | undefined;
  /** Reads one statement as the right side of an assignment or a hash table value. */
  readonly value: (r: Reader) => Expression | undefined;
  /** Called after the opening brace of a script block. */
  readonly block: (r: Reader) => void;
}

/** PowerShell refuses the text, or it is ambiguous. */
export class NotUnderstood extends Error {
  readonly at: number;
  constructor(reason: string, at: number) {
    super(reason);
    this.name = 'NotUnderstood';
    this.at = at;
  }
}

export function refuse(r: Reader, reason: string): never {
  throw new NotUnderstood(reason, r.at);
}

export function emptyScript(): Script {
  return {
    commands: [],
    redirections: [],
    members: [],
    assignments: [],
    definitions: [],
    types: [],
    namespaces: [],
    variables: [],
    inputs: [],
  };
}

const deepest = 150;

/** Reads one nesting level deeper, up to the depth that a person would write. */
export function deeper<T>(r: Reader, read: () => T): T {
  r.depth += 1;
  if (r.depth > deepest) refuse(r, 'nested too deeply');
  const value = read();
  r.depth -= 1;
  return value;
}

const blanks: ReadonlySet<string> = new Set(
  ' \t\v\f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);

export function isBlank(c: string | undefined): boolean {
  return c !== undefined && blanks.has(c);
}

export function isNewline(c: string | undefined): boolean {
  return c === '\n' || c === '\r';
}

const dashes: ReadonlySet<string> = new Set('-\u2013\u2014\u2015');

export function isDash(c: string | undefined): boolean {
  return c !== undefined && dashes.has(c);
}

const singles: ReadonlySet<string> = new Set("'\u2018\u2019\u201a\u201b");
const doubles: ReadonlySet<string> = new Set('"\u201c\u201d\u201e');

export function isSingle(c: string | undefined): boolean {
  return c !== undefined && singles.has(c);
}

export function isDouble(c: string | undefined): boolean {
  return c !== undefined && doubles.has(c);
}

export function endsWord(c: string | undefined): boolean {
  return c === undefined || '(){};,|&\n\r\0'.includes(c) || blanks.has(c);
}

export function isNameChar(c: string | undefined): boolean {
  return c !== undefined && (/[\w]/.test(c) || (c > '\u007f' && /[\p{L}\p{Nd}]/u.test(c)));
}

export function peek(r: Reader, offset: number = 0): string | undefined {
  return r.text[r.at + offset];
}

export function take(r: Reader, text: string): boolean {
  if (!r.text.startsWith(text, r.at)) return false;
  r.at += text.length;
  return true;
}

export function expect(r: Reader, text: string): void {
  if (!take(r, text)) refuse(r, `\`${text}\` is missing`);
}

export function matchAt(r: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = r.at;
  return pattern.exec(r.text)?.[0];
}

/** Skips spaces, continued lines and comments, but not the end of a line. */
export function skipBlanks(r: Reader): void {
  for (;;) {
    const c = peek(r);
    if (isBlank(c)) r.at += 1;
    else if (c === '`') {
      const next = peek(r, 1);
      if (next === '\r' && peek(r, 2) === '\n') r.at += 3;
      else if (isNewline(next) || isBlank(next)) r.at += 2;
      else return;
    } else if (c === '#') while (r.at < r.text.length && !isNewline(peek(r))) r.at += 1;
    else if (c === '<' && peek(r, 1) === '#') {
      const end = r.text.indexOf('#>', r.at + 2);
      if (end === -1) refuse(r, 'a comment that does not end');
      r.at = end + 2;
    } else return;
  }
}

export function skipLines(r: Reader): void {
  skipBlanks(r);
  while (isNewline(peek(r))) {
    r.at += 1;
    skipBlanks(r);
  }
}

/** Skips newlines and semicolons. */
export function skipSeparators(r: Reader): void {
  skipLines(r);
  while (take(r, ';')) skipLines(r);
}
