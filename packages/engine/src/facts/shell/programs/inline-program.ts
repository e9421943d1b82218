import type { Span } from '../../../call/span.ts';
import type { World } from '../../../world/world.ts';
import { isUnder } from '../../paths/contains.ts';
import { joinPath, normalisePath } from '../../paths/normalise.ts';
import { isPlainBelow } from '../effects/names/names-found.ts';
import type { Assessment } from '../model/assess-command.ts';
import type { Arguments, Touch } from '../model/model.ts';
import { literalOf, type NamesBelow, type Word } from '../read/words/word.ts';
import { riskInName } from '../risks/risk-words.ts';
import { isScriptOf } from './holds-program.ts';
import { isPlainPerl } from './perl-program.ts';
import { javascriptUse } from './javascript/javascript-program.ts';
import type { FileUse } from './python/file-functions.ts';
import { pythonUse, type ProgramUse } from './python/python-program.ts';
import { shadowsIn } from './shadowing-files.ts';

export interface ProgramSurroundings {
  /** Where it runs; several directories if that is not certain. */
  readonly directories: readonly string[];
  readonly world: World;
  /** Whether the earlier commands of the call create no odd name and no link. */
  readonly isTame: (program: ProgramText) => boolean;
}

/** A Node.js or Python program in the call, read completely: it does what its text says. Undefined if not certain. */
export function inlineProgram(
  args: Arguments,
  given: string | undefined,
  around: ProgramSurroundings,
): Assessment | undefined {
  const [program = ''] = args.path;
  if (/^(?:node|bun|deno)/u.test(program)) return scriptIn(args, given);
  if (program === 'perl') return linesIn(args);
  const written = programText(args, given);
  if (written === undefined) return undefined;
  const use = pythonUse(written.text, {
    isOwn: (module) => isOwnModule(module, around),
    isRisky: (name) => riskInName(name) !== undefined,
    isInside: (file) => isInside(file, around),
  });
  const touches = use && touchesOf(use, written, around);
  if (use === undefined || touches === undefined) return undefined;
  const isAlone = args.options.some(({ name }) => name === '-I');
  const loads = use.loads.length > 0 || (!isAlone && shadowsIn(around.directories, around.world));
  const writes = touches.some(({ access }) => access === 'write');
  return { ...proven(loads), does: loads ? 'acts' : writes ? 'edits' : 'reads', touches };
}

function proven(loads: boolean): Assessment {
  return {
    does: loads ? 'acts' : 'reads',
    why: loads ? 'loads code of the project' : undefined,
    escalations: [],
    touches: [],
    reaches: [],
    directories: [],
    variables: [],
    also: [],
    ownPlace: false,
    inline: { loads },
  };
}

/** A program for Node.js: `-e` and `-p`, or its standard input. */
function scriptIn(args: Arguments, given: string | undefined): Assessment | undefined {
  const written = scriptText(args, given);
  const use = written && javascriptUse(written.text, (name) => riskInName(name) !== undefined);
  if (written === undefined || use === undefined) return undefined;
  const word = (text: string): Word => ({ kind: 'literal', text, span: written.span });
  const asks = use.asks.length > 0;
  return {
    // `deno.json` and `bunfig.toml` can load other code.
    ...proven(use.loads || !(args.path[0] ?? '').startsWith('node')),
    ...(asks && !use.loads ? { does: 'acts' as const, fetches: 'sends' as const } : {}),
    touches: use.reads.map((text) => ({ access: 'read', word: word(text), recursive: false })),
    reaches: use.asks.map((text) => ({ word: word(text), as: 'url' })),
  };
}

const plainOptions = /^(?:--no-warnings|--input-type)$/u;

function scriptText(args: Arguments, given: string | undefined): ProgramText | undefined {
  const { options, operands, strangers, vague, words } = args;
  if (isScriptOf(args)) return textAt(words[2]);
  if (strangers.length + vague.length > 0 || args.strange !== undefined) return undefined;
  const [code, second] = options.filter(({ name }) => /^(?:-e|-p|--eval|--print)$/u.test(name));
  const isPlain = options.every((each) => each === code || plainOptions.test(each.name));
  if (second !== undefined || !isPlain || operands.length > 0) return undefined;
  if (code !== undefined) return textAt(code.value);
  return given === undefined ? undefined : { text: given, span: words[0]?.span ?? nowhere };
}

const nowhere = { start: 0, end: 0 };

function textAt(word: Word | undefined): ProgramText | undefined {
  const text = literalOf(word);
  return text === undefined ? undefined : { text, span: word?.span ?? nowhere };
}

/** `perl -ne`, `perl -pi -e`: reads the given files line by line, and with `-i` rewrites them. */
function linesIn(args: Arguments): Assessment | undefined {
  const { options, operands, strangers, vague } = args;
  const [code, second] = options.filter(({ name }) => /^-[eE]$/u.test(name));
  const text = literalOf(code?.value);
  const isKnown = strangers.length + vague.length === 0 && args.strange === undefined && second === undefined;
  const isPlain = options.every((each) => each === code || plainSetting(each));
  if (!isKnown || !isPlain || text === undefined || !isPlainPerl(text)) return undefined;
  if (!operands.every(({ word }) => isPlainName(word))) return undefined;
  // `-0pi`: the letters after the digits are options.
  const writes = options.some(({ name, value }) => name === '-i' || literalOf(value)?.endsWith('i') === true);
  const touches = operands.flatMap(({ word }): readonly Touch[] => [
    { access: 'read', word, recursive: false },
    ...(writes ? [{ access: 'write' as const, word, recursive: false }] : []),
  ]);
  return { ...proven(false), does: writes ? 'edits' : 'reads', touches };
}

