import { leaves, atomsText, type Atom, type TextAtom } from './words/atom.ts';
import {
  evaluatingBuiltin,
  HARMLESS_SET_FLAGS,
  HARMLESS_SET_NAMES,
  HARMLESS_SHOPT_NAMES,
} from './evaluating-builtins.ts';
import type { EvaluatingBuiltin, Evaluation } from './evaluating-builtins.ts';
import { doubtDifference } from './shells/differs.ts';
import { noteParameter } from './shells/shell-names.ts';
import { evaluateAtom } from './words/read-arithmetic.ts';
import { learnValue } from './state/known-values.ts';
import { addDoubt, inside, type Unit } from './state/unit.ts';
import {
  POSITIONAL,
  recordWord,
  recordDeclared,
  recordEvaluation,
  recordText,
  recordUnknown,
  variableName,
} from './state/variable-use.ts';
import { unknownDirectory, type PossibleDirectories } from './state/possible-directories.ts';
import { literalOf, type Word } from './words/word.ts';

export interface Argument {
  readonly word: Word;
  readonly atoms: readonly Atom[];
}

/** Models what a builtin does with its arguments; returns where the shell is afterwards. */
export function evaluateBuiltin(unit: Unit, name: string, args: readonly Argument[]): PossibleDirectories {
  const builtin = evaluatingBuiltin(name);
  if (builtin === undefined) return unit.here;
  if (builtin.operands === 'options') return evaluateOptions(unit, name, args);
  noteForeignOptions(unit, name, args);
  if (builtin.always === true && args.length > 0) addDoubt(unit, 'changes what later commands mean');
  if (builtin.before !== undefined) return evaluateTest(unit, builtin.before, args);
  if (name === 'unset') unit.reading.unsets = true;
  const plan = sortArguments(builtin, args);
  let here = unit.here;
  for (const { argument, as } of plan.evaluations) here = evaluate(unit, argument, as);
  if (plan.operands === 0 && builtin.sets !== undefined) recordUnknown(unit.reading.variables, builtin.sets);
  if (name === 'getopts') recordUnknown(unit.reading.variables, 'OPTARG');
  return here;
}

/** Letters of `typeset` and related builtins that mean the same in every shell. */
const COMMON_DECLARATION = /^[-+][aAxrigplu]+$/;

/** Options and operands that exist, or have another meaning, only in other shells. */
function noteForeignOptions(unit: Unit, name: string, args: readonly Argument[]): void {
  const texts = args.map(({ word }) => literalOf(word));
  if (name === 'hash') {
    const isPlain = texts.every((text) => text !== undefined && /^(?:-[rlt]|[^-=]+)$/.test(text));
    if (!isPlain) doubtDifference(unit, 'hash-assignment');
  }
  const isScript = name === 'eval' || (name === 'trap' && !/^-[lpP]*$/.test(texts[0] ?? ''));
  if (isScript && /^-./.test(texts[0] ?? '') && texts[0] !== '--') doubtDifference(unit, 'dashed-text');
  if (!DECLARING_NAMES.has(name)) return;
  const isOdd = texts.some(
    (text) => text !== undefined && /^[-+]./.test(text) && text !== '--' && !COMMON_DECLARATION.test(text),
  );
  if (isOdd) doubtDifference(unit, 'declaration-options');
}

const DECLARING_NAMES = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

interface Plan {
  readonly evaluations: readonly { readonly argument: Argument; readonly as: Evaluation }[];
  readonly operands: number;
}

function sortArguments(builtin: EvaluatingBuiltin, args: readonly Argument[]): Plan {
  const evaluations: { argument: Argument; as: Evaluation }[] = [];
  const flags = new Set<Evaluation>();
  let index = 0;
  for (; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === undefined) break;
    const option = optionText(argument.word, builtin.plus === true);
    if (option === undefined) {
      // A word that may turn out to be an option may also bring its value: printf "$x" with x='-va[$(y)]'.
      if (mayBeOption(argument)) evaluations.push({ argument, as: 'name' });
      break;
    }
    if (option === '--') {
      index += 1;
      break;
    }
    index += readOption({ builtin, option, next: args[index + 1], argument, flags, evaluations });
  }
  const operands = args.slice(index);
  const whole = builtin.joined === true ? joinArguments(operands) : operands;
  for (const [place, argument] of whole.entries()) {
    evaluations.push({ argument, as: operandMeaning(builtin, flags, { place, count: whole.length }) });
  }
  return { evaluations, operands: operands.length };
}

