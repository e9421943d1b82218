import { agree, keyword, looksAt, operator, peek, skipBlanks, skipNewlines } from './state/cursor.ts';
import { isModelledBuiltin } from './evaluating-builtins.ts';
import { eitherOutcome, same, type Outcome } from './state/outcome.ts';
import { readArithmetic } from './words/read-arithmetic.ts';
import { readLoop } from './read-loop.ts';
import { indexParts, readWord } from './words/read-parts.ts';
import { readTest } from './read-test.ts';
import type {
  ArithmeticCommand,
  ArithmeticFor,
  BraceGroup,
  Case,
  CompoundList,
  Coproc,
  For,
  FunctionNode,
  If,
  Select,
  Statement,
  Subshell,
  TestCommand,
  While,
} from './syntax.ts';
import { doubtDifference, readsOtherwise } from './shells/differs.ts';
import { noteParameter } from './shells/shell-names.ts';
import { addDoubt, inside, spanOf, type Unit } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import { either } from './state/possible-directories.ts';

export type Compound =
  | ArithmeticCommand
  | ArithmeticFor
  | BraceGroup
  | Case
  | Coproc
  | For
  | FunctionNode
  | If
  | Select
  | Subshell
  | TestCommand
  | While;

/** The readers for nested commands. */
export interface Inner {
  readonly node: (unit: Unit, node: Statement['command']) => Outcome;
  readonly statements: (unit: Unit, statements: readonly Statement[]) => Outcome;
}

export function readCompound(unit: Unit, node: Compound, inner: Inner): Outcome {
  agree(unit, node.pos, 'a compound command');
  const outcome = readByType(unit, node, inner);
  unit.commandPosition = true;
  return outcome;
}

function readByType(unit: Unit, node: Compound, inner: Inner): Outcome {
  switch (node.type) {
    case 'Subshell':
      return readSubshell(unit, node, inner);
    case 'BraceGroup':
      return readGroup(unit, node, inner);
    case 'If':
      return readIf(unit, node, inner);
    case 'Case':
      return readCase(unit, node, inner);
    case 'Function':
      return readFunction(unit, node, inner);
    case 'Coproc':
      return readCoproc(unit, node, inner);
    case 'ArithmeticCommand':
      return readArithmeticCommand(unit, node);
    case 'TestCommand':
      return readTest(unit, node);
    default:
      return readLoop(unit, node, inner);
  }
}

function readSubshell(unit: Unit, node: Subshell, inner: Inner): Outcome {
  const { here } = unit;
  operator(unit, '(');
  if (peek(unit) === '(') throw new Mismatch('(( that may be arithmetic', unit.at);
  inside(unit, 'subshell', () => inner.statements(unit, node.body.commands));
  skipNewlines(unit);
  operator(unit, ')');
  unit.here = here;
  return same(here);
}

function readGroup(unit: Unit, node: BraceGroup, inner: Inner): Outcome {
  keyword(unit, '{');
  const outcome = readCompoundBody(unit, node.body, inner);
  keyword(unit, '}');
  return outcome;
}

function readCompoundBody(unit: Unit, body: CompoundList, inner: Inner): Outcome {
  unit.commandPosition = true;
  const outcome = inner.statements(unit, body.commands);
  skipNewlines(unit);
  return outcome;
}

function readIf(unit: Unit, node: If, inner: Inner): Outcome {
  keyword(unit, 'if');
  let test = readCompoundBody(unit, node.clause, inner);
  let outcome = readBranch(unit, { word: 'then', body: node.then, test, inner });
  for (const branch of node.elif) {
    unit.here = test.fail;
    keyword(unit, 'elif');
    test = readCompoundBody(unit, branch.clause, inner);
    outcome = eitherOutcome(outcome, readBranch(unit, { word: 'then', body: branch.then, test, inner }));
  }
  if (node.else === undefined) {
    outcome = eitherOutcome(outcome, { ok: test.fail, fail: test.fail });
  } else {
    outcome = eitherOutcome(
      outcome,
      readBranch(unit, { word: 'else', body: node.else, test: { ok: test.fail, fail: test.fail }, inner }),
    );
  }
  keyword(unit, 'fi');
  return outcome;
}

interface Branch {
  readonly word: 'then' | 'else';
  readonly body: CompoundList;
  readonly test: Outcome;
  readonly inner: Inner;
}

function readBranch(unit: Unit, { word, body, test, inner }: Branch): Outcome {
  keyword(unit, word);
  unit.here = test.ok;
  return inside(unit, 'condition', () => readCompoundBody(unit, body, inner));
}

