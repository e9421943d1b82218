import { literalOf } from '../read/words/word.ts';
import { readArguments } from '../model/arguments.ts';
import { buildTools } from './build-tools.ts';
import { assessCommand } from '../model/assess-command.ts';
import { type Arguments, type Command, type Refinement, used } from '../model/model.ts';
import { escapedCommands, shellEscapes } from '../model/shell-escapes.ts';

/**
 * Program text, a program file or standard input: never read-only, and no rule is offered beyond the exact words. A rule on the
 * interpreter covers its program text as well, since a file could contain the same.
 */
const runs = {
  does: 'acts',
  style: 'options-first',
  operands: { first: ['program'], rest: 'text' },
  standardInput: 'code',
} as const;

/** `perl -pi -e ... f` rewrites its files. */
function inPlace(args: Arguments): Refinement | undefined {
  if (!used(args, '-i')) return undefined;
  return {
    touches: args.operands.flatMap(({ word }) => [
      { access: 'read', word },
      { access: 'write', word },
    ]),
  };
}

/** `python -m pytest -p x` is `pytest -p x`: the module's row applies to the words after it. */
function asModule(args: Arguments): Refinement | undefined {
  const at = args.words.findIndex((word) => literalOf(word) === '-m') + 1;
  const module = at === 0 ? undefined : literalOf(args.words[at]);
  const row = module === undefined ? undefined : buildTools().find(({ names }) => names.includes(module));
  if (row === undefined) return undefined;
  const { escalations, touches } = assessCommand(readArguments(row, args.words.slice(at)));
  return { touches, escalations: escalations.map((each) => ({ ...each, at: each.at + at })) };
}

