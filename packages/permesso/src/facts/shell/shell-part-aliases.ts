import type { Expanded } from './carriers.ts';
import { awkNature } from './commands/awk-program.ts';
import type { Arguments, Role } from './commands/model.ts';
import { namesIn as namesInSpec } from './commands/option-spec.ts';
import { sedNature } from './commands/sed-program.ts';
import { labelOf } from './shell-part-label.ts';
import { literalOf } from './word.ts';
import type { Word } from './word.ts';

type Argv = readonly Word[];

/** Other spellings of the same command, for suspicion only. */
export function aliasesOf(command: Expanded): readonly Argv[] {
  const { words, args, found } = command;
  const [name, ...rest] = words;
  if (name === undefined) return [];
  const base: Word = { kind: 'literal', text: found.base ?? literalOf(name) ?? '', span: name.span };
  const aliases: Argv[] = [];
  if (found.base !== undefined) aliases.push([base, ...rest]);
  // Whatever the name begins with, the last part of the path may be any command.
  if (name.kind === 'unknown' && name.starts !== '') aliases.push([{ ...name, starts: '' }, ...rest]);
  if (args !== undefined) aliases.push(...spellings(args, base), ...coded(args));
  if (args === undefined || args.command.carries?.anywhere === true) aliases.push(...wrapped(words));
  return aliases;
}

function spellings(args: Arguments, base: Word): readonly Argv[] {
  const { words } = args;
  const aliases: Argv[] = hiddenSubcommands(args).map((at) => [base, ...words.slice(at)]);
  if (args.rows.length > 1) {
    const plain = [base, ...subcommandNames(args), ...words.slice(args.from)];
    if (plain.length !== words.length || labelOf(plain) !== labelOf(words)) aliases.push(plain);
  }
  for (const meaning of args.rows[0]?.means?.(args) ?? []) if ('argv' in meaning) aliases.push(meaning.argv);
  return aliases;
}

/** `git -C x push` is `git push`, `npm i` is `npm install`. */
function subcommandNames(args: Arguments): readonly Word[] {
  const span = args.words[0]?.span ?? { start: 0, end: 0 };
  return args.rows.slice(1).map((row, index) => {
    const text = row.same === true ? row.names[0] : args.path[index + 1];
    return { kind: 'literal', text: text ?? '', span };
  });
}

/** An option that is not known may have taken the word that looked like the sub-command. */
function hiddenSubcommands(args: Arguments): readonly number[] {
  if (args.strange === undefined) return [];
  const known = new Set(args.command.subcommands?.flatMap((row) => row.names) ?? []);
  return args.operands
    .slice(0, 8)
    .filter(({ word }) => known.has(literalOf(word) ?? ''))
    .map(({ at }) => at);
}

/** May be that command, never surely: the name stands as a beginning. */
function mayBe(text: string, from: Word, rest: Argv): Argv {
  const base = text.slice(text.lastIndexOf('/') + 1);
  return [
    { kind: 'unknown', reason: `perhaps ${base}`, starts: base, count: 'one', span: from.span },
    ...rest,
  ];
}

/** A program that is not known may run what stands behind it: `mywrapper rm -rf x`. */
function wrapped(words: Argv): readonly Argv[] {
  return words.slice(1, 9).flatMap((word, index) => {
    const text = literalOf(word);
    if (text === undefined || !/^[\w./+-]+$/u.test(text) || text.startsWith('-') || text.endsWith('/'))
      return [];
    return [mayBe(text, word, words.slice(index + 2))];
  });
}

/** Program text for an interpreter: whatever stands where a command could, in a string or between brackets. */
function coded(args: Arguments): readonly Argv[] {
  const texts = [
    ...args.options.map(({ role, value }) => ({ role, word: value })),
    ...(isProgramGiven(args)
      ? []
      : args.operands.slice(0, 8).map(({ word }, index) => ({ role: roleAt(args, index), word }))),
  ];
  return texts.flatMap(({ role, word }) => {
    const text = literalOf(word);
    if (word === undefined || text === undefined || !isCode(role, text)) return [];
    // What sed runs is made of the lines it edits.
    const names = role === 'sed' ? [''] : namesIn(text);
    return names.map((name) => mayBe(name, word, [{ ...unknownRest, span: word.span }]));
  });
}

function roleAt({ command: { operands } }: Arguments, index: number): Role | undefined {
  return operands?.first?.[index] ?? operands?.rest;
}

/** `sed -e PROGRAM FILE`: the first operand is a file. */
function isProgramGiven({ command, options }: Arguments): boolean {
  const unless = command.operands?.firstUnless;
  return unless !== undefined && options.some(({ name }) => namesInSpec(unless).has(name));
}

const unknownRest = { kind: 'unknown', reason: 'words in program text', starts: '', count: 'any' } as const;

function isCode(role: Role | undefined, text: string): boolean {
  if (role === 'code') return true;
  if (role === 'awk') return awkNature(text) !== 'prints';
  return role === 'sed' && sedNature(text) !== 'prints';
}

/** What stands behind more names than these is not looked at, so then it may be any command. */
const mostNames = 60;

function namesIn(code: string): readonly string[] {
  const names = new Set<string>();
  // `shell rm`, `spawn rm`: words of debuggers and expect that run the next one.
  for (const piece of code.split(/[;&|\n(){}[\]`"',=!:]+|\b(?:shell|spawn|exec|system|run)\s/u)) {
    const name = /^\s*([\w./+-]+)/u.exec(piece)?.[1];
    if (name !== undefined) names.add(name);
    if (names.size > mostNames) return [...names, ''];
  }
  return [...names];
}
