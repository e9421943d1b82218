import type { Atom } from './atom.ts';
import { peek } from '../state/cursor.ts';
import { readDollar, readQuoted } from './read-word.ts';
import { noteParameter } from '../shells/shell-names.ts';
import { addDoubt, type Style, type Unit } from '../state/unit.ts';
import { Mismatch } from '../state/mismatch.ts';
import { recordEvaluation } from '../state/variable-use.ts';

export interface ArithmeticOptions {
  /** Characters that end the expression outside brackets. */
  readonly ends: string;
  readonly style: Style;
  /** A subscript may be the key of an associative array: text, quoted or not. */
  readonly key?: boolean;
}

const NUMBER = /[0-9][0-9A-Za-z_@#]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const PLAIN = /[-\s+*/%<>=!&|^~?:,()[\]]/;
const KEY_PLAIN = /[-\s+*/%<>=!&|^~?:,()[\].@]/;

/** Reads an arithmetic expression up to its end, which is left unread, and records the variables that it evaluates. */
export function readArithmetic(unit: Unit, options: ArithmeticOptions): void {
  let depth = 0;
  for (;;) {
    const char = peek(unit);
    if (char === undefined) throw new Mismatch('unterminated arithmetic', unit.at);
    if (depth === 0 && options.ends.includes(char)) return;
    if (char === '(' || char === '[') depth += 1;
    if (char === ')' || char === ']') depth -= 1;
    if (depth < 0) throw new Mismatch('brackets in arithmetic do not match', unit.at);
    readArithmeticPiece(unit, char, options);
  }
}

function readArithmeticPiece(unit: Unit, char: string, options: ArithmeticOptions): void {
  if (char === '$' || char === '`' || char === '"') return readArithmeticExpansions(unit, char, options);
  if (char === "'" && options.key === true) return readQuotedKey(unit);
  const token = tokenAt(unit, NUMBER) ?? nameAt(unit);
  if (token !== undefined) {
    unit.at += token.length;
    return undefined;
  }
  if (!(options.key === true ? KEY_PLAIN : PLAIN).test(char)) {
    throw new Mismatch(`${char} in arithmetic`, unit.at);
  }
  unit.at += 1;
  return undefined;
}

function nameAt(unit: Unit): string | undefined {
  const name = tokenAt(unit, NAME);
  if (name !== undefined) {
    recordEvaluation(unit.reading.variables, name);
    noteParameter(unit, name);
  }
  return name;
}

function tokenAt(unit: Unit, pattern: RegExp): string | undefined {
  pattern.lastIndex = unit.at;
  return pattern.exec(unit.text)?.[0].slice(0, unit.limit - unit.at);
}

/** Quotes do not protect a subscript: `a['$(x)']` runs x. */
function readQuotedKey(unit: Unit): void {
  const end = unit.text.indexOf("'", unit.at + 1);
  const body = end === -1 ? '$' : unit.text.slice(unit.at + 1, end);
  if (!/^[\w ./:@-]*$/.test(body)) throw new Mismatch('a quoted subscript', unit.at);
  unit.at = end + 1;
}

function readArithmeticExpansions(unit: Unit, char: string, options: ArithmeticOptions): void {
  const atoms: Atom[] = [];
  if (char === '$') readDollar(unit, 'double', atoms);
  else if (char === '`')
    atoms.push(unit.doors.backticks(unit, options.style === 'bare' ? 'double' : options.style));
  else if (options.style === 'heredoc') throw new Mismatch('a quote in arithmetic', unit.at);
  else {
    unit.at += 1;
    readQuoted(unit, 'double', atoms);
  }
  for (const atom of atoms) evaluateAtom(unit, atom);
}

/** The result of an expansion is evaluated again. */
export function evaluateAtom(unit: Unit, atom: Atom): void {
  if (atom.kind === 'variable') recordEvaluation(unit.reading.variables, atom.name);
  else if (atom.kind === 'text') evaluateText(unit, atom.text);
  else if (atom.sources !== undefined) for (const source of atom.sources) evaluateAtom(unit, source);
  else if (atom.number !== true) addDoubt(unit, `arithmetic over the ${atom.reason}`);
}

/** Text that arithmetic evaluates although it is not read as an expression here: `let x+=1`, `[[ x -eq 1 ]]`. */
function evaluateText(unit: Unit, text: string): void {
  if (/[[$`\\'"]/.test(text)) addDoubt(unit, 'text that arithmetic evaluates');
  for (const [name] of text.matchAll(/[A-Za-z_][A-Za-z0-9_]*/g))
    recordEvaluation(unit.reading.variables, name);
}
