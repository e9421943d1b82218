import { decodeAnsiC } from './ansi-c.ts';
import { pushAtom, text, type Atom } from './atom.ts';
import { isMeta, peek, skipContinuation } from '../state/cursor.ts';
import { doubtDifference, readsOtherwise } from '../shells/differs.ts';
import { knownValue } from '../state/known-values.ts';
import { Mismatch } from '../state/mismatch.ts';
import type { Style, Unit } from '../state/unit.ts';

/** Whether the word ends here; called before every unquoted character. */
export type Ends = (unit: Unit) => boolean;

export function endsAtMeta(unit: Unit): boolean {
  return isMeta(peek(unit)) && !startsProcessSubstitution(unit);
}

function startsProcessSubstitution(unit: Unit): boolean {
  const char = peek(unit);
  return (char === '<' || char === '>') && peek(unit, 1) === '(';
}

const RUN = /[A-Za-z0-9_.,@%+-]+/y;

export function readUnquoted(unit: Unit, ends: Ends, atoms: Atom[]): void {
  let braces = 0;
  for (;;) {
    const char = peek(unit);
    if (char === undefined || ends(unit)) return;
    if (char === '{') braces += 1;
    else if (char === '}' && braces > 0) braces -= 1;
    else if (char === '}') doubtDifference(unit, 'closing-brace');
    if (startsProcessSubstitution(unit)) {
      pushAtom(atoms, unit.doors.processSubstitution(unit));
    } else if (!readQuoting(unit, char, atoms)) {
      RUN.lastIndex = unit.at;
      const run = RUN.exec(unit.text)?.[0].slice(0, unit.limit - unit.at) ?? char;
      pushAtom(atoms, text(run, false));
      unit.at += run.length;
    }
  }
}

function readQuoting(unit: Unit, char: string, atoms: Atom[]): boolean {
  switch (char) {
    case '\\':
      readEscape(unit, atoms);
      return true;
    case "'":
      readSingleQuoted(unit, atoms);
      return true;
    case '"':
      unit.at += 1;
      pushAtom(atoms, text('', true));
      readQuoted(unit, 'double', atoms);
      return true;
    case '$':
      readDollar(unit, 'bare', atoms);
      return true;
    case '`':
      pushAtom(atoms, unit.doors.backticks(unit, 'bare'));
      return true;
    default:
      return false;
  }
}

function readEscape(unit: Unit, atoms: Atom[]): void {
  const next = peek(unit, 1);
  if (next === undefined) throw new Mismatch('a backslash at the end', unit.at);
  if (next === '\n') return skipContinuation(unit);
  unit.at += 2;
  return pushAtom(atoms, text(next, true));
}

function readSingleQuoted(unit: Unit, atoms: Atom[]): void {
  const end = unit.text.indexOf("'", unit.at + 1);
  if (end === -1 || end >= unit.limit) throw new Mismatch('unterminated quote', unit.at);
  pushAtom(atoms, text(unit.text.slice(unit.at + 1, end), true));
  unit.at = end + 1;
}

const QUOTED_RUN = /[^\\$`"]+/y;

/** Reads the inside of double quotes through the closing one, or a here-document's body up to the limit. */
export function readQuoted(unit: Unit, style: 'double' | 'heredoc', atoms: Atom[]): void {
  for (;;) {
    const char = peek(unit);
    if (char === undefined) {
      if (style === 'heredoc') return;
      throw new Mismatch('unterminated quote', unit.at);
    }
    if (char === '"') {
      unit.at += 1;
      if (style === 'double') return;
      pushAtom(atoms, text('"', true));
    } else {
      readQuotedPiece(unit, style, atoms);
    }
  }
}

/** Reads one piece inside double quotes: an escape, an expansion or a run of text. */
export function readQuotedPiece(unit: Unit, style: 'double' | 'heredoc', atoms: Atom[]): void {
  const char = peek(unit);
  if (char === '\\') return readQuotedEscape(unit, style, atoms);
  if (char === '$') return readDollar(unit, style, atoms);
  if (char === '`') return pushAtom(atoms, unit.doors.backticks(unit, style));
  QUOTED_RUN.lastIndex = unit.at;
  const run = QUOTED_RUN.exec(unit.text)?.[0].slice(0, unit.limit - unit.at) ?? '';
  unit.at += run.length;
  return pushAtom(atoms, text(run, true));
}

