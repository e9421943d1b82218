import { Mismatch } from './mismatch.ts';
import type { Unit } from './unit.ts';

const METACHARACTERS = new Set([' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>']);

export function isMeta(char: string | undefined): boolean {
  return char === undefined || METACHARACTERS.has(char);
}

export function peek(unit: Unit, ahead: number = 0): string | undefined {
  const at = unit.at + ahead;
  return at < unit.limit ? unit.text[at] : undefined;
}

export function looksAt(unit: Unit, text: string): boolean {
  return unit.at + text.length <= unit.limit && unit.text.startsWith(text, unit.at);
}

export function skipBlanks(unit: Unit): void {
  for (;;) {
    const char = peek(unit);
    if (char === ' ' || char === '\t') unit.at += 1;
    else if (char === '\\' && peek(unit, 1) === '\n') skipContinuation(unit);
    else return;
  }
}

const PLAIN = /^[A-Za-z0-9_./,:@%+-]$/;

/**
 * A continued line joins the text around it: `&\\` and `>o` on the next line are `&>o`, `2\\` and `>o` are `2>o`. It is skipped
 * only next to a blank, or before plain text.
 */
export function skipContinuation(unit: Unit): void {
  const before = unit.text[unit.at - 1];
  const after = peek(unit, 2);
  const apart = isBlank(before) || isBlank(after);
  const plain = after !== undefined && PLAIN.test(after) && (isMeta(before) || PLAIN.test(before ?? ''));
  const glued = before === '<' || before === '>' || before === '(';
  if (!apart && (!plain || glued)) throw new Mismatch('a line continued inside of a token', unit.at);
  unit.at += 2;
}

function isBlank(char: string | undefined): boolean {
  return char === undefined || char === ' ' || char === '\t' || char === '\n';
}

/** Skips blanks and a comment: between tokens `#` always starts one, which extends to the end of the line. */
export function skipLineRest(unit: Unit): void {
  skipBlanks(unit);
  if (peek(unit) !== '#') return;
  const end = unit.text.indexOf('\n', unit.at);
  unit.at = end === -1 || end > unit.limit ? unit.limit : end;
}

/** Skips everything between two commands that is not an operator. Here-documents begin after a newline. */
export function skipNewlines(unit: Unit): boolean {
  let found = false;
  for (;;) {
    skipLineRest(unit);
    if (peek(unit) !== '\n') return found;
    unit.at += 1;
    found = true;
    unit.commandPosition = true;
    if (unit.heldOutside) throw new Mismatch('a new line before an outer here-document', unit.at);
    if (unit.pending.length > 0) unit.doors.heredocs(unit);
  }
}

export function operator(unit: Unit, text: string): void {
  skipBlanks(unit);
  if (!looksAt(unit, text)) throw new Mismatch(`expected ${text}`, unit.at);
  unit.at += text.length;
  unit.commandPosition = true;
  refuseContinued(unit);
}

const CONTINUED_OPERATOR = /(?:\\\n)+[-&|;<>()]/y;

/** An operator continues after a continued line: `&\` and `>o` on the next line are `&>o`. */
export function refuseContinued(unit: Unit): void {
  if (peek(unit) !== '\\') return;
  CONTINUED_OPERATOR.lastIndex = unit.at;
  if (CONTINUED_OPERATOR.test(unit.text)) throw new Mismatch('a line continued in an operator', unit.at);
}

export function keyword(unit: Unit, word: string): void {
  skipBlanks(unit);
  if (!unit.commandPosition || !isKeywordAt(unit, word)) throw new Mismatch(`expected ${word}`, unit.at);
  unit.at += word.length;
}

export function isKeywordAt(unit: Unit, word: string): boolean {
  return looksAt(unit, word) && isMeta(peek(unit, word.length));
}

/** Checks that the parser sees a start or an end at this position. */
export function agree(unit: Unit, where: number, what: string): void {
  if (unit.at !== where) throw new Mismatch(`${what} is not where the parser sees it`, unit.at);
}
