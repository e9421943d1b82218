import { lazily } from '../../lazily.ts';
import { wordSet, type WordSet } from '../../word-set.ts';

/**
 * What bash does with an argument of a builtin besides taking it as text. No parser sees this: to a parser, `eval 'rm x'` and
 * `read 'a[$(rm x)]'` are just words.
 */
export type Evaluation =
  | 'script'
  | 'later-script'
  /** Evaluated as arithmetic: `let 'a[$(x)]=1'` runs x. */
  | 'arithmetic'
  /** The name of a variable to be set, whose subscript is evaluated. */
  | 'name'
  /** The same, with a value behind `=`. */
  | 'declaration'
  /** The same, of an array: a value that looks like `(...)` is read as its elements, with their substitutions. */
  | 'array-declaration'
  /** Like `name` or `declaration`, but a subscript is an error. */
  | 'plain-name'
  | 'plain-declaration'
  /** A file that is run as a script. */
  | 'file'
  /** Changes what later words mean; never understood here. */
  | 'redefines'
  /** Shell options: a few are known not to change how the text is read. */
  | 'options'
  | 'nothing';

export interface EvaluatingBuiltin {
  readonly names: readonly string[];
  /** A text with which it makes bash run x, although x occurs only as data. */
  readonly runs: string;
  /** A text with which it does nothing of the kind. */
  readonly plain: string;
  /** The meaning of the words that are not options. `first` is that of the first of them, if it differs. */
  readonly operands: Evaluation;
  readonly first?: Evaluation;
  /** Options that take a value, by letter. */
  readonly valued?: Readonly<Record<string, Evaluation>>;
  /** Options without a value that change what the operands mean, by letter. */
  readonly flags?: Readonly<Record<string, Evaluation>>;
  /** The operands are joined with blanks before they are evaluated. */
  readonly joined?: boolean;
  /** `+x` is an option too. */
  readonly plus?: true;
  /** Options are evaluated just like operands. */
  readonly always?: true;
  /** Without operands it sets this variable. */
  readonly sets?: string;
  /** A word that gives the next one a meaning: `test -v name`. */
  readonly before?: Readonly<Record<string, Evaluation>>;
}

export const EVALUATING_BUILTINS: readonly EvaluatingBuiltin[] = [
  { names: ['eval'], runs: "eval 'x'", plain: "eval 'echo a'", operands: 'script', joined: true },
  { names: ['source', '.'], runs: '. <(echo x)', plain: '. ./a', operands: 'nothing', first: 'file' },
  {
    names: ['trap'],
    runs: "trap 'x' EXIT",
    plain: 'trap - EXIT; trap -p',
    operands: 'nothing',
    first: 'later-script',
    flags: { l: 'nothing', p: 'nothing', P: 'nothing' },
  },
  { names: ['let'], runs: "let 'a[$(x)]=1'", plain: 'let i=i+1', operands: 'arithmetic' },
  {
    names: ['printf'],
    runs: "printf -v 'a[$(x)]' b",
    plain: "printf '%s' -v 'a[$(x)]'; printf -v a b",
    operands: 'nothing',
    valued: { v: 'name' },
  },
  {
    names: ['read'],
    runs: "read 'a[$(x)]'",
    plain: "read -r -p 'a[$(x)]' b",
    operands: 'name',
    sets: 'REPLY',
    valued: {
      a: 'plain-name',
      d: 'nothing',
      i: 'nothing',
      n: 'nothing',
      N: 'nothing',
      p: 'nothing',
      t: 'nothing',
      u: 'nothing',
    },
  },
  {
    names: ['mapfile', 'readarray'],
    runs: 'mapfile -C x -c 1 a',
    plain: 'mapfile -t a',
    operands: 'plain-name',
    sets: 'MAPFILE',
    valued: {
      C: 'redefines',
      c: 'nothing',
      d: 'nothing',
      n: 'nothing',
      O: 'nothing',
      s: 'nothing',
      u: 'nothing',
    },
  },
  {
    names: ['unset'],
    runs: "unset 'a[$(x)]'",
    plain: 'unset a',
    operands: 'name',
    flags: { f: 'redefines', n: 'redefines' },
  },
  {
    names: ['declare', 'typeset', 'local'],
    runs: "declare 'a[$(x)]=1'",
    plain: 'declare -a a=(1 2)',
    plus: true,
    operands: 'declaration',
    flags: {
      n: 'redefines',
      i: 'arithmetic',
      f: 'nothing',
      F: 'nothing',
      a: 'array-declaration',
      A: 'array-declaration',
    },
  },
  {
    names: ['export', 'readonly'],
    runs: "readonly -a a='($(x))'",
    plain: "export a='($(x))'",
    operands: 'plain-declaration',
    flags: { f: 'nothing', a: 'array-declaration', A: 'array-declaration' },
  },
  {
    names: ['getopts'],
    runs: 'getopts a b; (( OPTARG ))',
    plain: 'getopts a b',
    operands: 'plain-name',
    first: 'nothing',
  },
  {
    names: ['wait'],
    runs: "wait -n -p 'a[$(x)]'",
    plain: 'wait 1',
    operands: 'nothing',
    valued: { p: 'name' },
  },
  {
    names: ['test', '['],
    runs: "test -v 'a[$(x)]'",
    plain: "[ -n 'a[$(x)]' ]",
    operands: 'nothing',
    before: { '-v': 'name', '-R': 'name' },
  },
  {
    names: ['alias'],
    runs: "alias a='x'",
    plain: 'alias -p',
    operands: 'redefines',
    flags: { p: 'nothing' },
  },
  {
    names: ['hash'],
    runs: 'hash -p ./x a',
    plain: 'hash a',
    operands: 'nothing',
    valued: { p: 'redefines' },
  },
  {
    names: ['enable', 'bind', 'compgen', 'complete', 'compopt', 'fc', 'history'],
    runs: 'compgen -C x',
    plain: 'history',
    operands: 'redefines',
    always: true,
  },
  { names: ['jobs'], runs: 'jobs -x x', plain: 'jobs -l', operands: 'nothing', flags: { x: 'redefines' } },
  {
    names: ['set', 'shopt'],
    runs: 'shopt -s expand_aliases',
    plain: 'set -euo pipefail',
    operands: 'options',
  },
];