function readQuotedEscape(unit: Unit, style: 'double' | 'heredoc', atoms: Atom[]): void {
  const next = peek(unit, 1);
  if (next === undefined) throw new Mismatch('a backslash at the end', unit.at);
  const special = next === '$' || next === '`' || next === '\\' || (next === '"' && style === 'double');
  unit.at += 2;
  if (next !== '\n') pushAtom(atoms, text(special ? next : `\\${next}`, true));
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPECIAL = /[0-9@*#?$!-]/;

/** Reads everything that a dollar sign can start. */
export function readDollar(unit: Unit, style: Style, atoms: Atom[]): void {
  const next = peek(unit, 1);
  if ((next === "'" || next === '"') && style === 'bare') {
    const id = next === "'" ? 'ansi-c-quotes' : 'locale-quotes';
    if (!isRefused(unit, next) && readsOtherwise(unit, id)) {
      unit.at += 1;
      return pushAtom(atoms, text('$', true));
    }
    if (next === "'") return readAnsiC(unit, atoms);
    unit.at += 2;
    pushAtom(atoms, text('', true));
    return readQuoted(unit, 'double', atoms);
  }
  if (next === '(' || next === '{' || next === '[') {
    const start = unit.at;
    for (const atom of unit.doors.dollarGroup(unit, style)) pushAtom(atoms, atom);
    if (style === 'heredoc') refuseJoined(unit, start);
    return undefined;
  }
  if (next === '\\' && peek(unit, 2) === '\n') throw new Mismatch('a line continued after $', unit.at);
  return readPlainVariable(unit, style, atoms);
}

/** Whether a shell without `$'...'` rejects the line: `$'it\'s'` leaves a quote open there. Unknown with other quoting. */
function isRefused({ text: whole, base }: Unit, quote: string): boolean {
  if (quote !== "'" || base !== undefined || /["#`\n]|<</.test(whole)) return false;
  const quotes = whole.split("'");
  return quotes.length % 2 === 0 && quotes.every((piece, at) => at % 2 === 1 || !piece.includes('\\'));
}

/** Bash joins the lines of a here-document before any expansion, even quoted ones within a `$( )`. */
function refuseJoined(unit: Unit, start: number): void {
  if (unit.text.slice(start, unit.at).includes('\\\n'))
    throw new Mismatch('a line continued in an expansion of a here-document', start);
}

function readPlainVariable(unit: Unit, style: Style, atoms: Atom[]): void {
  const quoted = style !== 'bare';
  const next = peek(unit, 1) ?? '';
  NAME.lastIndex = unit.at + 1;
  const name = NAME.exec(unit.text)?.[0].slice(0, unit.limit - unit.at - 1) ?? '';
  if (name !== '') {
    unit.at += 1 + name.length;
    // A line continued within a name continues the name.
    if (peek(unit) === '\\' && peek(unit, 1) === '\n')
      throw new Mismatch('a line continued in a name', unit.at);
    if (isSubscripted(unit) || isModified(unit)) return pushAtom(atoms, modified(name, quoted));
    const atom: Atom = knownValue(unit, name, quoted) ?? { kind: 'variable', name, quoted };
    return pushAtom(atoms, quoted || atom.kind === 'unknown' ? atom : { ...atom, open: true });
  }
  noteDollar(unit, next);
  if (!SPECIAL.test(next)) {
    unit.at += 1;
    return pushAtom(atoms, text('$', quoted));
  }
  unit.at += 2;
  if (isModified(unit)) return pushAtom(atoms, modified(next, quoted));
  return pushAtom(atoms, specialParameter(next, quoted));
}

/** `$=x`, `$~x`, `$^x`, whatever follows; `$+x`, `$#x`, even with a continued line in between. */
const EXPANSION_FLAG = /\$(?:[=~^]|[+#](?:\\\n)*[\w{(@*?$!=~^+#-])/y;

/** A character that only zsh allows in names. */
function isWide(char: string | undefined): boolean {
  return char !== undefined && char > '\u007F';
}

const NUMBER_SUBSCRIPT = /\[-?\d+(?:,-?\d+)?\]/y;

/** A dollar sign that no name follows. */
function noteDollar(unit: Unit, next: string): void {
  if (next === '`') doubtDifference(unit, 'dollar-before-backquote');
  if (isWide(next)) doubtDifference(unit, 'wide-name');
  EXPANSION_FLAG.lastIndex = unit.at;
  if (EXPANSION_FLAG.test(unit.text)) doubtDifference(unit, 'expansion-flag');
}

/** In zsh `$x[1]` is a part of the value; any other subscript is computed. */
function isSubscripted(unit: Unit): boolean {
  if (isWide(peek(unit))) doubtDifference(unit, 'wide-name');
  if (peek(unit) !== '[') return false;
  NUMBER_SUBSCRIPT.lastIndex = unit.at;
  if (NUMBER_SUBSCRIPT.test(unit.text)) return readsOtherwise(unit, 'plain-subscript');
  doubtDifference(unit, 'plain-subscript');
  return false;
}

/** The letters of zsh's modifiers: `$x:h`, `$x:gs/a/b/`, even with a continued line in between. */
const MODIFIER = /(?:\\\n)*:(?:\\\n)*[aAcefFghlpPqQrstuwWx&]/y;

function isModified(unit: Unit): boolean {
  if (peek(unit) !== ':' && peek(unit) !== '\\') return false;
  MODIFIER.lastIndex = unit.at;
  return MODIFIER.test(unit.text) && readsOtherwise(unit, 'value-modifier');
}

/** The modifier itself is read next, as text without a meaning. */
function modified(name: string, quoted: boolean): Atom {
  return { kind: 'unknown', reason: `value of $${name} with a modifier`, quoted, changesRest: true };
}

function specialParameter(name: string, quoted: boolean): Atom {
  if (/[#?$!]/.test(name)) {
    const natural = name === '!' ? 'own job' : 'number';
    return { kind: 'unknown', reason: `value of $${name}`, quoted, number: true, natural };
  }
  if (/[0-9]/.test(name)) return { kind: 'variable', name, quoted };
  const sources: readonly Atom[] = name === '-' ? [] : [{ kind: 'variable', name, quoted }];
  return { kind: 'unknown', reason: `value of $${name}`, quoted, many: name === '@', sources };
}

/** Any escape other than those with the same meaning in every shell that has `$'...'`. */
const ODD_ESCAPE = /\\(?![abfnrtv\\'"]|(?!000)[0-3][0-7]{2}|x(?!00)[0-9a-fA-F]{2}(?![0-9a-fA-F]))(?:[^]|$)/;

function readAnsiC(unit: Unit, atoms: Atom[]): void {
  let end = unit.at + 2;
  while (end < unit.limit && unit.text[end] !== "'") end += unit.text[end] === '\\' ? 2 : 1;
  if (end >= unit.limit) throw new Mismatch('unterminated quote', unit.at);
  const body = unit.text.slice(unit.at + 2, end);
  const isKnown = !ODD_ESCAPE.test(body) || !readsOtherwise(unit, 'ansi-c-escapes');
  const value = isKnown ? decodeAnsiC(body) : undefined;
  const unknown: Atom = { kind: 'unknown', reason: "bytes in $'...' that are not text", quoted: true };
  pushAtom(atoms, value === undefined ? unknown : text(value, true));
  unit.at = end + 1;
}
