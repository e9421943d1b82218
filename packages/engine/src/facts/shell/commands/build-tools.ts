import { literalOf } from '../read/words/word.ts';
import { type Arguments, type Command, type Refinement, type Touch, used } from '../model/model.ts';

const none = { rest: 'text' } as const;
const builds = { does: 'acts', operands: none, prints: '--version --help' } as const;

/** Words of compilers that load code or choose the programs that compile. They have no blanks or equals to go by. */
const loads =
  /^(?:-f(?:pass-)?plugin=|-fplugin-arg|-wrapper$|-specs[=$]|--specs=|-B|-load$|-fuse-ld=|-no-integrated-as|-Wl,.*-plugin|@)/u;

/** `@file` holds more options. */
function optionFiles(args: Arguments): readonly Touch[] {
  return args.words.flatMap((word) => {
    const text = literalOf(word) ?? '';
    return text.startsWith('@')
      ? [{ access: 'read', word: { ...word, kind: 'literal', text: text.slice(1) } }]
      : [];
  });
}

function compiler(args: Arguments): Refinement {
  const at = args.words.flatMap((word, place) =>
    place > 0 && loads.test(literalOf(word) ?? '') ? [place] : [],
  );
  const output = args.words.findIndex((word) => literalOf(word) === '-o');
  const target = output === -1 ? undefined : args.words[output + 1];
  return {
    escalations: at.map((place) => ({ at: place, why: 'loads code or takes options from a file' })),
    touches: [
      ...optionFiles(args),
      ...args.operands
        .filter(({ word }) => word !== target)
        .map(({ word }) => ({ access: 'read' as const, word })),
      ...(target === undefined ? [] : [{ access: 'write' as const, word: target }]),
    ],
  };
}

/** `prettier --write a`, `black a`: rewrites the named files, unless an option says only to check. */
function rewrites(args: Arguments, looks: readonly string[]): Refinement | undefined {
  const isLooking = used(args, ...looks);
  return {
    touches: args.operands.flatMap(({ word }): Touch[] => [
      { access: 'read', word },
      ...(isLooking ? [] : [{ access: 'write' as const, word }]),
    ]),
  };
}

/** The same for a tool that only checks unless an option says to write. */
function rewritesWith(args: Arguments, writes: readonly string[]): Refinement | undefined {
  return used(args, ...writes) ? rewrites(args, []) : undefined;
}

/** A formatter that runs no code of the project changes only the files it names, if all of its words are known. */
function formats(args: Arguments): Pick<Refinement, 'does'> {
  const isKnown = args.strangers.length + args.vague.length === 0 && args.operands.length > 0;
  return isKnown && args.options.every(({ kind }) => kind === 'plain') ? { does: 'edits' } : {};
}

/** The last file is the output: `ffmpeg -i a b`, `convert a b`. */
function result(args: Arguments): Refinement | undefined {
  const last = args.operands.at(-1);
  return last === undefined ? undefined : { touches: [{ access: 'write', word: last.word }] };
}

