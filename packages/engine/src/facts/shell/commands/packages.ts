import { literalOf, shapeOf, type Word } from '../read/words/word.ts';
import { type Arguments, type Command, type Meaning, type Refinement, used } from '../model/model.ts';
import { escapedCommands } from '../model/shell-escapes.ts';

const none = { rest: 'text' } as const;
/** Arguments that are passed to a script of the project. */
const given = { rest: 'argument' } as const;
const act = (names: readonly string[], more: Partial<Command> = {}): Command => ({
  names,
  does: 'acts',
  operands: none,
  ...more,
});
/** Settings choose programs, shells and registries: a rule on the tool does not cover changing them. */
function settings(args: Arguments): Refinement | undefined {
  const verb = literalOf(args.operands[0]?.word);
  const reads = args.path.at(-1) !== 'set' && ['get', 'list', 'ls', 'debug'].includes(verb ?? '');
  if (reads) return undefined;
  return {
    does: 'acts',
    escalations: [{ at: args.operands[0]?.at ?? args.from - 1, why: 'changes settings' }],
  };
}

/** `npm config get registry`, `npm pkg get scripts`: only printed, if every word is known. */
function asked(args: Arguments): Refinement | undefined {
  const verb = literalOf(args.operands[0]?.word) ?? '';
  const isPlain =
    args.strangers.length === 0 &&
    args.vague.length === 0 &&
    args.options.every(({ kind }) => kind === 'plain');
  // Lists omit credentials; older versions print one that is named.
  const isNamed = args.operands.slice(1).some(({ word }) => /_|:/u.test(literalOf(word) ?? '_'));
  return isPlain && !isNamed && ['get', 'list', 'ls'].includes(verb) ? { does: 'reads' } : undefined;
}

function queriesDpkg({ options, strangers, vague }: Arguments): Refinement | undefined {
  const queries = new Set(
    '-l -L -s -S -p -W --list --listfiles --status --search --print-architecture --show'.split(' '),
  );
  const isPlain = strangers.length === 0 && vague.length === 0;
  const isQuery =
    options.some(({ name }) => queries.has(name)) && options.every(({ kind }) => kind === 'plain');
  return isPlain && isQuery ? { does: 'reads' } : undefined;
}

/** Examples are passed as a property, so that the build leaves them out. */
type Tested = Pick<Command, 'examples'>;

const dpkg = (named: string, tested: Tested): Command => {
  const [name = '', ...own] = named.split(' ');
  return {
    names: [name],
    does: 'acts',
    options: `-lLsSpW ${own.join(' ')} --list --listfiles --status --search --print-architecture --show --showformat: --no-pager`,
    escalating: [
      {
        options:
          '--pre-invoke:shell --post-invoke:shell --status-logger:shell --admindir: --root: --instdir: --force-all',
        why: 'runs a command or works on other packages',
      },
    ],
    operands: none,
    prints: '--version --help',
    refine: queriesDpkg,
    ...tested,
  };
};

/** Runs something from the project or a registry under its own name. */
const exec = (names: readonly string[], tested: Tested, options = ''): Command => ({
  names,
  does: 'acts',
  style: 'options-first',
  // In conda `-n` names an environment.
  options: `${options.includes('-n:') ? '-yqv' : '-yqsnv'} ${options} --yes --no --no-install --quiet --silent`,
  aside:
    '-y --yes --no --no-install -q --quiet -s --silent --prefer-offline --frozen --no-sync --live-stream --no-capture-output --bun',
  escalating: [
    { options: '-c:shell --call:shell --shell-mode', why: 'runs shell text' },
    {
      options:
        '-p: --package: --with: --with-editable: --with-requirements: --from: --spec: --registry: --index: --index-url: --extra-index-url: --default-index: --find-links:',
      why: 'runs a package that the project does not name',
    },
  ],
  carries: { how: 'argv', elsewhere: 'from the packages of the project or a registry', here: true },
  ...tested,
});
const scripts = (names: readonly string[]): Command =>
  act(names, {
    same: true,
    style: 'options-first',
    operands: { first: ['plain'], rest: 'argument' },
  });

