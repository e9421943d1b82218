import type { CommandRule, PatternWord } from './pattern.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';

/** Characters that end or join commands in a shell: a rule covers a single command, so they can never match unquoted. */
const operators = new Set([';', '|', '&', '<', '>', '\n']);

/** One piece of the text: literal characters, a wildcard, or a gap between words. */
type Unit =
  | { readonly is: 'text'; readonly text: string; readonly end: number }
  | { readonly is: 'star' | 'blank' | 'tail'; readonly end: number }
  | { readonly is: 'broken'; readonly problem: ReturnType<typeof broken> };

/**
 * Parses the text between `Bash(` and `)`: words as a shell would split them, `*` as the only wildcard, a trailing `:*` or ` *`
 * as "then anything".
 */
export function parseCommandWords(
  text: string,
  options: { offset: number; open: boolean },
): Parsed<CommandRule> {
  const words: PatternWord[] = [];
  let pieces: string[] = [];
  let open = options.open;
  const endWord = (): void => {
    if (pieces.length > 0) words.push(toWord(pieces));
    pieces = [];
  };
  for (let at = 0; at < text.length;) {
    const unit = readUnit(text, at, options.offset);
    if (unit.is === 'broken') return unit.problem;
    if (unit.is === 'text') pieces.push((pieces.pop() ?? '') + unit.text);
    else if (unit.is === 'star') pieces.push(...(pieces.length === 0 ? ['', ''] : ['']));
    else endWord();
    open ||= unit.is === 'tail';
    at = unit.end;
  }
  endWord();
  while (words.at(-1)?.is === 'any') {
    words.pop();
    open = true;
  }
  return parsed({ about: 'command', words, open });
}

function readUnit(text: string, at: number, offset: number): Unit {
  const character = text.charAt(at);
  if (operators.has(character)) return { is: 'broken', problem: unquotedOperator(character, offset + at) };
  if (character === ' ' || character === '\t') return { is: 'blank', end: at + 1 };
  if (character === '*') return { is: 'star', end: at + 1 };
  if (character === ':' && text.slice(at) === ':*') return { is: 'tail', end: text.length };
  if (character === "'" || character === '"') return readQuoted(text, at, offset);
  if (character !== '\\') return { is: 'text', text: character, end: at + 1 };
  if (at + 1 < text.length) return { is: 'text', text: text.charAt(at + 1), end: at + 2 };
  return { is: 'broken', problem: broken(offset + at, 'backslash at the end', 'write \\\\ for a backslash') };
}

function readQuoted(text: string, at: number, offset: number): Unit {
  const quote = text.charAt(at);
  const end = closingQuote(text, at);
  if (end !== -1) return { is: 'text', text: unquote(text.slice(at + 1, end), quote), end: end + 1 };
  return {
    is: 'broken',
    problem: broken(offset + at, `quote ${quote} is not closed`, 'close it or escape it with \\'),
  };
}

function toWord(pieces: readonly string[]): PatternWord {
  if (pieces.length === 1) return { is: 'literal', text: pieces[0] ?? '' };
  return pieces.every((piece) => piece === '') ? { is: 'any' } : { is: 'glob', pieces };
}

function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === quote) return at;
    if (quote === '"' && text.charAt(at) === '\\') at++;
  }
  return -1;
}

function unquote(text: string, quote: string): string {
  return quote === "'" ? text : text.replaceAll(/\\(["\\$`*])/g, '$1');
}

function unquotedOperator(character: string, at: number): ReturnType<typeof broken> {
  const shown = character === '\n' ? 'a line break' : `\`${character}\``;
  return broken(
    at,
    `${shown} separates commands or redirects; a rule covers one command, so this can never match`,
    character === '<' || character === '>'
      ? 'write a Read(...) or Write(...) rule for the file'
      : 'write one rule for each command',
  );
}

const plainWord = /^[\w@%+=:,./~^#!?[\]{}-]+$/;

export function printCommandWords(rule: CommandRule): string {
  const words = rule.words.map(printWord).join(' ');
  if (!rule.open) return words;
  return `${words}:*`;
}

function printWord(word: PatternWord): string {
  if (word.is === 'any') return '*';
  // A colon before a star would be read as the open end.
  if (word.is === 'glob')
    return word.pieces.map((piece) => escapeText(piece).replace(/:$/, String.raw`\:`)).join('*');
  return plainWord.test(word.text) ? word.text : word.text === '' ? "''" : escapeText(word.text);
}

/** Backslashes, not quotes: they also work inside a glob. A line break is quoted. */
function escapeText(text: string): string {
  return text.replaceAll(/[^\w@%+=:,./~^#!?[\]{}-]/gu, (character) =>
    character === '\n' ? "'\n'" : `\\${character}`,
  );
}
