import type { ProgramNature } from './sed-program.ts';

/**
 * What an awk program may do besides printing. `system()`, `| "sh"`, `print > file`, `getline < file`, `@load` and
 * changes of `ARGV` are the ways out; anything the small tokeniser is unsure of is `unclear`.
 */
export function awkNature(text: string): ProgramNature {
  const tokens = tokenise(text);
  if (tokens === undefined) return 'unclear';
  let depth = 0;
  /** Parenthesis depth at which the current statement's `print` stands. */
  let printing: number | undefined;
  for (const token of tokens) {
    if (token === '(' || token === '[') depth += 1;
    else if (token === ')' || token === ']') depth -= 1;
    else if (token === ';' || token === '{' || token === '}' || token === '\n') printing = undefined;
    else if (token === 'print' || token === 'printf') printing = depth;
    else if (token === '|' || token === '|&' || token === 'system') return 'runs';
    else if (token === '>>' || (token === '>' && printing !== undefined && depth <= printing))
      return 'writes';
    else if (escapes.has(token)) return 'unclear';
  }
  return 'prints';
}

const escapes: ReadonlySet<string> = new Set([
  'getline',
  'ARGV',
  'ARGC',
  '@',
  'PROCINFO',
  'SYMTAB',
  'FUNCTAB',
]);

const operators = [
  '|&',
  '||',
  '&&',
  '>>',
  '>=',
  '<=',
  '==',
  '!=',
  '!~',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '^=',
];

/** After these a slash divides; after anything else it opens a pattern. */
const value = /^(?:[\w$.]+|"|\)|\]|\/)$/u;
const keywords: ReadonlySet<string> = new Set([
  'print', 'printf', 'return', 'in', 'case', 'do', 'else', 'exit', 'delete', 'getline',
]); // prettier-ignore

function tokenise(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === ' ' || character === '\t' || character === '\r') at += 1;
    else if (character === '\\' && text[at + 1] === '\n') at += 2;
    else if (character === '#') {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
    } else if (character === '"') {
      const end = closing(text, at + 1, '"');
      if (end === undefined) return undefined;
      tokens.push('"');
      at = end + 1;
    } else if (/[\w.]/u.test(character)) {
      const start = at;
      while (at < text.length && /[\w.]/u.test(text[at] ?? '')) at += 1;
      tokens.push(text.slice(start, at));
    } else if (character === '/') {
      const last = tokens.at(-1);
      // Post-increment then division, or pre-increment of a pattern: the tokeniser does not guess.
      if (last === '++' || last === '--') return undefined;
      const divides = last !== undefined && value.test(last) && !keywords.has(last);
      if (divides) {
        tokens.push('÷');
        at += text[at + 1] === '=' ? 2 : 1;
        continue;
      }
      const end = closing(text, at + 1, '/');
      if (end === undefined || text.slice(at, end).includes('[')) {
        // A slash inside brackets does not close the pattern in every awk.
        const wide = end === undefined ? undefined : bracketed(text, at + 1);
        if (wide === undefined || wide !== end) return undefined;
      }
      tokens.push('/');
      at = (end ?? at) + 1;
    } else {
      const two = operators.find((operator) => text.startsWith(operator, at));
      tokens.push(two ?? character);
      at += two?.length ?? 1;
    }
  }
  return tokens;
}

function closing(text: string, start: number, quote: string): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '\n') return undefined;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

function bracketed(text: string, start: number): number | undefined {
  let inside = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '\n') return undefined;
    else if (character === '[' && !inside) {
      inside = true;
      if (text[at + 1] === '^') at += 1;
      if (text[at + 1] === ']') at += 1;
    } else if (character === ']') inside = false;
    else if (character === '/' && !inside) return at;
  }
  return undefined;
}