/** Managers of Python environments, each with its way to run a command in one. */
const pythonManager = (names: readonly string[], run: Command): Command => ({
  names,
  does: 'acts',
  options: '-qv -n: --quiet --verbose --name:',
  escalating: [
    {
      options:
        '-p:program -C:directory --python:program --directory:directory --project:directory --config-file:read',
      why: 'runs another interpreter or works elsewhere',
    },
  ],
  moves: '-C --directory',
  // A version is looked up among the installed interpreters, or fetched: `uv venv --python 3.12`.
  tame: ({ name, value }) => /^-(?:p|-python)$/u.test(name) && /^\d[\d.]*$/u.test(literalOf(value) ?? ''),
  aside: '-C --directory -q --quiet -v --verbose',
  operands: none,
  subcommands: [
    run,
    {
      names: ['pip'],
      does: 'acts',
      operands: none,
      subcommands: [
        { names: ['list', 'freeze', 'show', 'tree', 'check'], does: 'acts', operands: none },
        act(['install', 'sync', 'compile']),
        act(['uninstall'], { destructive: true }),
      ],
    },
    act([
      'install',
      'add',
      'sync',
      'lock',
      'update',
      'build',
      'init',
      'new',
      'create',
      'env',
      'list',
      'show',
      'info',
      'export',
      'venv',
      'shell',
      'python',
      'config',
      'self',
      'activate',
      'search',
      'tree',
      'version',
      'cache',
      'check',
    ]),
    act(['remove', 'uninstall', 'publish', 'clean'], { destructive: true }),
  ],
  examples: { acts: [`${names[0] ?? ''} sync`, `${names[0] ?? ''} install`] },
});

/** Options that make a package manager run with other configuration or another interpreter. */
const npmEscalating = [
  {
    options:
      '--script-shell:program --node-options: --userconfig:read --globalconfig:read --git:program --editor:program --viewer:program --shell:program --init-module:program --onload-script:program',
    why: 'runs a program or takes configuration from elsewhere',
  },
  {
    options: '-C:directory --prefix:directory --cwd:directory --dir:directory',
    why: 'uses another project, whose scripts run',
  },
  {
    options:
      '--registry:url --proxy:url --https-proxy:url --noproxy: --local-address: --cafile:read --ca: --cert: --key: --strict-ssl? --no-strict-ssl --auth-type: --otp:',
    why: 'goes to another host than the one that is set up',
  },
  {
    options:
      '--cache:write --logs-dir:write --tmp:write --store-dir:write --cache-dir:write --browser:program',
    why: 'writes elsewhere, or opens a program',
  },
] as const;
const npmMoves = '-C --prefix --cwd --dir';
const npmPlain =
  '-ds -w: --json --silent --workspace: --workspaces --loglevel: --no-color --color --global -g --depth: --long --parseable --all --omit: --include: --production --dev --offline --prefer-offline --no-audit --no-fund --if-present';

const npmAside =
  '-s --silent -w --workspace --workspaces -C --prefix --cwd -r --recursive -F --filter --loglevel --no-color --color --json --offline --prefer-offline --if-present';

/** `npm view https://h/x.tgz`, `npm ls --@scope:registry=https://h`: contacts a registry other than the configured one. */
function namedRegistry(args: Arguments): Refinement | undefined {
  const packages = args.operands.filter(({ word }) =>
    /^(?:[\w-]*@)?(?:[a-z+]+:|[\w-]+\/|\.|\/|~)/iu.test(literalOf(word) ?? '/'),
  );
  const options = args.strangers.filter(({ text }) => /^--(?:@|\/\/)/u.test(text));
  const found = [
    ...packages.filter(({ word }) => !/^@[\w.-]+\/[\w.-]+/u.test(literalOf(word) ?? '')),
    ...options,
  ];
  if (found.length === 0) return undefined;
  return {
    does: 'acts',
    why: 'fetches what it names',
    escalations: found.map(({ at }) => ({ at, why: 'fetches what it names' })),
  };
}

/** A rule that denies `make deploy` also matches `make X=1 deploy`. */
function goals(args: Arguments): readonly Meaning[] {
  const [name] = args.words;
  const rest = args.operands.filter(({ word }) => !/^[\w.]+[:+?]?=/u.test(literalOf(word) ?? ''));
  if (name === undefined || rest.length === args.operands.length) return [];
  return [{ argv: [name, ...rest.map(({ word }) => word)] }];
}

