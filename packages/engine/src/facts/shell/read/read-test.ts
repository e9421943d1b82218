import { pushAtom, text, type Atom } from './words/atom.ts';
import { agree, isMeta, keyword, operator, peek, skipBlanks, skipNewlines } from './state/cursor.ts';
import { same, type Outcome } from './state/outcome.ts';
import { evaluateAtom } from './words/read-arithmetic.ts';
import { indexParts, readWord } from './words/read-parts.ts';
import { endsAtMeta, readUnquoted } from './words/read-word.ts';
import type { Statement, TestCommand, TestExpression, WordNode } from './syntax.ts';
import { doubtDifference } from './shells/differs.ts';
import { addDoubt, inside, type Unit } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';

/** `[[ ... ]]`: no words are split here, but some are evaluated. */
export function readTest(unit: Unit, node: TestCommand): Outcome {
  keyword(unit, '[[');
  skipBrokenLine(unit);
  const start = unit.at;
  readExpression(unit, node.expression);
  if (actsAsCommand(node.expression, { source: unit.text, isReached: false }))
    doubtDifference(unit, 'double-bracket', start);
  skipNewlines(unit);
  unit.commandPosition = true;
  keyword(unit, ']]');
  return same(unit.here);
}

/**
 * In shells where `[[` is a command it ends with the line, and the next word starts another command; in busybox `&&` starts a
 * command even before that.
 */
function skipBrokenLine(unit: Unit): void {
  if (skipNewlines(unit)) doubtDifference(unit, 'broken-test');
}

/** In `! [[ a && b ]]` and `true || [[ a && b ]]`, a shell in which `[[` is a command runs b. */
export function noteReachedTests(unit: Unit, node: Statement['command']): void {
  if (node.type === 'Pipeline') for (const command of node.commands) noteReachedTests(unit, command);
  else if (node.type === 'Redirected') noteReachedTests(unit, node.command);
  else if (node.type === 'TestCommand') {
    if (actsAsCommand(node.expression, { source: unit.text, isReached: true }))
      doubtDifference(unit, 'double-bracket', node.pos);
  }
}

interface TestSurroundings {
  readonly source: string;
  /** Whether the command after `&&` would run. */
  readonly isReached: boolean;
}

/**
 * Whether its operators act in a shell where `[[` is a command. That command fails, so the text after `&&` does not run unless
 * something else makes it; the text after `||` does, and `-f` is not a command. A parenthesis is an error.
 */
function actsAsCommand(node: TestExpression, around: TestSurroundings): boolean {
  switch (node.type) {
    case 'TestLogical':
      return (
        node.operands.some((operand) => actsAsCommand(operand, around)) ||
        ((node.operator === '||' || around.isReached) && !node.operands.slice(1).every(startsWithOption))
      );
    case 'TestNot':
      return actsAsCommand(node.operand, around);
    case 'TestGroup':
      return actsAsCommand(node.expression, around);
    case 'TestUnary':
      return false;
    case 'TestBinary': {
      if (node.operator === '<' || node.operator === '>') return true;
      const right = around.source.slice(node.right.pos, node.right.end);
      return /^[^('"]*[|<>;&]/.test(right);
    }
  }
}

function startsWithOption(node: TestExpression): boolean {
  if (node.type === 'TestNot') return startsWithOption(node.operand);
  if (node.type === 'TestLogical') return node.operands.slice(0, 1).every(startsWithOption);
  return node.type === 'TestUnary' && node.operand.pos !== node.pos;
}

function readExpression(unit: Unit, node: TestExpression): void {
  inside(unit, undefined, () => {
    skipBrokenLine(unit);
    agree(unit, node.pos, 'a test');
    readExpressionHere(unit, node);
  });
}

function readExpressionHere(unit: Unit, node: TestExpression): void {
  switch (node.type) {
    case 'TestLogical':
      for (const [index, operand] of node.operands.entries()) {
        skipNewlines(unit);
        if (index > 0) operator(unit, node.operator);
        readExpression(unit, operand);
      }
      return;
    case 'TestNot':
      for (const negation of node.negations) {
        skipBlanks(unit);
        agree(unit, negation.pos, '!');
        if (!isMeta(peek(unit, 1))) throw new Mismatch('! glued to a word', unit.at);
        operator(unit, '!');
      }
      readExpression(unit, node.operand);
      return;
    case 'TestGroup':
      operator(unit, '(');
      readExpression(unit, node.expression);
      skipNewlines(unit);
      operator(unit, ')');
      return;
    case 'TestUnary':
      readUnary(unit, node);
      return;
    case 'TestBinary':
      readBinary(unit, node);
  }
}

function readUnary(unit: Unit, node: TestExpression & { readonly type: 'TestUnary' }): void {
  // A lone word without an operator tests for a non-empty string.
  const bare = node.operand.pos === node.pos;
  if (!bare) operator(unit, node.operator);
  skipBlanks(unit);
  const atoms = readWord(unit, node.operand);
  if (bare || (node.operator !== '-v' && node.operator !== '-R')) return;
  const name = atoms.map((atom) => (atom.kind === 'text' ? atom.text : '[')).join('');
  if (name.includes('[')) addDoubt(unit, '[[ -v ]] evaluates a computed name');
}

const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/;

function readBinary(unit: Unit, node: TestExpression & { readonly type: 'TestBinary' }): void {
  const left = readWord(unit, node.left);
  skipNewlines(unit);
  operator(unit, node.operator);
  skipBlanks(unit);
  const right = readRightSide(unit, node.right, node.operator);
  if (!ARITHMETIC.test(node.operator)) return;
  for (const atom of [...left, ...right]) evaluateAtom(unit, atom);
}

function readRightSide(unit: Unit, node: WordNode, joint: string): readonly Atom[] {
  if (joint !== '=~' && joint !== '==' && joint !== '!=' && joint !== '=') return readWord(unit, node);
  agree(unit, node.pos, 'a pattern');
  indexParts(unit, node);
  const atoms: Atom[] = [];
  let depth = 0;
  for (;;) {
    readUnquoted(unit, (at) => (depth === 0 ? endsAtMeta(at) : isGroupChar(peek(at))), atoms);
    const step = joint === '=~' ? regexStep(unit, depth) : patternStep(unit, depth);
    if (step === undefined) break;
    depth += step;
    pushAtom(atoms, text(peek(unit) ?? '', false));
    unit.at += 1;
  }
  agree(unit, node.end, 'the end of a pattern');
  return atoms;
}

function isGroupChar(char: string | undefined): boolean {
  return char === '(' || char === ')' || isMeta(char);
}

/** How the next character changes the depth of brackets in a regular expression; undefined at its end. */
function regexStep(unit: Unit, depth: number): number | undefined {
  const char = peek(unit);
  if (char === '(') return 1;
  if (char === ')' && depth > 0) return -1;
  if (char === '|' && (depth > 0 || peek(unit, 1) !== '|')) return 0;
  if (depth > 0 && (char === ' ' || char === '\t')) return 0;
  if (depth > 0) throw new Mismatch('a regular expression that is not understood', unit.at);
  return undefined;
}

/** The same for `@(a|b)` in a pattern, which is always enabled in `[[ ]]`. */
function patternStep(unit: Unit, depth: number): number | undefined {
  const char = peek(unit);
  if (char === '(' && (depth > 0 || /[@?*+!]/.test(unit.text[unit.at - 1] ?? ''))) return 1;
  if (char === ')' && depth > 0) return -1;
  if (char === '|' && depth > 0) return 0;
  if (depth > 0) throw new Mismatch('a pattern that is not understood', unit.at);
  return undefined;
}