function operandMeaning(
  builtin: EvaluatingBuiltin,
  flags: ReadonlySet<Evaluation>,
  { place, count }: { readonly place: number; readonly count: number },
): Evaluation {
  if (flags.has('redefines')) return 'redefines';
  if (flags.has('nothing')) return 'nothing';
  // `trap INT` only resets; with two words the first is the script.
  if (builtin.names[0] === 'trap' && count === 1) return 'nothing';
  const meaning = place === 0 ? (builtin.first ?? builtin.operands) : builtin.operands;
  if (!meaning.endsWith('declaration')) return meaning;
  if (flags.has('arithmetic')) return 'arithmetic';
  return flags.has('array-declaration') ? 'array-declaration' : meaning;
}

interface OptionPlace {
  readonly builtin: EvaluatingBuiltin;
  readonly option: string;
  readonly argument: Argument;
  readonly next: Argument | undefined;
  readonly flags: Set<Evaluation>;
  readonly evaluations: { argument: Argument; as: Evaluation }[];
}

/** Reads bundled letters; returns the number of following arguments that the option takes. */
function readOption({ builtin, option, argument, next, flags, evaluations }: OptionPlace): number {
  for (let at = 1; at < option.length; at += 1) {
    const letter = option[at] ?? '';
    const valued = own(builtin.valued, letter);
    if (valued !== undefined) {
      const glued = option.slice(at + 1);
      const value = glued === '' ? next : literalArgument(argument, glued);
      if (value !== undefined) evaluations.push({ argument: value, as: valued });
      return glued === '' ? 1 : 0;
    }
    const flag = own(builtin.flags, letter);
    if (flag !== undefined) flags.add(flag);
  }
  return 0;
}

function own(table: Readonly<Record<string, Evaluation>> | undefined, key: string): Evaluation | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function optionText(word: Word, plus: boolean): string | undefined {
  const option = plus ? /^[-+]./ : /^-./;
  return word.kind === 'literal' && option.test(word.text) ? word.text : undefined;
}

function mayBeOption({ word, atoms: [first] }: Argument): boolean {
  if (word.kind === 'literal' || word.natural !== undefined || /^[^-+]/.test(word.starts)) return false;
  return first?.kind !== 'text' || !/^[^-+]/.test(first.text);
}

function literalArgument(from: Argument, text: string): Argument {
  return {
    word: { kind: 'literal', text, span: from.word.span },
    atoms: [{ kind: 'text', text, quoted: true }],
  };
}

function joinArguments(args: readonly Argument[]): readonly Argument[] {
  const [first] = args;
  if (first === undefined) return [];
  const texts = args.map(({ word }) => (word.kind === 'literal' ? word.text : undefined));
  const loose = args.find(({ word }) => word.kind === 'unknown');
  if (loose !== undefined) return [loose];
  return [literalArgument(first, texts.join(' '))];
}

function evaluate(unit: Unit, argument: Argument, as: Evaluation): PossibleDirectories {
  switch (as) {
    case 'script':
      return evaluateScript(unit, argument);
    case 'later-script':
      inside(unit, 'function', () => evaluateScript(unit, argument));
      return unit.here;
    case 'arithmetic':
      for (const atom of argument.atoms) evaluateAtom(unit, atom);
      return unit.here;
    case 'name':
    case 'plain-name':
    case 'declaration':
    case 'plain-declaration':
    case 'array-declaration':
      evaluateName(unit, argument, as);
      return unit.here;
    case 'file':
      return evaluateFile(unit, argument);
    case 'redefines':
      addDoubt(unit, 'changes what later commands mean');
      return unit.here;
    case 'options':
    case 'nothing':
      return unit.here;
  }
}