/** `--manifest-path` inside the project is everyday; elsewhere another project's build scripts run. */
function otherManifest(args: Arguments): Refinement | undefined {
  const found = args.words.findIndex((word) => literalOf(word)?.startsWith('--manifest-path') === true);
  if (found === -1) return undefined;
  const text = literalOf(args.words[found]) ?? '';
  const value = text.includes('=') ? text.slice(text.indexOf('=') + 1) : literalOf(args.words[found + 1]);
  if (value !== undefined && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/u.test(value)) return undefined;
  return { escalations: [{ at: found, why: 'uses another project, whose build scripts run' }] };
}

/** `example.com/x/y@latest` comes from example.com, or from the proxy that the environment names. */
function moduleHost(word: Word): Word {
  const text = literalOf(word);
  return text === undefined ? word : { kind: 'literal', text: text.split(/[/@]/u)[0] ?? '', span: word.span };
}

/** npm accepts a command's prefix: `npm publis` publishes. */
function shortened(args: Arguments): readonly Meaning[] {
  const [first] = args.operands;
  const [name] = args.words;
  const typed = literalOf(first?.word) ?? '';
  if (args.strange === undefined || first === undefined || name === undefined || typed.length < 2) return [];
  const known = args.rows[0]?.subcommands?.flatMap(({ names }) => names) ?? [];
  return known
    .filter((full) => full.length > typed.length && full.startsWith(typed))
    .map((text) => ({
      argv: [name, { kind: 'literal', text, span: first.word.span }, ...args.words.slice(first.at + 1)],
    }));
}