function plainSetting({ name, value }: Arguments['options'][number]): boolean {
  if (name === '-F') return /^[,:;|]$|^\\t$/u.test(literalOf(value) ?? '');
  return /^-[nplawW]$/u.test(name)
    ? value === undefined
    : name === '-i'
      ? value === undefined
      : name === '-0' && /^(?:777)?[np]?i?$/u.test(literalOf(value) ?? '');
}

/** `perl -ne 1 'id|'` runs the text before the bar: neither the name nor any match of a pattern may end in one. */
function isPlainName(word: Word): boolean {
  if (word.kind === 'literal') return /^[\w./@+][\w./@+ -]*$/u.test(word.text);
  if (word.below?.every(({ plain }) => plain) === true) return true;
  return /^glob [\w./@+*-]*\w$/u.test(word.reason) && /^[\w./@+]/u.test(word.starts);
}

/** Options that disable something in the interpreter, or change how it prints. */
const quiet = /^-[IPEsSBubqO]$/u;

/** `-X importtime`: it prints more, or decodes text differently. */
function isQuietSetting({ name, value }: Arguments['options'][number]): boolean {
  return (
    name === '-X' &&
    /^(?:importtime|utf8|dev|faulthandler|no_debug_ranges|tracemalloc)$/u.test(literalOf(value) ?? '')
  );
}

export interface ProgramText {
  readonly text: string;
  /** The span of the word that contains it, or of the command. */
  readonly span: Span;
}

function programText(args: Arguments, given: string | undefined): ProgramText | undefined {
  const { options, operands, strangers, vague, words } = args;
  if (strangers.length + vague.length > 0 || args.strange !== undefined) return undefined;
  const [code, second] = options.filter(({ name }) => name === '-c');
  const isQuiet = options.every((each) => each === code || quiet.test(each.name) || isQuietSetting(each));
  if (second !== undefined || !isQuiet) return undefined;
  const span = words[0]?.span ?? { start: 0, end: 0 };
  const text = literalOf(code?.value);
  if (code?.value !== undefined) return text === undefined ? undefined : { text, span: code.value.span };
  const [first, more] = operands;
  const isFed = more === undefined && (first === undefined || literalOf(first.word) === '-');
  return isFed && given !== undefined ? { text: given, span } : undefined;
}

function isOwnModule(module: string, { directories, world }: ProgramSurroundings): boolean {
  const [first = ''] = module.split('.');
  return directories.every((directory) =>
    [first, `${first}.py`, `src/${first}`].some(
      (name) => world.entry(joinPath(directory, name)).is !== 'missing',
    ),
  );
}

function isInside(file: string, { directories, world }: ProgramSurroundings): boolean {
  return directories.every((directory) => {
    const path = normalisePath(joinPath(directory, file));
    return world.workingDirectories.some((each) => path === each || isUnder(path, each));
  });
}

function touchesOf(
  use: ProgramUse,
  program: ProgramText,
  around: ProgramSurroundings,
): readonly Touch[] | undefined {
  const touches = use.files.map((each) => touchOf(each, program, around));
  return touches.every((each) => each !== undefined) ? touches : undefined;
}

function touchOf(
  { access, file }: FileUse,
  program: ProgramText,
  around: ProgramSurroundings,
): Touch | undefined {
  const word = wordOf(file, program, around);
  return word === undefined ? undefined : { access, word, recursive: false };
}

function wordOf(file: FileUse['file'], program: ProgramText, around: ProgramSurroundings): Word | undefined {
  const { span } = program;
  if ('entryOf' in file) return undefined;
  if ('file' in file) {
    // For shell commands a dash is standard input; for a program it is a file name.
    const text = file.file === '-' ? './-' : file.file;
    return text === '' || text.includes('\0') ? undefined : { kind: 'literal', text, span };
  }
  if ('glob' in file) {
    const starts = /^[^*?[]*/u.exec(file.glob)?.[0] ?? '';
    return { kind: 'unknown', reason: `glob ${file.glob}`, starts, count: 'any', span };
  }
  const below = around.directories.map((directory): NamesBelow => ({
    directory: normalisePath(joinPath(directory, file.below)),
    hidden: true,
    respectsIgnore: false,
    names: file.names,
    plain: around.world.plainBelow !== undefined,
  }));
  if (!around.isTame(program) || !below.every(({ directory }) => isPlainBelow(directory, around.world)))
    return undefined;
  return { kind: 'unknown', reason: `files below ${file.below}`, starts: '', count: 'any', below, span };
}

/** The text around a program: a `for` in Python is not a shell loop. */
export function withoutProgram(source: string, { text, span }: ProgramText, depth: number): string {
  const rest = source.replaceAll(text, ' ');
  return rest !== source || depth > 0 ? rest : `${source.slice(0, span.start)} ${source.slice(span.end)}`;
}
