import { definedFields } from '../../../../call/defined-fields.ts';
import { text, type Atom } from './atom.ts';
import { agree, isMeta, peek, skipBlanks, skipNewlines } from '../state/cursor.ts';
import { finishValue, type Finish } from './finish-word.ts';
import type { Assignment } from '../state/invocation.ts';
import { plainEnd } from './plain-text.ts';
import { readArithmetic } from './read-arithmetic.ts';
import { endsAtMeta, readUnquoted } from './read-word.ts';
import { childrenOf, type AssignmentNode, type SyntaxNode, type WordNode } from '../syntax.ts';
import { noteParameter } from '../shells/shell-names.ts';
import { noteSet, spanOf, type Unit } from '../state/unit.ts';
import { Mismatch } from '../state/mismatch.ts';
import { recordAtoms, recordWord } from '../state/variable-use.ts';
import type { Word } from './word.ts';
import { wordSet, type WordSet } from '../../../word-set.ts';

/** Reads the word at the cursor, which must be the one that the parser sees. */
export function readWord(unit: Unit, node: WordNode): readonly Atom[] {
  const plain = readPlainWord(unit, node);
  if (plain !== undefined) return [text(plain, false)];
  indexParts(unit, node);
  const atoms: Atom[] = [];
  readUnquoted(unit, endsAtMeta, atoms);
  if (unit.at === node.pos) throw new Mismatch('an empty word', unit.at);
  refuseContinuedDescriptor(unit, node.pos);
  agree(unit, node.end, 'the end of a word');
  unit.commandPosition = false;
  return atoms;
}

/** Reads the word at the cursor if it is plain text, as most are: its meaning then does not depend on the context. */
function readPlainWord(unit: Unit, node: WordNode): string | undefined {
  skipBlanks(unit);
  agree(unit, node.pos, 'a word');
  const end = plainEnd(unit.text, unit.at);
  if (end === unit.at || end !== node.end || end > unit.limit) return undefined;
  const next = end < unit.limit ? unit.text[end] : undefined;
  // A redirection or a process substitution may follow immediately.
  if (!isMeta(next) || next === '<' || next === '>') return undefined;
  const found = unit.text.slice(unit.at, end);
  unit.at = end;
  unit.commandPosition = false;
  return found;
}

/** `2\` and `>o` on the next line are a redirection, not the word `2` and a redirection. */
function refuseContinuedDescriptor(unit: Unit, start: number): void {
  const next = peek(unit);
  if (next !== '<' && next !== '>') return;
  if (unit.text.slice(start, unit.at).includes('\\\n')) {
    throw new Mismatch('a line continued before a redirection', unit.at);
  }
}

/** Records where the parser sees expansions in a word; the scripts inside them are read separately. */
export function indexParts(unit: Unit, node: SyntaxNode): void {
  const open: SyntaxNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'Script') continue;
    if (EXPANSIONS.has(next.type)) unit.parts.set(next.pos, next);
    open.push(...childrenOf(next));
  }
}

const EXPANSIONS: WordSet = wordSet(
  'ParameterExpansion CommandExpansion ArithmeticExpansion ArithmeticCommandExpansion ProcessSubstitution',
);

export function finishAt(unit: Unit, start: number, end: number): Finish {
  return { span: spanOf(unit, start, end), unit, setHere: (name) => isSetHere(unit, name) };
}

/** Whether the text sets a variable whose value the world knows. */
export function isSetHere({ reading }: Unit, name: string): boolean {
  if (!reading.believes.nothingHidden) return true;
  const known = reading.setHere.get(name) ?? isSetInText(reading.text, name);
  reading.setHere.set(name, known);
  reading.usedAbsence = true;
  return known;
}

/** True if the text names the variable in any way but reading it. */
function isSetInText(source: string, name: string): boolean {
  if (!source.includes(name)) return false;
  return new RegExp(`(?<![$\\w]|\\$\\{)${name}(?!\\w)|\\$\\{${name}[^}]`).test(source);
}

const ASSIGNED = /[A-Za-z_][A-Za-z0-9_]*/y;

export function readAssignment(unit: Unit, node: AssignmentNode): Assignment {
  skipBlanks(unit);
  agree(unit, node.pos, 'an assignment');
  indexParts(unit, node);
  ASSIGNED.lastIndex = unit.at;
  const name = ASSIGNED.exec(unit.text)?.[0] ?? '';
  if (name === '' || name !== node.name) throw new Mismatch('an assignment that is not understood', unit.at);
  unit.at += name.length;
  const subscript = peek(unit) === '[' ? readAssignedSubscript(unit) : undefined;
  const append = peek(unit) === '+';
  if (append) unit.at += 1;
  if (peek(unit) !== '=') throw new Mismatch('an assignment that is not understood', unit.at);
  unit.at += 1;
  const start = unit.at;
  noteSet(unit, name);
  noteParameter(unit, name);
  if (subscript !== undefined || peek(unit) === '(') unit.reading.variables.arrays.add(name);
  const value = peek(unit) === '(' ? readArray(unit, name) : readValue(unit, name);
  agree(unit, node.end, 'the end of an assignment');
  if (!endsAtMeta(unit)) throw new Mismatch('text glued to an assignment', unit.at);
  unit.commandPosition = false;
  const span = spanOf(unit, node.pos, node.end);
  const word = value ?? {
    kind: 'unknown',
    reason: 'array',
    starts: '',
    count: 'one',
    span: spanOf(unit, start, unit.at),
  };
  return { name, value: word, span, ...(append ? { append } : {}), ...definedFields({ subscript }) };
}

function readValue(unit: Unit, name: string): Word {
  const start = unit.at;
  const atoms: Atom[] = [];
  readUnquoted(unit, endsAtMeta, atoms);
  recordAtoms(unit.reading.variables, name, atoms);
  return finishValue(atoms, finishAt(unit, start, unit.at));
}

function readAssignedSubscript(unit: Unit): Word {
  const start = unit.at + 1;
  unit.at = start;
  readArithmetic(unit, { ends: ']', style: 'double', key: true });
  const key = unit.text.slice(start, unit.at);
  const span = spanOf(unit, start, unit.at);
  unit.at += 1;
  if (/^[\w@*]*$/.test(key)) return { kind: 'literal', text: key, span };
  return { kind: 'unknown', reason: 'computed subscript', starts: '', count: 'one', span };
}

function readArray(unit: Unit, name: string): undefined {
  unit.at += 1;
  for (;;) {
    skipNewlines(unit);
    if (peek(unit) === ')') break;
    const start = unit.at;
    const atoms: Atom[] = [];
    if (peek(unit) === '[') readElementKey(unit);
    readUnquoted(unit, endsAtMeta, atoms);
    if (unit.at === start) throw new Mismatch('an array that is not understood', unit.at);
    recordWord(unit.reading.variables, name, atoms);
  }
  unit.at += 1;
}

/** `([k]=v)`: the key of an indexed array is evaluated. */
function readElementKey(unit: Unit): void {
  unit.at += 1;
  readArithmetic(unit, { ends: ']', style: 'double', key: true });
  unit.at += 1;
  if (peek(unit) === '+') unit.at += 1;
  if (peek(unit) !== '=') throw new Mismatch('an array element that is not understood', unit.at);
  unit.at += 1;
}