/** Compilers, test runners, formatters and converters: what they load, and what they write. */
export const buildTools = (): readonly Command[] => [
  {
    names: ['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++'],
    ...builds,
    style: 'words',
    refine: compiler,
    examples: {
      reads: ['gcc --version'],
      acts: ['gcc -O2 -c a.c', 'gcc a.c -o a'],
      escalates: [
        'gcc -fplugin=./x.so a.c',
        'gcc -B ./x a.c',
        'gcc @x',
        'clang -Xclang -load -Xclang ./x.so a.c',
      ],
      touches: [['gcc a.c -o config/a', 'read a.c, write config/a']],
    },
  },
  {
    names: ['pytest', 'py.test'],
    ...builds,
    options:
      '-hlqsvxlV -k:plain -m:plain -n: -p: -r: -W: --maxfail: --tb: --durations: --lf --ff --sw --pdb --co --collect-only --cov? --cov-report:',
    // `-p no:x` disables a plugin, any other value loads one.
    refine: (args) => ({
      escalations: args.options
        .filter(({ name, value }) => name === '-p' && literalOf(value)?.startsWith('no:') !== true)
        .map(({ at }) => ({ at, why: 'loads code from elsewhere' })),
    }),
    escalating: [
      {
        options: '-c: --config-file: --rootdir: --confcutdir: -o: --override-ini:',
        why: 'loads code or configuration from elsewhere',
      },
      {
        options: '--junitxml:write --junit-xml:write --log-file:write --basetemp:delete --debug:write',
        why: 'writes a file of its choice',
      },
    ],
    examples: {
      acts: [
        'pytest --help',
        'pytest --version',
        'pytest -p no:cacheprovider',
        'pytest --co -q',
        'pytest -x -q tests/a.py',
        "pytest -k 'a and not b'",
        'pytest --cov=src',
      ],
      escalates: [
        'pytest -p x',
        'pytest -px',
        'pytest --rootdir=/tmp',
        'pytest --junitxml=x',
        'pytest --debug',
      ],
      touches: [['pytest --debug x.log', 'write x.log']],
    },
  },
  {
    names: ['rake'],
    ...builds,
    options: '-ABDGgmNnPqsTtVvWX -j?',
    escalating: [
      {
        options: '-e:code --execute:code -E:code -p:code --execute-print:code --execute-continue:code',
        why: 'runs program text',
      },
      {
        options: '-f:read --rakefile:read -r: --require: -I: --libdir: -R: --rakelibdir:',
        why: 'takes its tasks from elsewhere',
      },
    ],
    examples: {
      acts: ['rake test'],
      escalates: ['rake test -f /tmp/x', "rake -e 'x'", 'rake --require ./x'],
    },
  },
  {
    names: ['mvn', 'mvnw'],
    ...builds,
    options: '-BCeNoqUvVX -D: -P: -T: -pl: -am --batch-mode --offline --quiet --threads:',
    moves: '-f --file',
    aside: '-B -e -N -o -q -U -X -f --file --batch-mode --offline --quiet',
    escalating: [
      {
        options: '-f:directory --file:directory -s:read --settings:read -gs:read --global-settings:read',
        why: 'uses another project or other settings',
      },
      { options: '-l:write --log-file:write', why: 'writes a file of its choice' },
    ],
    refine: (args) => ({
      escalations: args.words.flatMap((word, at) =>
        /^-D(?:maven\.ext\.class\.path|exec\.executable|maven\.repo\.local)=/u.test(literalOf(word) ?? '')
          ? [{ at, why: 'loads other code' }]
          : [],
      ),
    }),
    examples: {
      acts: ['mvn test', 'mvn -q -Dtest=A test', 'mvn -f core/pom.xml test'],
      escalates: ['mvn test -f /tmp/x/pom.xml', 'mvn -f ../x/pom.xml test', 'mvn test -l x.log'],
      touches: [['mvn test --log-file x.log', 'write x.log']],
    },
  },
  {
    names: ['gradle', 'gradlew'],
    ...builds,
    options: '-aqSsivwdtm --offline --parallel --info --stacktrace --no-daemon --daemon -P: -D: -x:',
    moves: '-p --project-dir',
    aside: '-q -S -s -i -w -d --offline --parallel --info --stacktrace --no-daemon --daemon -p --project-dir',
    escalating: [
      {
        options:
          '-I:read --init-script:read -b:read --build-file:read -c:read --settings-file:read --include-build:directory -p:directory --project-dir:directory -g:directory --gradle-user-home:directory',
        why: 'runs other build scripts',
      },
    ],
    examples: {
      acts: ['gradle test', 'gradle -p app test'],
      escalates: ['gradle test --init-script x.gradle', 'gradle test -p /tmp/x'],
    },
  },
  {
    names: ['prettier'],
    ...builds,
    escalating: [{ options: '--plugin: --config:read', why: 'loads code from elsewhere' }],
    options: '--write -w --check -c --list-different -l --ignore-unknown --log-level:',
    refine: (args) => rewritesWith(args, ['--write', '-w']),
    examples: {
      acts: ['prettier --check .', 'prettier --write src'],
      escalates: ['prettier --plugin=./x.mjs a'],
      touches: [['prettier --write config/x.json', 'read config/x.json, write config/x.json']],
    },
  },
  {
    names: ['eslint'],
    ...builds,
    options:
      '--fix --fix-dry-run --cache --ext: --max-warnings: --format: --quiet -o:write --output-file:write',
    refine: (args) => rewritesWith(args, ['--fix']),
    examples: {
      acts: ['eslint .'],
      touches: [['eslint --fix config/x.js', 'read config/x.js, write config/x.js']],
    },
  },
  {
    names: ['black', 'isort', 'rustfmt'],
    ...builds,
    options: '--check --diff --check-only -c --quiet -q -l: --line-length: --edition:',
    refine: (args) => ({
      ...rewrites(args, ['--check', '--diff', '--check-only', '-c']),
      // Its settings name no code; isort has plugins, and rustfmt is chosen by the project.
      ...(args.path[0] === 'black' && !used(args, '--check', '--diff', '-c') ? formats(args) : {}),
    }),
    examples: {
      edits: ['black .', 'black -q src'],
      acts: ['black --check .', 'black --code x', 'isort .', 'black'],
      touches: [
        ['black config/x.py', 'read config/x.py, write config/x.py'],
        ['black --check a', 'read a'],
      ],
    },
  },
  {
    names: ['dos2unix', 'unix2dos', 'mac2unix', 'unix2mac'],
    ...builds,
    options: '-kq --keepdate --quiet',
    operands: { rest: 'write' },
    refine: (args) => ({
      touches: args.operands.map(({ word }) => ({ access: 'read', word })),
      ...formats(args),
    }),
    examples: {
      edits: ['dos2unix a'],
      acts: ['dos2unix -n a b', 'dos2unix -F a'],
      touches: [['dos2unix a', 'write a, read a']],
    },
  },
  {
    names: ['goimports', 'clang-format', 'shfmt'],
    ...builds,
    options: '-dlwsei --style? --fallback-style: -r:read',
    refine: (args) => ({
      ...rewritesWith(args, ['-w', '-i']),
      ...(args.path[0] !== 'goimports' && used(args, '-w', '-i') ? formats(args) : {}),
    }),
    examples: {
      edits: ['shfmt -w a.sh', 'clang-format -i a.c'],
      acts: ['goimports -l .', 'goimports -w a.go'],
      touches: [
        ['goimports -w config/x.go', 'read config/x.go, write config/x.go'],
        ['goimports -l a', ''],
      ],
    },
  },
  {
    names: ['ruff'],
    ...builds,
    options: '--fix --check --diff --select: --ignore: --config:read',
    refine: (args) =>
      literalOf(args.operands[0]?.word) === 'format' && !used(args, '--check', '--diff')
        ? {
            touches: args.operands.slice(1).map(({ word }) => ({ access: 'write', word })),
            ...(args.operands.length > 1 && !used(args, '--config') ? formats(args) : {}),
          }
        : used(args, '--fix')
          ? { touches: args.operands.slice(1).map(({ word }) => ({ access: 'write', word })) }
          : undefined,
    examples: {
      edits: ['ruff format src'],
      acts: ['ruff check .', 'ruff format --config x src', 'ruff format'],
      touches: [
        ['ruff format config/x.py', 'write config/x.py'],
        ['ruff check --fix a.py', 'write a.py'],
        ['ruff format --check a.py', ''],
      ],
    },
  },
  {
    names: ['tsc'],
    ...builds,
    // `-p x` names a configuration whose `paths` and `plugins` name code: the rule on tsc covers it.
    options:
      '--noEmit --build -b --watch -w -p:read --project:read --outDir:write --outFile:write --declarationDir:write --tsBuildInfoFile:write',
    style: 'words',
    examples: {
      reads: ['tsc --version'],
      acts: ['tsc --noEmit', 'tsc -p .'],
      touches: [['tsc --outDir config', 'write config']],
    },
  },
  {
    names: ['pandoc'],
    ...builds,
    options: '-s -f: -t: --from: --to: --toc --wrap: --standalone',
    escalating: [
      {
        options:
          '-F:program --filter:program -L:read --lua-filter:read --pdf-engine:program --extract-media:write -d:read --defaults:read',
        why: 'runs a filter or an engine',
      },
    ],
    changing: '-o:write --output:write',
    operands: { rest: 'read' },
    examples: {
      acts: ['pandoc a.md -t html'],
      escalates: ['pandoc -F ./x a.md', 'pandoc --pdf-engine=./x a.md'],
      touches: [['pandoc a -o b', 'write b, read a']],
    },
  },
  {
    names: ['ffmpeg', 'convert', 'magick'],
    ...builds,
    style: 'words',
    options: '-i:read',
    prints: '-version --version --help',
    refine: result,
    examples: {
      reads: ['ffmpeg -version'],
      acts: ['ffmpeg -i x y'],
      touches: [
        ['ffmpeg -i a config/x', 'read a, write config/x'],
        ['convert a b.png', 'write b.png'],
      ],
    },
  },
];
