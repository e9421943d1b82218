import type { Span } from '../../../call/span.ts';
import type { Atom } from './words/atom.ts';
import { hasDoubt, spend, tooManyWords, unreadWords } from './state/budget.ts';
import { changeDirectory } from './change-directory.ts';
import { agree, skipBlanks } from './state/cursor.ts';
import { evaluateBuiltin, type Argument } from './evaluate-builtin.ts';
import { isModelledBuiltin } from './evaluating-builtins.ts';
import { finishArgument } from './words/finish-word.ts';
import type { Assignment, Redirection } from './state/invocation.ts';
import { learnValue } from './state/known-values.ts';
import { same, type Outcome } from './state/outcome.ts';
import { finishAt, indexParts, readAssignment, readWord } from './words/read-parts.ts';
import { mayKeep, readRedirection } from './read-redirection.ts';
import { noteComputedOperands } from './shells/computed-operands.ts';
import { doubtDifference, readsOtherwise } from './shells/differs.ts';
import { noteFileNames } from './shells/file-name-expansion.ts';
import { noteCommand } from './shells/shell-names.ts';
import { endsAtMeta, readUnquoted } from './words/read-word.ts';
import type { AssignmentNode, Command, RedirectionNode, WordNode } from './syntax.ts';
import { addDoubt, spanOf, type Unit } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import { POSITIONAL, recordWord } from './state/variable-use.ts';
import { either, unknownDirectory, NOWHERE } from './state/possible-directories.ts';
import { literalOf } from './words/word.ts';

interface Parts {
  readonly args: Argument[];
  readonly assignments: Assignment[];
  readonly redirections: Redirection[];
}

const MOST_INVOCATIONS = 1_000;

const RESERVED = new Set(
  'if then elif else fi for while until do done case esac select function time coproc { } ! [[ ]] in'.split(
    ' ',
  ),
);

/** A simple command: assignments, words and redirections in any order, up to an operator. */
export function readCommand(unit: Unit, node: Command): Outcome {
  const parts: Parts = { args: [], assignments: [], redirections: [] };
  skipBlanks(unit);
  agree(unit, node.pos, 'a command');
  for (const item of node.prefix) {
    if (item.type === 'Assignment') parts.assignments.push(readAssignment(unit, item));
    else pushRedirection(unit, item, parts);
  }
  if (node.name !== undefined) readName(unit, node, parts);
  noteLaterWords(unit, node);
  for (const item of node.suffix) {
    if (item.type === 'Word') readArgument(unit, item, parts);
    else if (item.type === 'Assignment') readAssignmentArgument(unit, item, parts);
    else pushRedirection(unit, item, parts);
  }
  agree(unit, node.end, 'the end of a command');
  return outcomeOf(unit, node, parts);
}

/** To some shells, `a &>f b` is `a &` and then `>f b`. */
function noteLaterWords(unit: Unit, { suffix }: Command): void {
  const streams = suffix.findIndex((item) => 'operator' in item && item.operator.startsWith('&'));
  const isFollowed = suffix.slice(streams).some(({ type }) => type === 'Word' || type === 'Assignment');
  if (streams !== -1 && isFollowed) doubtDifference(unit, 'words-behind-both-streams');
}

function readName(unit: Unit, node: Command, parts: Parts): void {
  const name = node.name;
  if (name === undefined) return;
  if (node.prefix.length === 0 && RESERVED.has(name.text)) {
    throw new Mismatch(`${name.text} where a command should be`, name.pos);
  }
  if (name.text.startsWith('{')) doubtDifference(unit, 'glued-brace');
  readArgument(unit, name, parts);
}

/** `{x} >f` and `{x}&>f`: a descriptor in zsh, whose names may contain any letter or digit. To bash only `{x}>f` is one. */
const SPACED_DESCRIPTOR = /\{(?:[\w\u0080-\uffff]|\\\n)+\}(?:[ \t]|\\\n)*&?[<>]/y;

/** `1&>f`, where the number is an argument in bash. */
const NUMBERED_STREAMS = /(?:\d|\\\n)+&>/y;

function readArgument(unit: Unit, node: WordNode, { args }: Parts): void {
  SPACED_DESCRIPTOR.lastIndex = node.pos;
  if (SPACED_DESCRIPTOR.test(unit.text)) doubtDifference(unit, 'spaced-descriptor');
  NUMBERED_STREAMS.lastIndex = node.pos;
  if (NUMBERED_STREAMS.test(unit.text)) doubtDifference(unit, 'numbered-streams');
  if (node.text === '[[') doubtDifference(unit, 'bracket-argument');
  pushArguments(unit, readWord(unit, node), { args, start: node.pos });
}

function pushArguments(unit: Unit, atoms: readonly Atom[], into: { args: Argument[]; start: number }): void {
  for (const word of finishArgument(atoms, finishAt(unit, into.start, unit.at))) {
    if (spend(unit.reading.budget, 'words')) into.args.push({ word, atoms });
    else return breakOff(unit, into.args, word.span);
  }
}

function breakOff(unit: Unit, args: Argument[], span: Span): void {
  const last = args.at(-1)?.word;
  if (last?.kind === 'unknown' && last.reason === tooManyWords) return;
  args.push({ word: unreadWords(span), atoms: [] });
  if (!hasDoubt(unit.reading.doubts, tooManyWords)) addDoubt(unit, tooManyWords);
}

