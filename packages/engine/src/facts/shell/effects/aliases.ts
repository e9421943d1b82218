import { plainCodeIn } from '../programs/holds-program.ts';
import type { Expanded } from './carriers.ts';
import { programOnInput } from './standard-input.ts';
import { awkNature } from '../model/awk-program.ts';
import type { Arguments, Role } from '../model/model.ts';
import { optionNames as namesInSpec } from '../model/option-spec.ts';
import { sedNature } from '../model/sed-program.ts';
import { literalOf, type Word } from '../read/words/word.ts';

type Argv = readonly Word[];

/** Pairs of names for one builtin. */
const twins: ReadonlyMap<string, string> = new Map([
  ['.', 'source'],
  ['source', '.'],
  ['[', 'test'],
]);

/** Other spellings of the same command, for suspicion only. */
export function aliasesOf(command: Expanded, otherNames: readonly string[] = []): readonly Argv[] {
  const { words, args, found } = command;
  const [name] = words;
  if (name === undefined) return [];
  const base: Word =
    found.base === undefined && name.kind === 'literal'
      ? name
      : { kind: 'literal', text: found.base ?? '', span: name.span };
  const aliases: Argv[] = [];
  if (found.base !== undefined) aliases.push([base, ...words.slice(1)]);
  secondName(words, aliases);
  // Whatever the directory, the last part of the path may be any command.
  if (name.kind === 'unknown' && name.starts !== '')
    aliases.push([{ ...name, starts: '' }, ...words.slice(1)]);
  if (args !== undefined) spellings(args, base, aliases);
  if (args === undefined || args.command.carries?.anywhere === true) wrapped(words, aliases);
  for (const other of otherNames) aliases.push(mayBe(other, name, words.slice(1)));
  programs(command, name, aliases);
  return aliases;
}

function secondName([name, ...rest]: Argv, aliases: Argv[]): void {
  const twin = twins.get(literalOf(name) ?? '');
  if (name !== undefined && twin !== undefined)
    aliases.push([{ kind: 'literal', text: twin, span: name.span }, ...rest]);
}

function spellings(args: Arguments, base: Word, aliases: Argv[]): void {
  const { words } = args;
  for (const at of hiddenSubcommands(args)) aliases.push([base, ...words.slice(at)]);
  if (args.rows.length > 1 && !isPlainCall(args, base))
    aliases.push([base, ...subcommandNames(args), ...words.slice(args.from)]);
  for (const meaning of args.rows[0]?.means?.(args) ?? []) if ('argv' in meaning) aliases.push(meaning.argv);
}

/** The name and sub-commands come first, spelled as in rules, so there is no other spelling to report. */
function isPlainCall(args: Arguments, base: Word): boolean {
  return (
    args.words[0] === base &&
    args.from === args.rows.length &&
    args.rows.every((row, index) => index === 0 || row.same !== true || row.names[0] === args.path[index])
  );
}

/** `git -C x push` is `git push`, `npm i` is `npm install`. */
function subcommandNames(args: Arguments): readonly Word[] {
  const span = args.words[0]?.span ?? { start: 0, end: 0 };
  return args.rows.slice(1).map((row, index) => {
    const text = row.same === true ? row.names[0] : args.path[index + 1];
    return { kind: 'literal', text: text ?? '', span };
  });
}

/** An unknown option may have taken the apparent sub-command as its value. */
function hiddenSubcommands(args: Arguments): readonly number[] {
  if (args.strange === undefined) return none;
  const known = new Set(args.command.subcommands?.flatMap((row) => row.names) ?? []);
  return args.operands
    .slice(0, 8)
    .filter(({ word }) => known.has(literalOf(word) ?? ''))
    .map(({ at }) => at);
}

const none: readonly number[] = [];

/** May be that command, but never surely: the name is only the word's start. */
function mayBe(text: string, from: Word, rest: Argv): Argv {
  const base = text.slice(text.lastIndexOf('/') + 1);
  return [
    { kind: 'unknown', reason: `perhaps ${base}`, starts: base, whole: true, count: 'one', span: from.span },
    ...rest,
  ];
}