const BY_NAME = lazily(
  (): ReadonlyMap<string, EvaluatingBuiltin> =>
    new Map(EVALUATING_BUILTINS.flatMap((builtin) => builtin.names.map((name) => [name, builtin] as const))),
);

export function evaluatingBuiltin(name: string): EvaluatingBuiltin | undefined {
  return BY_NAME().get(name);
}

/** Builtins that decide where or whether the following commands run. A function with such a name shadows them. */
const STEERING: WordSet = wordSet(
  'cd pushd popd exit return break continue exec command builtin : true false shift echo',
);

export function isModelledBuiltin(name: string): boolean {
  return BY_NAME().has(name) || STEERING.has(name);
}

/** `set` options that do not change how text is read or where commands run. */
export const HARMLESS_SET_FLAGS: RegExp = /^[-+](?:[aCeEfhmnTuvx]+|[eux]*o)$/;
export const HARMLESS_SET_NAMES: WordSet = wordSet(
  'allexport errexit errtrace functrace noclobber noexec noglob nounset pipefail verbose xtrace monitor',
);
export const HARMLESS_SHOPT_NAMES: WordSet = wordSet(
  'nullglob dotglob globstar failglob inherit_errexit checkwinsize huponexit nocasematch',
);

/** Assigning to these gives names a new meaning, or changes how bash reads. */
export const REDEFINING_VARIABLES: WordSet = wordSet('BASH_ALIASES BASH_CMDS BASH_COMPAT POSIXLY_CORRECT');

/** Predefined arrays. */
export const BUILTIN_ARRAYS: WordSet = wordSet(
  'BASH_ARGC BASH_ARGV BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_VERSINFO COMPREPLY COPROC DIRSTACK FUNCNAME GROUPS MAPFILE PIPESTATUS',
);

/** Assigning to these evaluates the value as arithmetic. */
export const INTEGER_VARIABLES: WordSet = wordSet(
  'RANDOM OPTIND SRANDOM SECONDS LINENO HISTCMD HISTSIZE HISTFILESIZE BASHPID EUID UID PPID COLUMNS LINES',
);

/** Their values are expanded, with substitutions, each time bash prints or consults them. */
export const EXPANDED_VARIABLES: WordSet = wordSet(
  'PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND BASH_ENV ENV MAIL MAILPATH',
);