function evaluateScript(unit: Unit, { word }: Argument): PossibleDirectories {
  if (word.kind === 'unknown') {
    addDoubt(unit, `runs the ${word.reason} as a script`);
    return unknownDirectory('after a script that is not known');
  }
  if (word.text === '-' || word.text === '') return unit.here;
  // Bash then recognises no reserved word at the start of the next line: `[[ a > f ]]` is a command, and writes f.
  if (word.text.endsWith('\\\n')) addDoubt(unit, 'runs a text that ends in a continued line');
  return unit.doors.text(unit, { text: word.text, span: word.span, within: unit.within });
}

function evaluateFile(unit: Unit, { word }: Argument): PossibleDirectories {
  // The commands of the file are not judged here, but it may change variables, so no value remains proven.
  unit.reading.sources = true;
  const stream = word.kind === 'literal' && /^\/(?:dev|proc)\//.test(word.text);
  if (word.kind === 'unknown' && word.pieces?.some((piece) => 'other' in piece) !== false) {
    addDoubt(unit, `runs a file that is not known: ${word.reason}`);
  } else if (stream) {
    addDoubt(unit, 'runs what it reads from a stream');
  }
  return unit.here;
}

const NAMED = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[([A-Za-z0-9_@*]*)\])?(?:\+?=([^]*))?$/;

type NameMeaning = 'name' | 'plain-name' | 'declaration' | 'plain-declaration' | 'array-declaration';

function evaluateName(unit: Unit, { word, atoms }: Argument, as: NameMeaning): void {
  if (as.endsWith('declaration') && recordDeclaration(unit, atoms, as)) return;
  if (word.kind === 'literal') return evaluateLiteralName(unit, word.text, as);
  // Unquoted x[y] is a name, unless a file called xy exists.
  const spelled = atoms.every((atom) => atom.kind === 'text');
  if (spelled) evaluateLiteralName(unit, atomsText(atoms), as);
  return evaluateComputedName(unit, atoms, as);
}

/** `X=$y`: the name is plain, whatever the value. */
function recordDeclaration(unit: Unit, [first, ...rest]: readonly Atom[], as: NameMeaning): boolean {
  if (first?.kind !== 'text') return false;
  const head = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/.exec(first.text);
  if (head?.[1] === undefined) return false;
  const value: TextAtom = { ...first, text: first.text.slice(head[0].length) };
  noteParameter(unit, head[1]);
  if (!isExported(unit, head[1], { as, value, rest })) unit.reading.variables.byBuiltin.add(head[1]);
  recordDeclared(unit.reading.variables, head[1], [value, ...rest]);
  if (as === 'array-declaration') unit.reading.variables.arrays.add(head[1]);
  return true;
}

/** `export X=a` sets X just as `X=a` does, so its value is known in the same cases. */
function isExported(
  unit: Unit,
  name: string,
  { as, value, rest }: { readonly as: NameMeaning; readonly value: TextAtom; readonly rest: readonly Atom[] },
): boolean {
  if (as !== 'plain-declaration' || rest.length > 0 || !/^[\w./:@%+,=-]+$/.test(value.text)) return false;
  if (value.text.startsWith('+') || unit.text.includes(`${name}+=`)) return false;
  const span = { start: 0, end: 0 };
  learnValue(unit, name, { kind: 'literal', text: value.text, span });
  return unit.reading.values.get(name) === value.text;
}