function readCase(unit: Unit, node: Case, inner: Inner): Outcome {
  keyword(unit, 'case');
  readWord(unit, node.word);
  skipNewlines(unit);
  unit.commandPosition = true;
  keyword(unit, 'in');
  const { here } = unit;
  let outcome = same(here);
  for (const item of node.items) {
    skipNewlines(unit);
    if (peek(unit) === '(') unit.at += 1;
    for (const [index, pattern] of item.pattern.entries()) {
      if (index > 0) operator(unit, '|');
      readWord(unit, pattern);
    }
    operator(unit, ')');
    // After ;& the previous item falls through into this one.
    unit.here = either(here, either(outcome.ok, outcome.fail));
    outcome = eitherOutcome(
      outcome,
      inside(unit, 'case', () => readCompoundBody(unit, item.body, inner)),
    );
    if (item.terminator !== undefined) operator(unit, item.terminator);
  }
  skipNewlines(unit);
  unit.commandPosition = true;
  keyword(unit, 'esac');
  return outcome;
}

const FUNCTION_NAME = /^[A-Za-z0-9_.:@+,/-]+$/;

function readFunction(unit: Unit, node: FunctionNode, inner: Inner): Outcome {
  const { here } = unit;
  skipBlanks(unit);
  const spelled = looksAt(unit, 'function') && node.name.pos !== unit.at;
  if (spelled) keyword(unit, 'function');
  const isKnown = !spelled || !readsOtherwise(unit, 'function-keyword');
  readWord(unit, node.name);
  skipBlanks(unit);
  if (!spelled || peek(unit) === '(') {
    operator(unit, '(');
    operator(unit, ')');
  }
  skipNewlines(unit);
  unit.commandPosition = true;
  const name = node.name.text;
  if (!FUNCTION_NAME.test(name)) throw new Mismatch('the name of a function is not plain', node.name.pos);
  if (isModelledBuiltin(name) || name === 'command_not_found_handle') {
    addDoubt(unit, `a function takes the place of ${name}`, node.name.pos);
  }
  const { functions } = unit.reading;
  if (node.body.type === 'CompoundList') throw new Mismatch('a function without a body', node.pos);
  const body = node.body;
  inside(unit, 'function', () => inner.node(unit, body));
  // Known only from here on: a recursive call may still find a command of that name first.
  functions.set(name, functions.get(name) === true || (isKnown && !unit.detaches && runsOnce(unit)));
  unit.here = here;
  return same(here);
}

/** True at the top of the text: compound commands are read one level deeper. */
function runsOnce(unit: Unit): boolean {
  return unit.depth <= 1 && unit.within.length === 0;
}

function readCoproc(unit: Unit, node: Coproc, inner: Inner): Outcome {
  const { here, within } = unit;
  // Bash 5.2 prints a substitution back to text before it runs it, and misprints coproc.
  if (within.includes('substitution') || within.includes('process-substitution')) {
    throw new Mismatch('coproc inside a substitution', unit.at);
  }
  keyword(unit, 'coproc');
  doubtDifference(unit, 'coprocess');
  if (node.name !== undefined) {
    readWord(unit, node.name);
    if (!/^[A-Za-z_]\w*$/.test(node.name.text))
      throw new Mismatch('the name of a coproc is not plain', unit.at);
    noteParameter(unit, node.name.text);
    doubtDifference(unit, 'named-coprocess');
  }
  unit.commandPosition = true;
  if (node.body.type === 'CompoundList') throw new Mismatch('a coproc without a body', unit.at);
  const body = node.body;
  inside(unit, 'coproc', () => inner.node(unit, body));
  unit.here = here;
  return same(here);
}

function readArithmeticCommand(unit: Unit, node: ArithmeticCommand): Outcome {
  indexParts(unit, node);
  if (readsOtherwise(unit, 'double-parenthesis')) return readAsSubshells(unit, node);
  operator(unit, '((');
  readArithmetic(unit, { ends: ')', style: 'double' });
  operator(unit, '))');
  return same(unit.here);
}

/** `i++` and similar expressions do not name a program. */
const NO_PROGRAM = /^\s*(?:(?:\+\+|--)\w+|\w+(?:\+\+|--|[-+*/%]=\w+))\s*$/;

function readAsSubshells(unit: Unit, node: ArithmeticCommand): Outcome {
  const text = unit.text.slice(node.pos + 2, node.end - 2);
  const span = spanOf(unit, node.pos, node.end);
  unit.at = node.end;
  if (!NO_PROGRAM.test(text)) unit.doors.text(unit, { text, span, within: [...unit.within, 'subshell'] });
  return same(unit.here);
}
