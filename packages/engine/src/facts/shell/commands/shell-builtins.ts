import { literalOf, type Word } from '../read/words/word.ts';
import { type Arguments, type Command, type Refinement, used } from '../model/model.ts';

/** A name, or a name with a literal subscript: anything else may be evaluated. */
const plainName = /^[A-Za-z_]\w*(?:\[\d+\])?$/u;

/** `$?`, `$#`, `$((...))`: only digits, even if split. */
function isNumber(word: Word): boolean {
  return (
    word.kind === 'unknown' &&
    /^(?:value of \$(?:[?#$!]|\{#\w+\})|result of \$\(\( \)\)|digits in \$\w+)$/u.test(word.reason)
  );
}

/** `test -v 'a[$(x)]'` evaluates its operand. An unknown word could be `-v`, if another one could be its operand. */
function refineTest(args: Arguments): Refinement | undefined {
  let unknowns = 0;
  for (const [index, word] of args.words.entries()) {
    if (index === 0) continue;
    const open = isOpen(word);
    unknowns = open ? unknowns + 1 : 0;
    const before = index > 1 ? literalOf(args.words[index - 1]) : undefined;
    const why =
      open && word.kind === 'unknown' && word.count === 'any' ? word.reason : evaluates(before, word);
    if (why !== undefined) return { does: 'acts', why: `${why}: the test may evaluate it` };
    if (unknowns > 1) return { does: 'acts', why: 'two words that are not known may be -v and its operand' };
  }
  return undefined;
}

function isOpen(word: Word): boolean {
  return word.kind === 'unknown' && word.starts === '' && !isNumber(word);
}

function evaluates(before: string | undefined, word: Word): string | undefined {
  if (before !== '-v' && before !== '-R') return undefined;
  return plainName.test(literalOf(word) ?? '$') ? undefined : `the operand of ${before}`;
}

/** Names that `export`, `read` and others set; any other word is evaluated. */
function onlyNames(args: Arguments): Refinement | undefined {
  const named = args.options.flatMap(({ role, value }) =>
    role === 'variable' && value !== undefined ? [{ word: value }] : [],
  );
  for (const { word } of [...(args.path[0] === 'wait' ? [] : args.operands), ...named]) {
    const text = word.kind === 'literal' ? word.text : word.starts;
    const equals = text.indexOf('=');
    const name =
      equals === -1
        ? word.kind === 'literal'
          ? text
          : undefined
        : text.slice(0, equals).replace(/\+$/u, '');
    if (name === undefined || !/^[A-Za-z_]\w*$/u.test(name))
      return { does: 'acts', why: 'a variable name that may be evaluated' };
  }
  return undefined;
}

/** Builtins of the shell with their shell meaning. Text that they evaluate is handled by the reader. */
export const shellBuiltins = (): readonly Command[] => [
  {
    names: ['echo'],
    does: 'reads',
    style: 'options-first',
    harmless: true,
    loose: true,
    options: '-neE',
    operands: { rest: 'text' },
    prints: '',
    examples: { reads: ['echo', 'echo -e a', 'echo done'] },
  },
  {
    names: ['printf'],
    does: 'reads',
    style: 'options-first',
    changing: '-v:variable',
    operands: { rest: 'text' },
    prints: '',
    examples: { reads: ["printf '%s\\n' a", 'printf x'], acts: ['printf -v x y'] },
  },
  {
    names: ['true', 'false', ':', 'yes'],
    does: 'reads',
    style: 'options-first',
    harmless: true,
    loose: true,
    operands: { rest: 'text' },
    examples: { reads: ['true', ': x', 'false'] },
  },
  {
    names: ['test', '['],
    does: 'reads',
    style: 'words',
    harmless: true,
    loose: true,
    options:
      '-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -z -n -o -v -R -eq -ne -lt -le -gt -ge -nt -ot -ef',
    operands: { rest: 'text' },
    refine: refineTest,
    prints: '',
    examples: {
      reads: ['test -f tsconfig.json', '[ -d src ]', '[ 1 -eq 2 ]', 'test -v HOME'],
      acts: ["test -v 'a[$(x)]'"],
    },
  },
  {
    names: ['cd', 'pushd', 'popd', 'dirs'],
    does: 'reads',
    style: 'options-first',
    harmless: true,
    options: '-LPe@ncplv -#',
    operands: { rest: 'text' },
    prints: '',
    examples: { reads: ['cd src', 'cd', 'pushd /tmp', 'popd', 'dirs -c', 'cd -'] },
  },
  {
    names: ['help'],
    does: 'reads',
    options: '-dms',
    operands: { rest: 'text' },
    prints: '',
    examples: { reads: ['help cd', 'help -s cd'] },
  },
  {
    names: ['type', 'hash'],
    does: 'reads',
    style: 'options-first',
    options: '-afPtl',
    changing: '-r -d -p:',
    operands: { rest: 'text' },
    prints: '',
    examples: { reads: ['type git', 'type -a ls'], acts: ['hash -p ./evil ls', 'hash -r'] },
  },
  {
    names: ['export', 'readonly', 'local', 'declare', 'typeset'],
    does: 'reads',
    style: 'options-first',
    options: '-pgrxaAtlu',
    changing: '-n -f -i -F',
    operands: { rest: 'variable' },
    refine: onlyNames,
    prints: '',
    examples: {
      reads: ['export CI=1', 'declare -x A=1', 'export -p'],
      acts: ['declare -i n=x', "declare 'a[$(x)]=1'", 'export -f f'],
    },
  },
  {
    names: ['unset'],
    does: 'reads',
    style: 'options-first',
    options: '-v',
    changing: '-fn',
    operands: { rest: 'variable' },
    refine: onlyNames,
    prints: '',
    examples: { reads: ['unset X'], acts: ['unset -f f', "unset 'a[$(x)]'"] },
  },
  {
    names: ['read'],
    does: 'reads',
    style: 'options-first',
    options: '-ers -diNnptu: -a:variable',
    operands: { rest: 'variable' },
    refine: onlyNames,
    prints: '',
    examples: { reads: ['read -r line', 'read -p x -r a b', 'read -ra words'], acts: ["read 'a[$(x)]'"] },
  },
  {
    names: ['mapfile', 'readarray'],
    does: 'reads',
    style: 'options-first',
    options: '-t -dnOsu:',
    escalating: [{ options: '-C:shell -c:', why: 'runs a command' }],
    operands: { rest: 'variable' },
    refine: onlyNames,
    prints: '',
    examples: { reads: ['mapfile -t lines'], escalates: ['mapfile -C id -c 1 x'] },
  },
  {
    names: ['wait'],
    does: 'reads',
    style: 'options-first',
    options: '-fn -p:variable',
    operands: { rest: 'text' },
    refine: (args) => (used(args, '-p') ? onlyNames(args) : undefined),
    prints: '',
    examples: { reads: ['wait', 'wait %1', 'wait "$!"', 'wait -n -p id'] },
  },
  {
    names: ['shift', 'break', 'continue', 'return', 'exit', 'jobs', 'times', 'caller', 'logout'],
    does: 'reads',
    style: 'options-first',
    harmless: true,
    options: '-lnprsf -#',
    operands: { rest: 'text' },
    prints: '',
    refine: (args) =>
      literalOf(args.words[0]) === 'jobs' && args.words.some((word) => literalOf(word) === '-x')
        ? { does: 'acts', why: 'runs a command' }
        : undefined,
    examples: { reads: ['exit 1', 'break', 'jobs -l'], acts: ['jobs -x id'] },
  },
  {
    names: ['set'],
    does: 'reads',
    style: 'options-first',
    // `-x` evaluates PS4, `-a` exports everything, `-k` takes assignments from anywhere.
    options: '-euf -o:',
    changing: '-abhkmnptvxBCEHPT',
    operands: {},
    prints: '',
    refine: (args) => {
      const wanted = args.options
        .filter(({ name }) => name === '-o')
        .map(({ value }) => literalOf(value) ?? '');
      const fine = new Set(['pipefail', 'errexit', 'nounset', 'noglob']);
      return wanted.every((name) => fine.has(name))
        ? undefined
        : { does: 'acts', why: 'changes how the shell reads what follows' };
    },
    examples: {
      reads: ['set -e', 'set -euo pipefail', 'set -o pipefail'],
      acts: ['set -x', 'set -a', 'set -o allexport', 'set -- a b'],
    },
  },
  // The reader expands what they run and judges it separately; only unknown text remains here.
  {
    names: ['eval'],
    does: 'reads',
    style: 'options-first',
    loose: true,
    operands: { rest: 'text' },
    prints: '',
    refine: onlyLiteral,
    examples: { reads: ['eval ls'] },
  },
  { names: ['shopt'], does: 'acts', options: '-pq', examples: { acts: ['shopt -s expand_aliases'] } },
  {
    names: [
      'umask',
      'ulimit',
      'enable',
      'bind',
      'complete',
      'compgen',
      'compopt',
      'alias',
      'unalias',
      'history',
      'fc',
      'let',
      'getopts',
      'suspend',
      'disown',
      'fg',
      'bg',
      'trap',
    ],
    does: 'acts',
    style: 'options-first',
    loose: true,
    operands: { rest: 'text' },
    prints: '',
    also: [{ kind: 'environment', what: 'changes the shell' }],
    refine: bareBuiltin,
    examples: {
      reads: ['umask', 'alias', 'ulimit -a', "trap 'echo x' EXIT"],
      acts: [
        'umask 000',
        'history',
        'history 20',
        'history -c',
        "alias ls='touch x'",
        'enable -f ./e.so ls',
        'history -w f',
        "trap 'echo x' DEBUG",
        'trap "$X" EXIT',
      ],
    },
  },
  {
    names: ['source', '.'],
    does: 'acts',
    style: 'options-first',
    loose: true,
    operands: { first: ['read'], rest: 'text' },
    prints: '',
    also: [{ kind: 'environment', what: 'changes the shell' }],
    examples: {
      acts: ['source x', '. ./x a'],
      touches: [['. ./x a', 'read ./x']],
    },
  },
];

function onlyLiteral(args: Arguments): Refinement | undefined {
  return args.words.every((word) => word.kind === 'literal')
    ? undefined
    : { does: 'acts', why: 'runs text that is not known' };
}

/** Without operands these print. */
function bareBuiltin(args: Arguments): Refinement | undefined {
  const name = literalOf(args.words[0]) ?? '';
  const rest = args.words.slice(1).map((word) => literalOf(word) ?? '$');
  // `history` prints what `.bash_history` holds, which is protected from reading.
  if (['umask', 'alias', 'trap'].includes(name) && rest.length === 0) return { does: 'reads' };
  if (name === 'history' && /^-[anrw]+$/u.test(rest[0] ?? '')) return { touches: historyFiles(args) };
  if (name === 'ulimit' && rest.every((word) => /^-[aSHnucdflmst]+$/u.test(word))) return { does: 'reads' };
  return name === 'trap' && isTameTrap(rest) ? { does: 'reads' } : undefined;
}

/** `history -w f` writes it, `-r f` reads it. */
function historyFiles(args: Arguments): NonNullable<Refinement['touches']> {
  const access = /[aw]/u.test(literalOf(args.words[1]) ?? '') ? 'write' : 'read';
  return args.words.slice(2).map((word) => ({ access, word }));
}

/** The command of a trap is judged separately, and the signals that end the shell run it once. */
function isTameTrap([first = '', ...signals]: readonly string[]): boolean {
  if (signals.length === 0) return first === '-p' || first === '-l';
  return !/^[$-]/u.test(first) && signals.every(isEnding);
}

function isEnding(signal: string): boolean {
  return /^(?:SIG)?(?:EXIT|INT|TERM|HUP|QUIT)$|^0$/u.test(signal);
}
