import { fill } from '../../../../messages/fill.ts';
import { checkReasons } from '../../../../messages/tool-checks.ts';
import type { World } from '../../../../world/world.ts';
import { type Danger, protection } from '../../../paths/protected.ts';
import type { Expanded, Expansion } from '../carriers.ts';
import { type Arguments, type Operand, used } from '../../model/model.ts';
import { variablesRead } from '../../model/query-program.ts';
import { pathsOf } from '../command-paths.ts';
import { variablesPrinted } from './variables-printed.ts';
import { searchedSecret } from './shell-part-search.ts';
import { literalOf, type Word } from '../../read/words/word.ts';

export interface Printing {
  readonly world: World;
  readonly text: string;
  readonly isSecret: (name: string | undefined) => boolean;
}

/** Whether a command that changes nothing would print a secret: from the environment, a variable, or an old commit. */
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

function variablesSet({ commands, sets }: Expansion): ReadonlySet<string> {
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

/** Names of variables that contain secrets. `PWD`, `SSH_AUTH_SOCK` and `MAX_TOKENS` do not. */
const secretName =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|APIKEY|API_KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|CREDENTIALS?|JWT|COOKIE)(?:_|$)|_KEY$|(?:^|_)(?:DATABASE|DB|POSTGRES|POSTGRESQL|MYSQL|REDIS|MONGO|MONGODB|AMQP|RABBITMQ|BROKER)_?(?:URL|URI|DSN)$/iu;

const environment: Danger = {
  code: 'environment',
  reason: checkReasons.printsEnvironment,
};

function named(names: readonly (string | undefined)[]): Danger | undefined {
  const secret = names.find((name) => name === undefined || secretName.test(name));
  return secret === undefined && !names.includes(undefined) ? undefined : dangerOfPrinting(secret);
}