export const packages = (): readonly Command[] => [
  {
    names: ['npm'],
    does: 'acts',
    options: npmPlain,
    moves: npmMoves,
    aside: npmAside,
    escalating: npmEscalating,
    means: shortened,
    prints: '--version -v --help -h',
    subcommands: [
      {
        names: ['list', 'ls', 'la', 'll'],
        does: 'reads',
        options: '-a -p -l --link --package-lock-only --no-unicode',
        operands: none,
        place: 'own',
        examples: {
          reads: ['npm list', 'npm list --depth=0', 'npm ls react'],
          acts: ['npm list-evil', 'npm list --frob'],
          escalates: ['npm list --script-shell=./x'],
        },
      },
      { names: ['root', 'prefix', 'bin'], does: 'reads', operands: {}, examples: { reads: ['npm root -g'] } },
      {
        names: ['explain', 'why', 'query'],
        does: 'reads',
        operands: none,
        place: 'own',
        examples: { reads: ['npm explain react'] },
      },
      {
        names: [
          'view',
          'info',
          'show',
          'v',
          'outdated',
          'search',
          'ping',
          'whoami',
          'audit',
          'fund',
          'doctor',
          'owner',
          'access',
          'team',
          'profile',
          'token',
          'docs',
          'repo',
          'bugs',
          'home',
          'login',
          'logout',
          'adduser',
          'get',
          'cache',
          'completion',
          'edit',
          'help',
          'help-search',
          'diff',
          'sbom',
          'star',
          'stars',
        ],
        does: 'acts',
        operands: none,
        refine: namedRegistry,
        examples: {
          acts: ['npm view react version', 'npm audit', 'npm view @a/b@1 version'],
          escalates: [
            'npm view x --registry=https://e',
            'npm view https://e/x.tgz',
            'npm view git+ssh://e/x',
            'npm view x@github:o/r',
            'npm view --@a:registry=https://e @a/b',
          ],
        },
      },
      {
        names: ['config', 'c', 'set'],
        does: 'acts',
        operands: none,
        options: '-l',
        refine: (args) => settings(args) ?? asked(args),
        examples: {
          reads: ['npm config get registry', 'npm config list', 'npm c ls --json', 'npm config ls -l'],
          acts: [
            'npm config get "$X"',
            'npm config get //registry.npmjs.org/:_authToken',
            'npm config get _password',
            'npm config list --frob',
            'npm config debug',
          ],
          escalates: ['npm config set script-shell ./x', 'npm set registry=http://x', 'npm c edit'],
        },
      },
      act(['install', 'i', 'in', 'ins', 'add', 'isntall', 'install-test', 'it'], {
        same: true,
        also: [{ kind: 'network', what: 'the package registry' }],
      }),
      act(['ci', 'clean-install', 'ic', 'cit'], { same: true }),
      // npm accepts options anywhere before `--`.
      { ...scripts(['run', 'run-script', 'rum', 'urn']), style: 'mixed' },
      act(['test', 't', 'tst'], { same: true, operands: given }),
      act([
        'start',
        'stop',
        'restart',
        'build',
        'rebuild',
        'version',
        'init',
        'create',
        'link',
        'ln',
        'update',
        'up',
        'upgrade',
        'dedupe',
        'prune',
        'shrinkwrap',
        'set-script',
      ]),
      act(['pack'], {
        options: '--pack-destination:write --dry-run --ignore-scripts',
        examples: { touches: [['npm pack --pack-destination x', 'write x']] },
      }),
      act(['pkg'], {
        refine: asked,
        examples: {
          reads: ['npm pkg get scripts', 'npm pkg get name version'],
          acts: ['npm pkg set a=b', 'npm pkg delete a', 'npm pkg fix', 'npm pkg'],
        },
      }),
      exec(['exec', 'x'], { examples: { carries: [['npm exec -- tsc x', 'tsc x']] } }),
      {
        names: ['explore'],
        does: 'acts',
        style: 'options-first',
        carries: {
          how: 'argv',
          skip: 1,
          elsewhere: 'in the directory of a package',
          bareRuns: 'a shell of its own',
        },
        examples: { carries: [['npm explore x -- rm y', 'rm y']] },
      },
      act(['publish', 'unpublish', 'deprecate', 'dist-tag', 'uninstall', 'remove', 'rm', 'un'], {
        destructive: true,
      }),
    ],
    examples: {
      reads: ['npm --version'],
      acts: ['npm run build', 'npm test', 'npm', 'npm publish', 'npm i x'],
      escalates: [
        "npm exec -c 'id'",
        'npm --prefix /tmp/x test',
        'npm test --prefix=../x',
        'npm run build --script-shell=./x',
        'npm run build --node-options=-r./x',
        'npm test --userconfig x',
      ],
    },
  },
  {
    ...exec(
      ['npx', 'pnpx', 'bunx', 'uvx', 'pipx'],
      { examples: { carries: [['npx --yes tsc --noEmit', 'tsc --noEmit']] } },
      '--prefer-offline --ignore-existing --python: --bun --prefix:directory',
    ),
    moves: '--prefix',
  },
  {
    names: ['yarn', 'pnpm', 'bun'],
    does: 'acts',
    // `pnpm eslint --cache`: options after a program's name are the program's.
    style: 'options-first',
    options: `${npmPlain} -r -F: --filter: --recursive --frozen-lockfile --silent`,
    moves: npmMoves,
    aside: npmAside,
    escalating: npmEscalating,
    operands: none,
    subcommands: [
      {
        names: ['list', 'ls', 'why'],
        does: 'reads',
        options: '--pattern: --long --parseable --only-projects',
        operands: none,
        place: 'own',
        refine: (args) =>
          args.path[0] === 'bun'
            ? undefined
            : {
                does: 'acts',
                why: 'runs what the repository names: yarnPath, .pnpmfile.cjs, packageManager',
              },
        examples: { reads: ['bun why react'], acts: ['yarn list', 'pnpm list --depth=0'] },
      },
      exec(['dlx', 'exec', 'x'], { examples: { carries: [['pnpm dlx tsc x', 'tsc x']] } }),
      scripts(['run', 'run-script']),
      act(['install', 'i', 'add', 'ci'], {
        same: true,
        also: [{ kind: 'network', what: 'the package registry' }],
      }),
      act(['test', 't', 'start', 'build', 'lint', 'dev', 'typecheck', 'format', 'check'], {
        operands: given,
      }),
      act([
        'update',
        'up',
        'upgrade',
        'init',
        'create',
        'link',
        'audit',
        'outdated',
        'workspace',
        'workspaces',
        'dedupe',
        'prune',
        'rebuild',
        'pack',
        'config',
        'store',
        'deploy',
        'patch',
        'licenses',
        'info',
        'view',
        'set',
        'plugin',
      ]),
      act(['publish', 'unpublish', 'remove', 'rm', 'uninstall'], { destructive: true }),
    ],
    prints: '--version --help',
    examples: {
      reads: ['bun --version'],
      acts: ['yarn --version', 'pnpm --help', 'yarn test', 'pnpm install', 'bun x.ts', 'yarn'],
      carries: [['yarn dlx rm x', 'rm x']],
    },
  },
  {
    names: ['pip', 'pip3', 'pip3.11', 'pip3.12'],
    does: 'acts',
    options: '-qv --quiet --verbose --disable-pip-version-check --no-color --no-input --isolated',
    aside: '-q --quiet -v --verbose --disable-pip-version-check --no-color --no-input --isolated',
    escalating: [
      {
        options:
          '--python:program --log:write --log-file:write --local-log:write --config-settings: --cert:read --client-cert:read --cache-dir:write --proxy:url --index-url:url --extra-index-url:url --find-links:source --trusted-host: --keyring-provider:',
        why: 'runs another interpreter, writes a file or goes elsewhere',
      },
    ],
    operands: none,
    subcommands: [
      {
        names: ['list', 'freeze'],
        does: 'reads',
        options:
          '-ela --format: --local --user --editable --not-required --exclude: --include-editable --exclude-editable --all --path:read',
        changing: '-o -u --outdated --uptodate -r:read --requirement:read',
        escalating: [{ options: '-i:url -f:source', why: 'goes elsewhere' }],
        operands: {},
        examples: {
          reads: ['pip list', 'pip freeze', 'pip list --format=json'],
          acts: ['pip list --outdated'],
          escalates: ['pip list --log f', 'pip list -o -i https://e', 'pip list --find-links=https://e'],
        },
      },
      {
        names: ['show'],
        does: 'reads',
        options: '-f --files',
        operands: none,
        examples: { reads: ['pip show -f requests'] },
      },
      {
        // `--local` is not one of their options but an abbreviation of the one that writes a log.
        names: ['check', 'debug'],
        does: 'reads',
        operands: {},
        examples: { reads: ['pip check'], acts: ['pip check --local x'] },
      },
      {
        names: ['inspect'],
        does: 'reads',
        options: '--local --user',
        operands: {},
        examples: { reads: ['pip inspect --local'] },
      },
      act(['install', 'download', 'wheel'], { also: [{ kind: 'network', what: 'the package index' }] }),
      act(['uninstall'], { destructive: true }),
      act(['config'], {
        escalating: [{ options: '--editor:program', why: 'runs a program' }],
        refine: settings,
        examples: { escalates: ['pip config set global.index-url x', 'pip config --editor=./x edit'] },
      }),
      act(['index'], {
        escalating: [{ options: '-i:url -f:source', why: 'goes elsewhere' }],
        examples: { escalates: ['pip index versions x -i https://e'] },
      }),
      act(['cache', 'search', 'hash', 'lock', 'help', 'completion']),
    ],
    prints: '--version -V --help',
    examples: {
      reads: ['pip --version'],
      acts: ['pip install x', 'pip uninstall -y x'],
      escalates: ['pip --python ./evil list'],
    },
  },
  pythonManager(
    ['uv', 'poetry', 'pipenv', 'pdm', 'hatch', 'rye', 'pixi'],
    exec(
      ['run', 'tool'],
      { examples: { carries: [['uv run pytest', 'pytest']] } },
      '-m: --extra: --group: --frozen --no-sync',
    ),
  ),
  pythonManager(
    ['conda', 'mamba', 'micromamba'],
    exec(
      ['run'],
      { examples: { carries: [['conda run -n lab pytest', 'pytest']] } },
      '-n: --name: --live-stream --no-capture-output -s --debug-wrapper-scripts',
    ),
  ),
  {
    names: ['cargo'],
    does: 'acts',
    options: '-qv --quiet --verbose --offline --locked --frozen --color:',
    aside: '-q --quiet -v --verbose --offline --locked --frozen --color',
    escalating: [{ options: '--config: -C:directory -Z:', why: 'sets configuration that can run programs' }],
    operands: none,
    subcommands: [
      // Even listing runs the configured compiler wrapper.
      act([
        'tree',
        'metadata',
        'search',
        'info',
        'fetch',
        'generate-lockfile',
        'locate-project',
        'pkgid',
        'vendor',
        'read-manifest',
      ]),
      act(
        [
          'build',
          'b',
          'check',
          'c',
          'test',
          't',
          'bench',
          'doc',
          'd',
          'clippy',
          'fmt',
          'fix',
          'update',
          'add',
          'init',
          'new',
          'nextest',
          'expand',
          'audit',
          'deny',
          'llvm-cov',
          'package',
        ],
        { refine: otherManifest },
      ),
      act(['watch'], {
        escalating: [{ options: '-s:shell --shell:shell', why: 'runs a command' }],
        examples: { escalates: ["cargo watch -s 'rm x'"] },
      }),
      act(['run', 'r', 'install', 'script', 'xtask', 'make'], {}),
      act(['remove', 'rm', 'uninstall', 'publish', 'yank', 'clean', 'login', 'owner'], {
        destructive: true,
      }),
    ],
    prints: '--version -V --help --list',
    examples: {
      reads: ['cargo --version'],
      acts: ['cargo build --release', 'cargo run'],
      escalates: ['cargo --config x build', 'cargo test --manifest-path /tmp/x/Cargo.toml'],
    },
  },
  {
    names: [
      'rustc',
      'rustup',
      'ld',
      'as',
      'go-build',
      'javac',
      'kotlinc',
      'scalac',
      'swiftc',
      'nvcc',
      'ctest',
      'ninja',
      'meson',
      'bazel',
      'buck2',
      'scons',
      'ant',
      'sbt',
      'mix',
      'rebar3',
      'dub',
      'zig',
      'nix-build',
      'brew',
      'port',
      'pacman',
      'yum',
      'dnf',
      'zypper',
      'apk',
      'snap',
      'flatpak',
      'gem',
      'rails',
      'rspec',
      'composer',
      'artisan',
      'phpunit',
      'dotnet',
      'nuget',
      'msbuild',
      'pod',
      'xcodebuild',
      'simctl',
      'devicectl',
      'fastlane',
      'flutter',
      'pub',
      'turbo',
      'rush',
      'vite',
      'webpack',
      'rollup',
      'esbuild',
      'biome',
      'oxlint',
      'vitest',
      'jest',
      'mocha',
      'playwright',
      'cypress',
      'mypy',
      'pyright',
      'flake8',
      'pylint',
      'pre-commit',
      'coverage',
      'prove',
      'golangci-lint',
      'hadolint',
      'next',
      'astro',
      'nuxt',
      'svelte-kit',
      'ng',
      'expo',
      'prisma',
      'drizzle-kit',
      'alembic',
      'knex',
      'typeorm',
      'storybook',
      'changeset',
      'husky',
      'lint-staged',
    ],
    does: 'acts',
    operands: none,
    // Not `-V`: in ctest it runs the tests with verbose output.
    prints: '--version --help',
    examples: {
      reads: ['ctest --version'],
      acts: ['dotnet test', 'dotnet --version', 'ctest -V', 'scons --help'],
    },
  },
  {
    names: ['cmake'],
    does: 'acts',
    options:
      '-B:write -S:read -G: -D: -A: -T: -U: --build:read --install:read --preset: -t:task --target:task --parallel? -j? --config: --log-level:',
    changing: '-P:code -C:code -E',
    operands: none,
    prints: '--version --help',
    examples: {
      reads: ['cmake --version'],
      acts: ['cmake -B build', 'cmake --build build'],
      touches: [['cmake -S . -B build', 'read ., write build']],
    },
  },
  {
    names: ['nx', 'lerna'],
    does: 'acts',
    operands: none,
    subcommands: [
      {
        names: ['exec'],
        does: 'acts',
        style: 'options-first',
        options: '--scope: --since: --parallel --stream --no-bail --concurrency: --ignore:',
        carries: { how: 'argv', elsewhere: 'in the packages of the project' },
        examples: { carries: [['lerna exec -- rm b', 'rm b']] },
      },
      act([
        'run',
        'test',
        'build',
        'affected',
        'run-many',
        'lint',
        'graph',
        'list',
        'ls',
        'bootstrap',
        'version',
        'show',
      ]),
      act(['publish'], {}),
    ],
    examples: { acts: ['nx test app', 'lerna run test'] },
  },
  {
    names: ['apt', 'apt-cache'],
    does: 'acts',
    prints: '--version --help -v -h',
    operands: none,
    subcommands: [
      {
        // `-o` and `-c` can set programs to run, so they are not listed here.
        names: ['list', 'show', 'search', 'policy', 'depends', 'rdepends', 'madison', 'pkgnames'],
        does: 'reads',
        options: '-aq --installed --upgradable --all-versions --names-only --full --quiet',
        operands: none,
        examples: {
          reads: ['apt list --installed', 'apt show jq', 'apt-cache policy jq'],
          acts: ['apt list -o Dir::Bin::dpkg=./x', 'apt -c x list', 'apt list --upgradable -o=x'],
        },
      },
    ],
    examples: { acts: ['apt install x', 'apt update'], reads: ['apt --version'] },
  },
  dpkg('dpkg', {
    examples: {
      reads: ['dpkg -l', 'dpkg -L bash', 'dpkg -s jq', 'dpkg -S /bin/ls', 'dpkg --print-architecture'],
      acts: [
        'dpkg -i x.deb',
        'dpkg -r x',
        'dpkg',
        'dpkg -l --pre-invoke=x',
        'dpkg --root=x -l',
        'dpkg -l -i x.deb',
        // A field of an archive, which is read.
        'dpkg -f x.deb -p',
      ],
    },
  }),
  dpkg('dpkg-query -f:', {
    examples: { reads: ["dpkg-query -W -f '${Version}' jq"], acts: ['dpkg-query --root=x -l'] },
  }),
  {
    names: ['rpm'],
    does: 'acts',
    options:
      '-qailfcdR --query --all --info --list --file --configfiles --docfiles --requires --provides --whatprovides --last',
    escalating: [
      { options: '-E: --eval: -D: --define: --pipe:shell --load:read', why: 'runs what macros say' },
    ],
    means: escapedCommands,
    operands: none,
    prints: '--version --help',
    // Without `-q`, `-i` installs and `-e` removes.
    refine: ({ options, strangers, vague }) =>
      strangers.length === 0 &&
      vague.length === 0 &&
      options.every(({ kind }) => kind === 'plain') &&
      options.some(({ name }) => name === '-q' || name === '--query')
        ? { does: 'reads' }
        : undefined,
    examples: {
      reads: ['rpm -qa', 'rpm -qi bash', 'rpm -ql bash', 'rpm -qf /bin/ls', 'rpm -q --last bash'],
      acts: ['rpm -i x.rpm', 'rpm -e x', 'rpm -qp http://x/y.rpm', 'rpm -qa $X'],
      escalates: ["rpm -E '%(id)'", 'rpm -q --pipe sh'],
    },
  },
  {
    names: ['shellcheck'],
    does: 'reads',
    options:
      '-ax -eifosSPW: -C? --check-sourced --external-sources --color? --exclude: --include: --format: --shell: --severity: --enable: --list-optional --norc --extended-analysis: --wiki-link-count:',
    operands: { rest: 'read' },
    prints: '--version -V --help',
    examples: {
      reads: ['shellcheck a.sh', 'shellcheck -x -S warning a.sh', 'shellcheck --version'],
      acts: ['shellcheck --frob a.sh'],
    },
  },
  {
    names: ['gofmt'],
    does: 'reads',
    style: 'words',
    options: '-l -s -e -r: -w',
    refine: (args) => {
      if (!used(args, '-w')) return undefined;
      const touches = args.operands.map(({ word }) => ({ access: 'write' as const, word }));
      const isKnown = args.strangers.length + args.vague.length === 0 && args.operands.length > 0;
      return isKnown ? { does: 'edits', touches } : { does: 'acts', why: '-w changes something', touches };
    },
    // `-d` starts a diff program in older releases.
    changing: '-d -cpuprofile:write',
    operands: { rest: 'read' },
    recursive: true,
    examples: {
      reads: ['gofmt -l .', 'gofmt -s a.go'],
      edits: ['gofmt -w a.go', 'gofmt -l -w .'],
      acts: ['gofmt -w', 'gofmt -d .', 'gofmt -cpuprofile=x a.go'],
    },
  },
  {
    names: ['go'],
    does: 'acts',
    style: 'mixed',
    place: 'own',
    operands: none,
    subcommands: [
      {
        names: ['version'],
        does: 'reads',
        style: 'words',
        options: '-m -v',
        operands: { rest: 'read' },
        examples: { reads: ['go version'] },
      },
      {
        names: ['env'],
        does: 'reads',
        style: 'words',
        options: '-json -changed',
        escalating: [{ options: '-w -u', why: 'changes settings that name programs' }],
        operands: none,
        examples: { reads: ['go env GOPATH', 'go env'], escalates: ['go env -w GOFLAGS=x'] },
      },
      {
        names: ['list'],
        does: 'reads',
        style: 'words',
        options: '-m -json -f: -deps -test -e -find',
        operands: none,
        // `-m HOST/x@latest` contacts the host; modules in go.mod are in the cache, or a build would fetch them anyway.
        refine: (args) => {
          const versions = args.operands.filter(({ word }) => literalOf(word)?.includes('@') !== false);
          if (versions.length === 0) return undefined;
          return {
            does: 'acts',
            why: 'asks where the module comes from',
            reaches: versions.map(({ word }) => ({ word: moduleHost(word), as: 'host' })),
          };
        },
        examples: {
          reads: ['go list ./...', 'go list -m all'],
          acts: ['go list -toolexec=./x ./...', 'go list -export x', 'go list -m evil.example/x@latest'],
        },
      },
      {
        names: ['doc'],
        does: 'reads',
        style: 'words',
        options: '-all -c -cmd -short -src -u',
        operands: none,
        examples: { reads: ['go doc fmt'] },
      },
      act(
        ['build', 'test', 'vet', 'fmt', 'get', 'install', 'mod', 'work', 'fix', 'tool', 'bug', 'telemetry'],
        {
          style: 'words',
          moves: '-C',
          escalating: [
            {
              options:
                '-exec:shell -toolexec:shell -vettool:shell --exec:shell --toolexec:shell --vettool:shell -C:directory',
              why: 'runs a program',
            },
          ],
          examples: {
            acts: ['go test ./...'],
            escalates: [
              'go test -exec ./x ./...',
              'go build -toolexec=./x',
              'go build --toolexec=./x',
              "go build -ldflags '-extld=./x'",
            ],
            touches: [['go test -coverprofile=x ./...', 'write x']],
          },
          options:
            '-o:write -coverprofile:write -cpuprofile:write -memprofile:write -blockprofile:write -mutexprofile:write -trace:write -outputdir:write -ldflags: -gcflags: -asmflags: -gccgoflags:',
          // The linker starts the program that `-extld` names.
          refine: (args) => ({
            escalations: args.options
              .filter(
                ({ name, value }) => name.endsWith('flags') && (shapeOf(value) ?? '-ext').includes('-ext'),
              )
              .map(({ at }) => ({ at, why: 'may name the program that links' })),
          }),
        },
      ),
      { names: ['help'], does: 'reads', operands: none, examples: { reads: ['go help build'] } },
      act(['run', 'generate'], {}),
      act(['clean'], { destructive: true }),
    ],
    examples: { acts: ['go build', 'go run x.go'] },
  },
  {
    names: ['make', 'gmake', 'bmake'],
    does: 'acts',
    means: (args) => [
      ...goals(args),
      ...args.operands.flatMap(({ word }) => {
        // `SHELL='rm x'`: a recipe may run the value of any variable.
        const [, value] = /^\w+[:+?]?=(.+)$/u.exec(literalOf(word) ?? '') ?? [];
        const argv = value?.split(/\s+/u).map((text): Word => ({ kind: 'literal', text, span: word.span }));
        return argv === undefined ? [] : [{ argv }];
      }),
    ],
    operands: none,
    moves: '-C --directory',
    aside: '-B -k -s -S -w -j -l -C --directory --jobs --silent --keep-going --always-make',
    options:
      '-BdeikLnpqrRsStvw -C:directory -f:program -I: -j? -l? -o: -W: --directory:directory --file:program --makefile:program --jobs? --silent --keep-going --always-make --dry-run',
    escalating: [
      {
        options:
          '-f:program --file:program --makefile:program -C:directory --directory:directory --eval:code -E:code -I: --include-dir:',
        why: 'takes its rules from elsewhere',
      },
    ],
    refine: (args) => {
      // `SHELL=./x` on the command line replaces the shell that runs every recipe.
      const sets = args.operands.filter(({ word }) =>
        /^(?:SHELL|\.SHELLFLAGS|MAKEFILES|MAKEFLAGS|MAKE|CC|CXX|LD|AR|PATH|[A-Z_]*FLAGS)[:+?]?=/u.test(
          literalOf(word) ?? 'SHELL=',
        ),
      );
      return {
        does: 'acts',
        escalations: sets
          .filter(({ word }) => literalOf(word) !== undefined)
          .map(({ at }) => ({ at, why: 'replaces a program of the makefile' })),
      };
    },
    examples: {
      acts: ['make -j4 test', 'make test VERBOSE=1', 'make -C packages/a test'],
      escalates: [
        'make -f - a',
        'make SHELL=./x all',
        'make -C /tmp',
        'make -C .. all',
        'make -C sub -f x all',
      ],
    },
  },
];