function evaluateLiteralName(unit: Unit, text: string, as: NameMeaning): void {
  const { variables } = unit.reading;
  const named = NAMED.exec(text);
  const leading = /^[A-Za-z_]\w*/.exec(text)?.[0];
  if (leading !== undefined) noteParameter(unit, leading);
  if (/^[^=]*\[/.test(text) && as.startsWith('plain')) doubtDifference(unit, 'subscript-in-name');
  if (named === null) {
    if (text.includes('[') && !as.startsWith('plain'))
      addDoubt(unit, 'a subscript in the name of a variable');
    return;
  }
  const [, name = '', subscript, value] = named;
  variables.byBuiltin.add(name);
  if (as === 'array-declaration' || as === 'plain-name') variables.arrays.add(name);
  if (value !== undefined) recordDeclared(variables, name, [{ kind: 'text', text: value, quoted: true }]);
  if (subscript !== undefined && /^[A-Za-z_]/.test(subscript)) recordEvaluation(variables, subscript);
  if (!as.endsWith('declaration')) recordUnknown(variables, name);
}

function evaluateComputedName(unit: Unit, atoms: readonly Atom[], as: NameMeaning): void {
  const { variables } = unit.reading;
  variables.anyName = true;
  doubtDifference(unit, 'computed-name');
  if (as.startsWith('plain')) return;
  for (const atom of atoms.flatMap(leaves)) {
    if (atom.kind === 'variable') variables.followed.add(variableName(atom.name));
    else if (atom.kind === 'text') recordText(variables, POSITIONAL, atom.text);
    else if (atom.number !== true) addDoubt(unit, `the ${atom.reason} names a variable`);
  }
}

function evaluateTest(
  unit: Unit,
  before: Readonly<Record<string, Evaluation>>,
  args: readonly Argument[],
): PossibleDirectories {
  for (const [index, argument] of args.entries()) {
    const previous = args[index - 1]?.word;
    if (previous?.kind === 'literal') {
      if (own(before, previous.text) !== undefined) evaluateName(unit, argument, 'name');
      continue;
    }
    // `[ $x a ]`: x may be -v. This matters only if the text itself contains a subscript.
    const mayBeOperator =
      previous !== undefined || (argument.word.kind === 'unknown' && argument.word.count === 'any');
    if (mayBeOperator) suspectName(unit, argument);
  }
  return unit.here;
}

function suspectName(unit: Unit, { word, atoms }: Argument): void {
  if (atomsText(atoms).includes('[')) addDoubt(unit, 'a subscript that a test may evaluate');
  if (word.kind === 'literal') return;
  for (const atom of atoms.flatMap(leaves)) {
    if (atom.kind === 'variable') unit.reading.variables.followed.add(variableName(atom.name));
    else if (atom.kind === 'unknown' && atom.number !== true)
      addDoubt(unit, `a test over the ${atom.reason}`);
  }
}

function evaluateOptions(unit: Unit, name: string, args: readonly Argument[]): PossibleDirectories {
  const isSet = name === 'set';
  let afterO = false;
  for (const { word } of args) {
    const text = word.kind === 'literal' ? word.text : undefined;
    if (isSet && !afterO && text !== undefined && isSetOperand(text)) break;
    if (text === undefined || !isHarmlessOption(name, text, afterO)) {
      addDoubt(unit, `a shell option that changes how the text is read: ${text ?? 'not known'}`);
    }
    afterO = isSet && text !== undefined && /^[-+]\w*o$/.test(text);
  }
  if (isSet) notePositional(unit, args);
  return unit.here;
}

function notePositional(unit: Unit, args: readonly Argument[]): void {
  for (const { atoms, word } of args) {
    if (/^[-+]\w*T/.test(literalOf(word) ?? '')) doubtDifference(unit, 'cdable-vars');
    if (/^-\w*f|^noglob$/.test(literalOf(word) ?? '') && unit.text.includes('{'))
      doubtDifference(unit, 'noglob-braces');
    recordWord(unit.reading.variables, POSITIONAL, atoms);
  }
}

/** From such an operand on, the words are `$1`, `$2` and so on. */
function isSetOperand(text: string): boolean {
  return text === '--' || !/^[-+]./.test(text);
}

function isHarmlessOption(name: string, text: string, afterO: boolean): boolean {
  if (name === 'shopt') return /^-[supq]+$/.test(text) || HARMLESS_SHOPT_NAMES.has(text);
  return afterO ? HARMLESS_SET_NAMES.has(text) : HARMLESS_SET_FLAGS.test(text);
}
