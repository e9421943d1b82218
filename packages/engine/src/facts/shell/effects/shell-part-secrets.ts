import { fill } from '../../../messages/fill.ts';
import { checkReasons } from '../../../messages/tool-checks.ts';
import type { World } from '../../../world/world.ts';
import { type Danger, protection } from '../../paths/protected.ts';
import type { Expanded, Expansion } from './carriers.ts';
import type { Arguments, Operand } from '../model/model.ts';
import { used } from '../model/model.ts';
import { variablesRead } from '../model/query-program.ts';
import { pathsOf } from './command-paths.ts';
import { searchedSecret } from './shell-part-search.ts';
import { literalOf } from '../read/words/word.ts';
import type { Word } from '../read/words/word.ts';

export interface Printing {
  readonly world: World;
  /** Variables that the text itself sets: their values are in the text, or come from commands that are judged. */
  readonly setHere: ReadonlySet<string>;
}

/** Whether a command that changes nothing would print a secret: of the environment, of a variable, of an old commit. */
export function printedSecret(command: Expanded, printing: Printing): Danger | undefined {
  const { args, judgement } = command;
  if (args === undefined || judgement?.does !== 'reads') return undefined;
  const { world } = printing;
  return (
    ofEnvironment(args) ??
    ofExpansion(command, printing) ??
    ofHistory(command, args, world) ??
    (command.away ? undefined : searchedSecret(command, world))
  );
}

/** Every variable that the text gives a value to. */
export function variablesSet({ commands, sets }: Expansion): ReadonlySet<string> {
  const names = new Set(sets.flatMap((each) => [...each]));
  for (const { assignments, judgement } of commands) {
    for (const { name } of assignments) names.add(name);
    for (const word of judgement?.variables ?? []) names.add(variableIn(word));
  }
  return names;
}

function variableIn(word: Word): string {
  return /^\w*/u.exec(word.kind === 'literal' ? word.text : word.starts)?.[0] ?? '';
}

/** Names of variables that hold what must not be shown. `PWD`, `SSH_AUTH_SOCK` and `MAX_TOKENS` do not. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|APIKEY|API_KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|CREDENTIALS?|JWT|COOKIE)(?:_|$)|_KEY$|(?:^|_)(?:DATABASE|DB|POSTGRES|POSTGRESQL|MYSQL|REDIS|MONGO|MONGODB|AMQP|RABBITMQ|BROKER)_?(?:URL|URI|DSN)$/iu;

const environment: Danger = {
  code: 'environment',
  reason: checkReasons.printsEnvironment,
};

function named(names: readonly (string | undefined)[]): Danger | undefined {
  const secret = names.find((name) => name === undefined || secretName.test(name));
  if (names.length === 0 || (secret === undefined && !names.includes(undefined))) return undefined;
  return secret === undefined
    ? { ...environment, reason: checkReasons.printsUnknown }
    : { ...environment, reason: fill(checkReasons.printsSecret, { name: secret }) };
}

function ofEnvironment(args: Arguments): Danger | undefined {
  const operands = args.operands.map(({ word }) => literalOf(word));
  switch (args.path[0]) {
    case 'env':
    case 'genv': {
      const isWhole = operands.every((text) => text?.includes('=') === true);
      return isWhole && !used(args, '-i', '--ignore-environment') ? environment : undefined;
    }
    case 'printenv':
      return operands.length === 0 ? environment : named(operands);
    case 'set':
      return args.words.length === 1 ? environment : undefined;
    case 'export':
    case 'readonly':
    case 'declare':
    case 'typeset':
    case 'local':
      return ofDeclaration(args);
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
    case 'jq':
    case 'yq':
      return ofProgram(args);
    case 'ps':
      return showsEnvironments(args) ? environment : undefined;
    default:
      return undefined;
  }
}

/** `awk 'BEGIN { print ENVIRON["X"] }'`, `jq -n env`. */
function ofProgram(args: Arguments): Danger | undefined {
  const names = variablesRead(args);
  return names.includes(undefined) ? environment : named(names);
}

/** `declare -x` lists all, `declare -p NAME` shows one, `declare NAME=VALUE` shows nothing. */
function ofDeclaration(args: Arguments): Danger | undefined {
  const words = args.words.slice(1).filter((word) => literalOf(word)?.startsWith('-') !== true);
  if (words.length === 0) return environment;
  return used(args, '-p') ? named(words.map((word) => literalOf(word)?.split('=')[0])) : undefined;
}

/** `ps auxe`, `ps e`, `ps -E`: the environment of each process. `ps -e` is every process. */
function showsEnvironments({ words }: Arguments): boolean {
  return words.slice(1).some((word, place) => {
    const text = literalOf(word) ?? '';
    const isValue = /^-\w*[oOCGgpqstuU]$/u.test(literalOf(words[place]) ?? '');
    return !isValue && (/^[a-zA-Z]*e[a-zA-Z]*$/u.test(text) || /^-[a-zA-Z]*E/u.test(text));
  });
}

/** Commands that look at a value and print none of it. */
const silent: ReadonlySet<string> = new Set(['test', '[', '[[', ':', 'true', 'false', 'unset', 'export']);

/** `echo $GITHUB_TOKEN`. Not `${GITHUB_TOKEN:+set}` and `${#GITHUB_TOKEN}`, which say only whether it is there. */
function ofExpansion({ words, redirections, args }: Expanded, { setHere }: Printing): Danger | undefined {
  if (silent.has(args?.path[0] ?? '')) return undefined;
  const here = redirections.filter(({ operator }) => operator === '<<<').map(({ target }) => target);
  for (const word of [...words.slice(1), ...here]) {
    if (word.kind !== 'unknown') continue;
    const reasons = [
      word.reason,
      ...(word.pieces ?? []).map((piece) => ('other' in piece ? piece.other : '')),
    ];
    for (const reason of reasons) {
      const [, name] = /^value of \$(?:\{)?([A-Za-z_]\w*)(?!:?\+|\w)/u.exec(reason) ?? [];
      if (name !== undefined && secretName.test(name) && !setHere.has(name)) return named([name]);
    }
  }
  return undefined;
}

/** `git show HEAD:.env`, `git log -p -- .env`: what is protected here is protected as it was before, too. */
function ofHistory({ place }: Expanded, args: Arguments, world: World): Danger | undefined {
  if (args.path[0] !== 'git') return undefined;
  const shows = ['show', 'diff', 'cat-file'].includes(args.path[1] ?? '');
  const patches = used(args, '-p', '-u', '--patch', '-L', '--patch-with-stat');
  if (!shows && !patches) return undefined;
  for (const operand of args.operands) {
    const word = fileOf(operand);
    if (word === undefined) continue;
    for (const path of pathsOf(word, place, world)) {
      const danger = protection({ path: { ...path, recursive: false }, access: 'read', world });
      if (danger !== undefined) return danger;
    }
  }
  return undefined;
}

/** The file in `REV:FILE`, or a pathspec. */
function fileOf({ word }: Operand): Word | undefined {
  const text = literalOf(word);
  if (text === undefined) return undefined;
  const file = text.slice(text.indexOf(':') + 1);
  return file === '' ? undefined : { kind: 'literal', text: file, span: word.span };
}