/** An unknown program may run the words after its name: `mywrapper rm -rf x`. */
function wrapped(words: Argv, aliases: Argv[]): void {
  for (const [index, word] of words.slice(1, 9).entries()) {
    const text = literalOf(word);
    if (text === undefined || text.startsWith('-') || text.endsWith('/')) continue;
    // One letter starts too many names to be meaningful: `bpftool btf dump file x format c`.
    if (/^[\w./+-]{2,}$/.test(text)) aliases.push(mayBe(text, word, words.slice(index + 2)));
    // `concurrently 'rm -rf x'`: one word that is a complete command line.
    const line = /^([\w./+-]+)\s+\S/u.exec(text)?.[1];
    if (line !== undefined) aliases.push(mayBe(line, word, [{ ...unknownRest, span: word.span }]));
  }
}

/** The commands that a program's text may start, unless it was read completely. */
function programs(command: Expanded, name: Word, aliases: Argv[]): void {
  if (command.judgement?.inline !== undefined || plainCodeIn(command) !== undefined) return;
  if (command.args !== undefined) coded(command.args, aliases);
  fromInput(command, name, aliases);
}

/** Program text for an interpreter: any word in a string or between brackets that could be a command. */
function coded(args: Arguments, aliases: Argv[]): void {
  for (const { role, value } of args.options) {
    codedIn(value, role, aliases);
    // `docker run --entrypoint rm`: this program starts, whatever the other options.
    const program = role === 'program' ? literalOf(value) : undefined;
    if (value !== undefined && program !== undefined && program !== '')
      aliases.push(mayBe(program, value, [{ ...unknownRest, span: value.span }]));
  }
  if (isProgramGiven(args)) return;
  for (const [index, { word }] of args.operands.slice(0, 8).entries())
    codedIn(word, roleAt(args, index), aliases);
}

/** `python3 - <<E`: the text is searched like that of `-c`; text that is not in the call may contain anything. */
function fromInput(command: Expanded, name: Word, aliases: Argv[]): void {
  const given = programOnInput(command);
  if (given === undefined) return;
  const names = given.text === undefined ? [''] : namesIn(given.text, command.args);
  for (const each of names) aliases.push(mayBe(each, name, [{ ...unknownRest, span: name.span }]));
}

/** The commands of sed and awk are composed from their input, so a program that runs anything may run everything. */
function namesIn(text: string, args: Arguments | undefined): readonly string[] {
  const role = args?.command.operands?.first?.[0];
  const nature = role === 'sed' ? sedNature(text) : role === 'awk' ? awkNature(text) : undefined;
  if (nature === undefined) return commandNamesIn(text);
  return nature === 'prints' ? [] : ['', ...commandNamesIn(text)];
}

function codedIn(word: Word | undefined, role: Role | undefined, aliases: Argv[]): void {
  const text = literalOf(word);
  if (word === undefined || text === undefined || !isCode(role, text)) return;
  // The command that sed runs is composed from the lines it edits.
  const names = role === 'sed' ? [''] : commandNamesIn(text);
  for (const name of names) aliases.push(mayBe(name, word, [{ ...unknownRest, span: word.span }]));
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

/** With more names than this, the rest is not searched and may be any command. */
const mostNames = 60;

function commandNamesIn(code: string): readonly string[] {
  const names = new Set<string>();
  // `shell rm`, `spawn rm`: keywords of debuggers and expect that run the next word.
  for (const piece of code.split(/[;&|\n(){}[\]`"',=!:]+|\b(?:shell|spawn|exec|system|run)\s/u)) {
    const name = /^\s*([\w./+-]+)/u.exec(piece)?.[1];
    if (name !== undefined) names.add(name);
    if (names.size > mostNames) return [...names, ''];
  }
  return [...names];
}
