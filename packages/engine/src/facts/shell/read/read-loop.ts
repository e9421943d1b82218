import { isKeywordAt, keyword, looksAt, operator, peek, skipBlanks, skipNewlines } from './state/cursor.ts';
import type { Atom } from './words/atom.ts';
import { leftAt, mark } from './unfinished-text.ts';
import type { KnownValue } from './state/known-value.ts';
import { roundsOf } from './words/loop-rounds.ts';
import { after, same, type Outcome } from './state/outcome.ts';
import { readArithmetic } from './words/read-arithmetic.ts';
import { indexParts, readWord } from './words/read-parts.ts';
import type { ArithmeticFor, CompoundList, For, Select, Statement, SyntaxNode, While } from './syntax.ts';
import { childrenOf } from './syntax.ts';
import { isOnlySetHere, printedValue } from './state/known-values.ts';
import { noteParameter } from './shells/shell-names.ts';
import { inside, noteSet, type Unit } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import { recordUnknown, recordWord } from './state/variable-use.ts';
import { covers, either, unknownDirectory, type PossibleDirectories } from './state/possible-directories.ts';

interface Inner {
  readonly statements: (unit: Unit, statements: readonly Statement[]) => Outcome;
}

export function readLoop(unit: Unit, node: ArithmeticFor | For | Select | While, inner: Inner): Outcome {
  switch (node.type) {
    case 'While':
      keyword(unit, node.kind);
      return repeat(unit, () => {
        const { ok, fail } = readLoopBody(unit, node.clause, inner);
        const [goesOn, ends] = node.kind === 'while' ? [ok, fail] : [fail, ok];
        unit.here = goesOn;
        readDoBody(unit, node.body, inner);
        return [ends];
      });
    case 'ArithmeticFor':
      return readArithmeticFor(unit, node, inner);
    default:
      return readFor(unit, node, inner);
  }
}

/** `git ls-files | while read -r f; do m1 "$f"; done`: inside the loop, its variable is a line of the script's output. */
export function readFedLoop(
  unit: Unit,
  node: SyntaxNode,
  { source, read }: { readonly source: string | undefined; readonly read: () => Outcome },
): Outcome {
  const name = source === undefined || node.type !== 'While' ? undefined : lineName(unit, node);
  if (name === undefined || source === undefined || !isOnlySetHere(unit, name)) return read();
  const value = printedValue(unit, { printed: source.trim() });
  if (value === undefined) return read();
  const { values, readInLoop } = unit.reading;
  readInLoop.add(name);
  values.set(name, value);
  const outcome = read();
  values.delete(name);
  return outcome;
}

/** The variable of `while read -r f`, which holds a whole line unless a name contains a blank or a backslash. */
function lineName(unit: Unit, { kind, clause }: While): string | undefined {
  const test = unit.text.slice(clause.pos, clause.end);
  return kind === 'while' ? /^(?:IFS= )?read (?:-r )?([a-z_]\w*)\s*;?\s*$/iu.exec(test)?.[1] : undefined;
}

function readFor(unit: Unit, node: For | Select, inner: Inner): Outcome {
  keyword(unit, node.type === 'For' ? 'for' : 'select');
  readWord(unit, node.name);
  if (!/^[A-Za-z_]\w*$/.test(node.name.text)) throw new Mismatch('the name of a loop is not plain', unit.at);
  const { variables } = unit.reading;
  noteSet(unit, node.name.text);
  noteParameter(unit, node.name.text);
  skipNewlines(unit);
  unit.commandPosition = true;
  const words: (readonly Atom[])[] = [];
  if (node.wordlist !== undefined) {
    keyword(unit, 'in');
    for (const word of node.wordlist) words.push(readWord(unit, word));
    for (const atoms of words) recordWord(variables, node.name.text, atoms);
  } else {
    variables.copies.push([node.name.text, '@']);
  }
  if (node.type === 'Select') recordUnknown(variables, 'REPLY');
  readListEnd(unit);
  const rounds = roundsOf(unit, node, words);
  return repeat(unit, () => {
    if (rounds === undefined) readDoBody(unit, node.body, inner);
    else readRounds(unit, { node, rounds, inner });
    return [];
  });
}

interface Rounds {
  readonly node: For | Select;
  readonly rounds: readonly KnownValue[];
  readonly inner: Inner;
}

function readRounds(unit: Unit, { node, rounds, inner }: Rounds): void {
  const { values } = unit.reading;
  const start = unit.at;
  for (const value of rounds) {
    unit.at = start;
    unit.commandPosition = true;
    values.set(node.name.text, value);
    readDoBody(unit, node.body, inner);
  }
  values.delete(node.name.text);
}

function readListEnd(unit: Unit): void {
  skipBlanks(unit);
  if (peek(unit) === ';') unit.at += 1;
  unit.commandPosition = true;
  skipNewlines(unit);
}

function readArithmeticFor(unit: Unit, node: ArithmeticFor, inner: Inner): Outcome {
  for (const child of childrenOf(node)) if (child.type !== 'CompoundList') indexParts(unit, child);
  keyword(unit, 'for');
  operator(unit, '((');
  readArithmetic(unit, { ends: ';', style: 'double' });
  operator(unit, ';');
  readArithmetic(unit, { ends: ';', style: 'double' });
  operator(unit, ';');
  readArithmetic(unit, { ends: ')', style: 'double' });
  operator(unit, '))');
  readListEnd(unit);
  return repeat(unit, () => {
    readDoBody(unit, node.body, inner);
    return [];
  });
}

function readDoBody(unit: Unit, body: CompoundList, inner: Inner): void {
  skipBlanks(unit);
  const braces = looksAt(unit, '{') && !isKeywordAt(unit, 'do');
  keyword(unit, braces ? '{' : 'do');
  readLoopBody(unit, body, inner);
  keyword(unit, braces ? '}' : 'done');
}

function readLoopBody(unit: Unit, list: CompoundList, inner: Inner): Outcome {
  unit.commandPosition = true;
  const outcome = inner.statements(unit, list.commands);
  skipNewlines(unit);
  return outcome;
}

/**
 * Reads a body that may run any number of times. If it changes directory, all its commands run in an unknown one. `read`
 * returns where the test leaves the shell when it ends the loop: `until cd x; do y; done` ends in `x`, and `y` never runs
 * there.
 */
function repeat(unit: Unit, read: () => readonly PossibleDirectories[]): Outcome {
  const { here, reading } = unit;
  const start = mark(unit);
  const firstLoose = reading.loose.length;
  let ends: readonly PossibleDirectories[] = [];
  inside(unit, 'loop', () => {
    ends = read();
  });
  if ([unit.here, ...ends, ...leftAt(unit, start)].every((end) => covers(here, end))) return same(here);
  const anywhere = unknownDirectory('in a loop that changes directory');
  for (const draft of reading.drafts.slice(start.draft)) draft.here = anywhere;
  for (const loose of reading.loose.slice(firstLoose)) loose.here = anywhere;
  unit.here = either(anywhere, after(same(unit.here)));
  return same(unit.here);
}
