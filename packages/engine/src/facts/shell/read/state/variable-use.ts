import type { Atom } from '../words/atom.ts';
import {
  BUILTIN_ARRAYS,
  EXPANDED_VARIABLES,
  INTEGER_VARIABLES,
  REDEFINING_VARIABLES,
} from '../evaluating-builtins.ts';

/**
 * Arithmetic evaluates the contents of variables: with `x='a[$(rm f)]'` even `((x))` runs rm. So any value that the text puts
 * into a variable that it also evaluates must be proven harmless.
 */
export interface VariableUse {
  /** Evaluated as arithmetic: `((x))`, `${a[x]}`, `[[ x -eq 1 ]]`. */
  readonly evaluated: Set<string>;
  /** Used as the name of another variable, `${!x}`, or expanded like PS4. */
  readonly followed: Set<string>;
  /** May contain a subscript with a substitution. */
  readonly risky: Set<string>;
  /** Contains plain text, which may be the name of another variable. */
  readonly plain: Set<string>;
  /** `x=$y`: x may contain whatever y contains. */
  readonly copies: Array<readonly [to: string, from: string]>;
  /** Arrays, as far as the text declares them. */
  readonly arrays: Set<string>;
  /** Assigned by declare and similar builtins. */
  readonly declared: Set<string>;
  /** Assigned although this changes the meaning of commands. */
  readonly redefining: Set<string>;
  /** Set by builtins, which may spell the name in ways that the text does not show. */
  readonly byBuiltin: Set<string>;
  /** Something with an unknown name was assigned. */
  anyName: boolean;
}

/** `$1`, `$@` and so on count as one variable, set by `set` and function calls. */
export const POSITIONAL = '@';

export function newVariableUse(): VariableUse {
  return {
    evaluated: new Set(),
    followed: new Set(),
    risky: new Set(),
    plain: new Set(),
    copies: [],
    arrays: new Set(),
    declared: new Set(),
    redefining: new Set(),
    byBuiltin: new Set(),
    anyName: false,
  };
}

export function variableName(name: string): string {
  return /^(?:[0-9]+|[@*])$/.test(name) ? POSITIONAL : name;
}

export function recordText(use: VariableUse, name: string, value: string): void {
  noteMeaning(use, name);
  if (/^[-+]?[0-9]*$/.test(value)) return;
  (/[[$`\\]/.test(value) ? use.risky : use.plain).add(variableName(name));
}

export function recordAtoms(use: VariableUse, name: string, atoms: readonly Atom[]): void {
  let plain = '';
  for (const atom of atoms) {
    if (atom.kind === 'text') plain += atom.text;
    else if (atom.kind === 'variable') use.copies.push([variableName(name), variableName(atom.name)]);
    else if (atom.sources !== undefined) recordAtoms(use, name, atom.sources);
    else if (atom.number !== true) recordUnknown(use, name);
  }
  recordText(use, name, plain);
}

/**
 * Records a word of a list, an array or arguments, whose unquoted parts are matched against file names. With `x='*'` the values
 * of `for z in $x` may be any file name, including `a[$(y)]`.
 */
export function recordWord(use: VariableUse, name: string, atoms: readonly Atom[]): void {
  const mayNameFiles = atoms.some(
    (atom) =>
      !atom.quoted &&
      (atom.kind === 'text' ? /[*?[\]()]/.test(atom.text) : atom.kind === 'variable' || atom.number !== true),
  );
  if (mayNameFiles) recordUnknown(use, name);
  else recordAtoms(use, name, atoms);
}

/** Some variables evaluate whatever is assigned to them. */
function noteMeaning(use: VariableUse, name: string): void {
  if (INTEGER_VARIABLES.has(name)) use.evaluated.add(name);
  if (EXPANDED_VARIABLES.has(name)) use.followed.add(name);
  if (REDEFINING_VARIABLES.has(name)) use.redefining.add(name);
}

export function recordUnknown(use: VariableUse, name: string): void {
  noteMeaning(use, name);
  use.risky.add(variableName(name));
}

/** `declare x='($(y))'` runs y if x is an array. This may turn out later, so the value is recorded under another name. */
export function recordDeclared(use: VariableUse, name: string, atoms: readonly Atom[]): void {
  recordAtoms(use, name, atoms);
  recordAtoms(use, declaredValue(name), atoms);
  use.declared.add(name);
}

function declaredValue(name: string): string {
  return `${name}=`;
}

export function recordEvaluation(use: VariableUse, name: string): void {
  use.evaluated.add(variableName(name));
}

/** A variable whose content may run a command when evaluated, if there is one. */
export function dangerousVariable(use: VariableUse): string | undefined {
  const { evaluated, followed, redefining, declared } = use;
  for (const name of redefining) return name;
  if (evaluated.size === 0 && followed.size === 0 && declared.size === 0) return undefined;
  const risky = reach(use.risky, use.copies);
  const isRisky = (name: string): boolean => use.anyName || risky.has(name);
  return (
    [...declared].find((name) => isArray(use, name) && risky.has(declaredValue(name))) ??
    [...followed].find(isRisky) ??
    [...evaluated].find(isRisky) ??
    nameOfRisky(use, risky)
  );
}

function isArray(use: VariableUse, name: string): boolean {
  return use.arrays.has(name) || BUILTIN_ARRAYS.has(name);
}

/** x=y; y='a[$(rm)]'; ((x)): evaluation goes on from name to name. */
function nameOfRisky(use: VariableUse, risky: ReadonlySet<string>): string | undefined {
  if (risky.size === 0) return undefined;
  const plain = reach(use.plain, use.copies);
  return [...use.evaluated].find((name) => plain.has(name));
}

function reach(
  from: ReadonlySet<string>,
  copies: ReadonlyArray<readonly [to: string, from: string]>,
): ReadonlySet<string> {
  const targets = new Map<string, Set<string>>();
  for (const [to, source] of copies) {
    const known = targets.get(source);
    if (known === undefined) targets.set(source, new Set([to]));
    else known.add(to);
  }
  const reached = new Set(from);
  const queue = [...from];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const to of targets.get(name) ?? []) {
      if (!reached.has(to)) queue.push(to);
      reached.add(to);
    }
  }
  return reached;
}