function pushRedirection(unit: Unit, node: RedirectionNode, { args, redirections }: Parts): void {
  const redirection = readRedirection(unit, node);
  const opens = redirection.descriptor?.startsWith('{') === true;
  if (opens && DECLARING.has(literalOf(args[0]?.word) ?? '')) doubtDifference(unit, 'declaring-descriptor');
  if (mayKeep(unit)) redirections.push(redirection);
}

const DECLARING = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** `export X=1`: an ordinary argument, except that an array may follow the `=`. */
function readAssignmentArgument(unit: Unit, node: AssignmentNode, parts: Parts): void {
  if (node.value.type === 'ArrayValue') {
    const name = literalOf(parts.args[0]?.word) ?? '';
    if (!DECLARING.has(name)) throw new Mismatch('an array where none may stand', node.pos);
    parts.assignments.push(readAssignment(unit, node));
    return;
  }
  skipBlanks(unit);
  agree(unit, node.pos, 'an argument');
  indexParts(unit, node);
  const atoms: Atom[] = [];
  readUnquoted(unit, endsAtMeta, atoms);
  agree(unit, node.end, 'the end of an argument');
  unit.commandPosition = false;
  pushArguments(unit, atoms, { args: parts.args, start: node.pos });
}

function outcomeOf(unit: Unit, node: Command, parts: Parts): Outcome {
  const { reading, here, within } = unit;
  const words = parts.args.map(({ word }) => word);
  const span = spanOf(unit, node.pos, node.end);
  if (words.length === 0 && parts.assignments.length === 0 && node.name === undefined) {
    for (const redirection of parts.redirections) reading.loose.push({ redirection, here, within });
    return same(here);
  }
  if (reading.drafts.length >= MOST_INVOCATIONS) throw new Mismatch('more than 1,000 commands', node.pos);
  const { assignments, redirections } = parts;
  const defined = reading.functions.get(literalOf(words[0]) ?? '');
  const definedHere = defined === true ? 'surely' : undefined;
  reading.drafts.push({ words, assignments, redirections, here, within, definedHere, span });
  if (node.name === undefined) learn(unit, parts);
  return access(unit, parts);
}

function learn(unit: Unit, { assignments, redirections }: Parts): void {
  if (redirections.length > 0) return;
  for (const { name, value, subscript, append } of assignments) {
    const whole = subscript === undefined && append === undefined;
    if (whole) learnValue(unit, name, value);
  }
}

/** The effect of the command on the shell that runs it. */
function access(unit: Unit, { args, redirections, assignments }: Parts): Outcome {
  const start = prefixes(args);
  const first = args[start];
  if (first === undefined) return same(unit.here);
  const name = literalOf(first.word);
  if (name === undefined) {
    // It may be cd, or anything else that changes the shell.
    unit.reading.moves = true;
    unit.reading.variables.anyName = true;
    unit.reading.unsets = true;
    return same(unknownDirectory('after a command whose name is not known'));
  }
  const isFunction = unit.reading.functions.has(name);
  const rest = args.slice(start + 1);
  noteBuiltin(unit, name, rest);
  if (!isFunction && !isModelledBuiltin(name)) return same(unit.here);
  if (isFunction) for (const { atoms } of rest) recordWord(unit.reading.variables, POSITIONAL, atoms);
  const words = rest.map(({ word }) => word);
  if (start > 0 && isElsewhereUnknown(unit, name)) {
    // Zsh finds the builtin behind `builtin`, but not behind `command`.
    const { here } = unit;
    const moved = changeDirectory(unit, name, words) ?? same(here);
    return same(either(either(moved.ok, moved.fail), here));
  }
  const plain = redirections.length === 0 && assignments.length === 0;
  if (name === 'exit' && plain && words.length <= 1) return same(NOWHERE);
  return changeDirectory(unit, name, words) ?? same(evaluateBuiltin(unit, name, rest));
}

/** How other shells treat a command of this name; `exec` runs builtins too. */
function noteBuiltin(unit: Unit, name: string, rest: readonly Argument[]): void {
  noteCommand(unit, name);
  noteComputedOperands(unit, name, rest);
  if (DECLARING.has(name)) for (const { atoms } of rest) noteFileNames(unit, atoms, 'declaration');
  const run = name === 'exec' ? rest.findIndex(({ word }) => !/^-./.test(literalOf(word) ?? '')) : -1;
  const behind = literalOf(rest[run]?.word);
  if (behind !== undefined) noteBuiltin(unit, behind, rest.slice(run + 1));
}

/** `command exit`, `builtin cd x`: not every shell runs the builtin here. */
function isElsewhereUnknown(unit: Unit, name: string): boolean {
  return /^(?:cd|pushd|popd|exit)$/.test(name) && readsOtherwise(unit, 'prefixed-builtin');
}

/** The number of words before the name: `command cd x` and `builtin eval x` act like the builtin itself. */
function prefixes(args: readonly Argument[]): number {
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = literalOf(args[index]?.word);
    const isPrefix = text === 'command' || text === 'builtin';
    const isOption = index > 0 && (text === '-p' || text === '--');
    if (!isPrefix && !isOption) break;
  }
  return index;
}
