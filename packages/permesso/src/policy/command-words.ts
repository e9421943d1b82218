import type { CommandRule, PatternWord } from './pattern.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';

/** Characters that end or join commands in a shell: a rule holds one command, so they can never match unquoted. */
const operators = new Set([';', '|', '&', '<', '>', '\n']);

interface Scan {
  readonly pieces: string[];
  /** Something was written here, if only `''`. */
  started: boolean;
}

/**
 * Reads the text between `Bash(` and `)`: words as a shell would split them, `*` as the only wildcard,
 * a trailing `:*` or ` *` as "then anything".
 */
export function parseCommandWords(
  text: string,
  options: { offset: number; open: boolean },
): Parsed<CommandRule> {
  const words: PatternWord[] = [];
  let scan: Scan = { pieces: [''], started: false };
  let tail = false;
  const flush = (): void => {
    if (scan.started) words.push(toWord(scan.pieces));
    scan = { pieces: [''], started: false };
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (operators.has(character)) return unquotedOperator(character, options.offset + at);
    if (character === ' ' || character === '\t') {
      flush();
    } else if (character === "'" || character === '"') {
      const end = closingQuote(text, at);
      if (end === -1)
        return broken(
          options.offset + at,
          `quote ${character} is not closed`,
          'close it or escape it with \\',
        );
      append(scan, unquote(text.slice(at + 1, end), character));
      at = end;
    } else if (character === '\\') {
      if (at + 1 === text.length)
        return broken(options.offset + at, 'backslash at the end', 'write \\\\ for a backslash');
      at++;
      append(scan, text.charAt(at));
    } else if (character === ':' && text.slice(at) === ':*') {
      tail = true;
      break;
    } else if (character === '*') {
      scan.pieces.push('');
      scan.started = true;
    } else {
      append(scan, character);
    }
  }
  flush();
  if (words.at(-1)?.is === 'any') {
    words.pop();
    tail = true;
  }
  return parsed({ about: 'command', words, open: tail || options.open });
}

function append(scan: Scan, text: string): void {
  scan.pieces.push((scan.pieces.pop() ?? '') + text);
  scan.started = true;
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
  if (word.is === 'glob') return word.pieces.map(escapeText).join('*');
  return plainWord.test(word.text) ? word.text : word.text === '' ? "''" : escapeText(word.text);
}

/** Backslashes rather than quotes: they also work inside a glob, and a line break becomes a quoted one. */
function escapeText(text: string): string {
  return text.replaceAll(/[^\w@%+=:,./~^#!?[\]{}-]/gu, (character) =>
    character === '\n' ? "'\n'" : `\\${character}`,
  );
}