function dangerOfPrinting(secret: string | undefined): Danger {
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

/** `declare -x` lists all, `declare -p NAME` shows one, `declare NAME=VALUE` shows none. */
function ofDeclaration(args: Arguments): Danger | undefined {
  const words = args.words.slice(1).filter((word) => literalOf(word)?.startsWith('-') !== true);
  if (words.length === 0) return environment;
  return used(args, '-p') ? named(words.map((word) => literalOf(word)?.split('=')[0])) : undefined;
}

/** `ps auxe`, `ps e`, `ps -E`: the environment of each process. `ps -e` only lists every process. */
function showsEnvironments({ words }: Arguments): boolean {
  return words.slice(1).some((word, place) => {
    const text = literalOf(word) ?? '';
    const isValue = /^-\w*[oOCGgpqstuU]$/u.test(literalOf(words[place]) ?? '');
    if (
      /\benviron\b/iu.test(text) ||
      (isValue && word.kind === 'unknown' && /[oO]$/u.test(literalOf(words[place]) ?? ''))
    )
      return true;
    return !isValue && (/^[a-zA-Z]*e[a-zA-Z]*$/u.test(text) || /^-[a-zA-Z]*E/u.test(text));
  });
}

/** Commands that use a value without printing it. */
const silent: ReadonlySet<string> = new Set(['test', '[', '[[', ':', 'true', 'false', 'unset', 'export']);

/** `echo $GITHUB_TOKEN`, `cat <<E` with a variable in its text. A silent command only shows it in an error message. */
function ofExpansion(command: Expanded, { text, isSecret }: Printing): Danger | undefined {
  const { words, redirections, args } = command;
  const isSilent = silent.has(args?.path[0] ?? '');
  const sources = [
    ...words.slice(1),
    ...redirections.flatMap(({ operator, target }) => (operator === '<<<' ? [target] : [])),
  ]
    .filter(({ kind }) => kind === 'unknown')
    .map((word) => variablesPrinted(sourceOf(word, command, text)));
  const bodies = redirections
    .filter(({ operator, verbatim }) => operator.startsWith('<<') && verbatim !== true)
    .map(({ body = '' }) => variablesPrinted(body));
  const shown = [...sources, ...bodies].flatMap(({ values, messages }) =>
    isSilent ? messages : [...values, ...messages],
  );
  if (!isSilent) shown.push(...words.slice(1).flatMap(valuesOf));
  const secret = shown.findIndex(isSecret);
  return secret === -1 ? undefined : dangerOfPrinting(shown[secret]);
}

/** The variables that the reader names, if the word is in a nested text: in backticks, after `eval`. */
function valuesOf(word: Word): readonly string[] {
  if (word.kind !== 'unknown') return [];
  const others = (word.pieces ?? []).map((piece) => ('other' in piece ? piece.other : ''));
  return [word.reason, ...others].flatMap(
    (reason) => /^value of \$(?:\{)?([A-Za-z_]\w*)(?!:?\+|\w)/u.exec(reason)?.[1] ?? [],
  );
}

/** Within another text a dollar may be escaped once: `bash -c "echo \\$X"`. */
function sourceOf({ span }: Pick<Word, 'span'>, { chain }: Expanded, text: string): string {
  const source = text.slice(span.start, span.end);
  return chain.length === 0 ? source : source.replaceAll(/\\(?=\$)/gu, '');
}

/**
 * Whether a variable may contain a secret: by its name, unless the text itself assigns it; because the text assigns one to it
 * (`x=$GITHUB_TOKEN`); or because another variable names it.
 */
export function secretVariables(expansion: Expansion, text: string): Printing['isSecret'] {
  // Computed lazily, because most texts print no variable.
  let known: Record<'set' | 'held', ReadonlySet<string>> | undefined;
  return (name) => {
    if (name === undefined) return namesSecret(expansion);
    known ??= variablesHeld(expansion, text);
    return holdsSecret(name, known);
  };
}

function holdsSecret(name: string, { set, held }: Record<'set' | 'held', ReadonlySet<string>>): boolean {
  return held.has(name) || (secretName.test(name) && !set.has(name));
}

/** The variables that the text assigns, and those of them that receive a secret. */
function variablesHeld(expansion: Expansion, text: string): Record<'set' | 'held', ReadonlySet<string>> {
  const set = variablesSet(expansion);
  const held = new Set<string>();
  const isSecret = (name: string | undefined): boolean =>
    name === undefined ? namesSecret(expansion) : holdsSecret(name, { set, held });
  for (const [name, source] of valuesGiven(expansion, text))
    if (variablesPrinted(source).values.some(isSecret)) held.add(name);
  return { set, held };
}

/** `n=GITHUB_TOKEN; echo ${!n}`: harmless if every variable of the text contains text that is not the name of a secret. */
function namesSecret({ commands }: Expansion): boolean {
  const values = commands.flatMap(({ assignments }) => assignments.map(({ value }) => literalOf(value)));
  return values.length === 0 || values.some((value) => value === undefined || secretName.test(value));
}

function valuesGiven(
  { commands, redirections }: Expansion,
  text: string,
): readonly (readonly [string, string])[] {
  // `while read x; do ...; done <<< $Y`.
  const loose = redirections
    .filter(({ operator }) => operator.startsWith('<<'))
    .map(({ target, body }) => body ?? text.slice(target.span.start, target.span.end))
    .join(' ');
  const assigned = commands.flatMap(({ assignments, words, judgement }) => [
    ...assignments.map(
      ({ name, value, span }) =>
        [name, value.kind === 'literal' ? '' : text.slice(span.start, span.end)] as const,
    ),
    ...(judgement?.variables ?? []).map(
      (word) => [variableIn(word), text.slice(word.span.start, word.span.end)] as const,
    ),
    // `read x <<< $Y`, `printf -v x %s $Y`: the input may end up in any of the named variables.
    ...(['read', 'mapfile', 'readarray', 'printf'].includes(literalOf(words[0]) ?? '')
      ? words
          .slice(1)
          .map(
            (word) =>
              [
                variableIn(word),
                `${text.slice(words[0]?.span.start, words.at(-1)?.span.end)} ${loose}`,
              ] as const,
          )
      : []),
  ]);
  const loops = Array.from(
    text.matchAll(/\bfor\s+(\w+)\s+in\s+([^;\n]*)/gu),
    ([, name = '', list = '']) => [name, list] as const,
  );
  return [...assigned, ...loops];
}

/** `git show HEAD:.env`, `git log -p -- .env`: old versions of a protected file are protected too. */
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