export const interpreters = (): readonly Command[] => [
  {
    names: [
      'python',
      'python3',
      'python2',
      'pypy',
      'pypy3',
      'python3.8',
      'python3.9',
      'python3.10',
      'python3.11',
      'python3.12',
      'python3.13',
      'python3.14',
      'ipython',
      'jython',
      'micropython',
    ],
    ...runs,
    options: '-bBdEhiIOPqRsSuvVx -W: -X: --version --help',
    changing: '-m:program -c:code',
    prints: '--version -V --help -h -VV',
    refine: asModule,
    examples: {
      reads: ['python --version', 'python3 -V', "python3 -c 'print(1)'"],
      edits: ['python3 -c \'open("a", "w").write("x")\''],
      acts: [
        'python x.py',
        'python -m pytest',
        'python',
        'python -',
        "python3 -c 'exec(1)'",
        "python3 -c 'open(1)' --version",
      ],
      escalates: ['python -m pytest -p x', 'python -m pytest --rootdir=/tmp'],
      touches: [['python -m black config/x.py', 'read config/x.py, write config/x.py']],
    },
  },
  {
    names: ['node', 'nodejs'],
    ...runs,
    options:
      '-i --inspect?host --no-warnings --watch --test --experimental-strip-types --trace-warnings --enable-source-maps --max-old-space-size: --env-file:read --input-type:',
    changing:
      '-c --check -e:code -p:code --eval:code --print:code -r:program --require:program --import:program --loader:program --experimental-loader:program',
    prints: '--version -v --help -h',
    examples: {
      reads: ['node --version', 'node -v'],
      acts: ['node x.js', 'node', "node -e 'x()'", 'node -r ./x y.js', "node -pe '1'"],
    },
  },
  {
    names: ['deno'],
    does: 'acts',
    style: 'options-first',
    subcommands: [
      {
        names: ['run', 'eval', 'test', 'task', 'bench', 'repl', 'serve', 'x'],
        does: 'acts',
        style: 'options-first',
        operands: { first: ['program'], rest: 'text' },
      },
      { names: ['info', 'doc', 'types'], does: 'acts', operands: { rest: 'text' } },
    ],
    prints: '--version -V --help',
    examples: { reads: ['deno --version'], acts: ['deno run x.ts', 'deno eval 1'] },
  },
  {
    names: ['perl', 'perl5'],
    ...runs,
    operands: { first: ['program'], rest: 'read', firstUnless: '-e -E' },
    refine: inPlace,
    options: '-acfglnpstTuUvwWX -0? -C? -D? -F? -i? -l? -V?',
    changing: '-e:code -E:code -M:code -m:code -I:',
    prints: '--version -v --help',
    examples: {
      reads: ['perl -v', "perl -ne 'print' f"],
      acts: ['perl x.pl', "perl -e 'unlink 1'"],
      edits: ["perl -pi -e 's/a/b/' f"],
    },
  },
  {
    names: ['ruby', 'jruby', 'truffleruby'],
    ...runs,
    operands: { first: ['program'], rest: 'read', firstUnless: '-e' },
    refine: inPlace,
    options: '-acdlnpsSuUvwWy -CEFIKTx: --enable: --disable: --yjit',
    changing: '-e:code -r:program -i?',
    prints: '--version -v --help',
    examples: { reads: ['ruby --version'], acts: ['ruby x.rb', "ruby -e 'system(1)'"] },
  },
  {
    names: ['php'],
    ...runs,
    options: '-aCilmnqswv -cdfSt:',
    changing: '-r:code -B:code -R:code -E:code -F:code',
    prints: '--version -v --help',
    examples: { reads: ['php --version'], acts: ['php x.php', "php -r 'exec(1);'"] },
  },
  {
    names: [
      'lua',
      'luajit',
      'tclsh',
      'wish',
      'guile',
      'racket',
      'sbcl',
      'clisp',
      'scheme',
      'erl',
      'escript',
      'elixir',
      'iex',
      'julia',
      'R',
      'Rscript',
      'octave',
      'groovy',
      'scala',
      'kotlin',
      'jshell',
      'ghci',
      'runghc',
      'runhaskell',
      'ocaml',
      'swift',
      'dart',
      'crystal',
      'nim',
      'raku',
      'janet',
      'bb',
      'clojure',
      'clj',
      'lein',
      'tsx',
      'ts-node',
      'esno',
      'zx',
      'coffee',
      'jest-repl',
      'mono',
      'wasmtime',
      'wasmer',
      'wine',
      'qemu-x86_64',
      'gawk-inplace',
      'm4',
      'gnuplot',
      'jupyter',
      'streamlit',
      'uvicorn',
      'gunicorn',
      'flask',
      'django-admin',
      'celery',
    ],
    does: 'acts',
    changing: '-e:code --eval:code --execute:code',
    operands: { rest: 'text' },
    standardInput: 'code',
    prints: '--version --help',
    refine: shellEscapes,
    means: escapedCommands,
    examples: {
      reads: ['lua --version'],
      acts: ['lua x.lua', 'tsx x.ts'],
      escalates: ["tclsh -c 'exec id'"],
    },
  },
  {
    names: ['mongosh', 'mongo', 'clickhouse'],
    does: 'acts',
    options: '-h:host --host:host -u:url -S:host --uri:url',
    changing: '-e:code --eval:code --execute:code',
    operands: { rest: 'text' },
    standardInput: 'code',
    prints: '--version --help',
    examples: { acts: ['mongosh mongodb://h/x'] },
  },
  {
    names: ['java'],
    does: 'acts',
    operands: { rest: 'text' },
    prints: '-version --version -help --help -h -?',
    examples: {
      reads: ['java -version', 'java --version'],
      acts: ['java -jar a.jar', 'java -version Main', 'java -javaagent:x.jar -version'],
    },
  },
  {
    names: ['man'],
    does: 'acts',
    options:
      '-afkwWuVc -mMLRsSeErEip: --all --whatis --apropos --where --path --sections: --locale: --manpath: --no-hyphenation --no-justification --ascii',
    escalating: [
      {
        options:
          '-P:shell --pager:shell -H? --html? -X? --gxditview? -T? --troff-device? -Z --ditroff -t --troff -C:read --config-file:read -l --local-file -p: --preprocessor:',
        why: 'names a program, or reads a page that may',
      },
    ],
    operands: { rest: 'text' },
    tame: ({ name, value }) => (name === '-P' || name === '--pager') && literalOf(value) === 'cat',
    // A name is looked up among the system's pages, and without a terminal no pager starts. A path may be a page from anyone.
    refine: (args) =>
      args.operands.length > 0 &&
      args.operands.every(({ word }) => /^[\w.+:@[-]+$/u.test(literalOf(word) ?? '/')) &&
      args.options.every(
        ({ name, kind }) =>
          /^(?:-P|--pager)$/u.test(name) ||
          (kind === 'plain' && /^-[afkwWc]$|^--(?:all|whatis|apropos|where|path|no-|ascii)/u.test(name)),
      ) &&
      args.strangers.length + args.vague.length === 0
        ? { does: 'reads' }
        : undefined,
    examples: {
      reads: ['man ls', 'man 3 printf', 'man -k printf', 'man -P cat ls'],
      acts: ['man ./x.1', 'man x/y', 'man -M x ls', 'man'],
      escalates: ['man -P ./x ls', 'man --html=./x ls', 'man -H./x ls', 'man --pag ./x ls', 'man -l x.1'],
    },
  },
];
