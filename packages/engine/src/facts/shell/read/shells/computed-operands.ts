import type { Argument } from '../evaluate-builtin.ts';
import type { Atom } from '../words/atom.ts';
import { printsNumber } from '../words/number-output.ts';
import type { Unit } from '../state/unit.ts';
import { evaluateAtom } from '../words/read-arithmetic.ts';
import { literalOf } from '../words/word.ts';
import { differs } from './differs.ts';

type Operands = (args: readonly Argument[]) => readonly Argument[];

const all: Operands = (args) => args;
/** The operands after such an option, or after a word that may turn out to be one. */
const behind =
  (options: RegExp): Operands =>
  (args) =>
    args.filter(({ word }, at) => {
      const before = args[at - 1]?.word;
      if (before?.kind === 'literal') return options.test(before.text);
      return before !== undefined && before.starts === '' && word.kind === 'unknown';
    });

/** All conversions but `%s`, `%b`, `%q`, `%c` and `%%` take a number; so does `*`. */
const PRINTS_NUMBER = /%[^%sbqc]*?[*diouxXeEfFgGaA]/;

const ofFormat: Operands = ([first, ...rest]) => {
  const format = literalOf(first?.word);
  if (format === '-v' || format === '--') return ofFormat(rest.slice(format === '-v' ? 1 : 0));
  return format === undefined || PRINTS_NUMBER.test(format) ? rest : [];
};

const COMPARES = /^-(?:eq|ne|lt|le|gt|ge)$/;
const compared: Operands = (args) =>
  args.filter(
    (_, at) =>
      COMPARES.test(literalOf(args[at - 1]?.word) ?? '') ||
      COMPARES.test(literalOf(args[at + 1]?.word) ?? ''),
  );

/** Operands that builtins of zsh and mksh evaluate as arithmetic, where bash only takes numbers. */
const OPERANDS: Readonly<Record<'zsh-operands' | 'mksh-operands', ReadonlyMap<string, Operands>>> = {
  'zsh-operands': new Map([
    ...['exit', 'return', 'break', 'continue', 'shift', 'logout', 'bye'].map((name) => [name, all] as const),
    ['printf', ofFormat],
    ['[', behind(/^-t$/)],
    ['test', behind(/^-t$/)],
    ['read', behind(/^-[A-Za-z]*[tk]$/)],
  ]),
  'mksh-operands': new Map([
    ['shift', all],
    ['ulimit', all],
    ['[', compared],
    ['test', compared],
    ['read', behind(/^-[A-Za-z]*[tu]$/)],
  ]),
};

/** Substitutions in such an operand are run: `printf %d 'x[$(y)]'`. */
export function noteComputedOperands(unit: Unit, name: string, args: readonly Argument[]): void {
  for (const id of ['zsh-operands', 'mksh-operands'] as const) {
    const operands = OPERANDS[id].get(name);
    if (operands === undefined || !differs(unit, id)) continue;
    for (const { word, atoms } of operands(args)) {
      if (word.kind === 'literal' && /^[-+]?\w*$/.test(word.text)) continue;
      for (const atom of atoms) if (!isNumber(atom)) evaluateAtom(unit, atom);
    }
  }
}

function isNumber(atom: Atom): boolean {
  return atom.kind === 'unknown' && atom.printed !== undefined && printsNumber(atom.printed);
}
