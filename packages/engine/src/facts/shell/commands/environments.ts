import type { Command } from '../model/model.ts';

const none = { rest: 'text' } as const;
const sets = { does: 'acts', suggest: 'words', operands: none } as const;

/** Managers of environments that also run a command inside one, and the installers beside them. */
export const environments = (): readonly Command[] => [
  {
    names: ['bundle', 'bundler'],
    ...sets,
    prints: '--version --help -V',
    subcommands: [
      {
        names: ['exec'],
        does: 'acts',
        style: 'options-first',
        options: '--keep-file-descriptors --no-keep-file-descriptors',
        escalating: [{ options: '--gemfile:read', why: 'takes its gems from elsewhere' }],
        carries: { how: 'argv', elsewhere: 'with the gems of the project', here: true },
        suggest: 'exact',
        examples: { carries: [['bundle exec rm x', 'rm x']] },
      },
      {
        names: [
          'install',
          'update',
          'add',
          'remove',
          'config',
          'outdated',
          'show',
          'info',
          'list',
          'check',
          'lock',
          'clean',
        ],
        ...sets,
        examples: { acts: ['bundle install', 'bundle check'] },
      },
    ],
    examples: { acts: ['bundle exec rake', 'bundle install'] },
  },
  {
    names: ['stack', 'cabal', 'dune', 'opam'],
    ...sets,
    prints: '--version --help',
    subcommands: [
      {
        // `dune exec -- rm x`: what is not a program of the project is looked up on the `PATH`.
        names: ['exec'],
        does: 'acts',
        style: 'options-first',
        options: '-w --watch --release --no-build --profile: --context: --package: --switch: --with-test',
        carries: { how: 'argv', elsewhere: 'with the packages of the project', here: true },
        suggest: 'exact',
        examples: {
          carries: [
            ['dune exec -- rm x', 'rm x'],
            ['stack exec --package a rm x', 'rm x'],
            ['opam exec -- dune build', 'dune build'],
          ],
        },
      },
    ],
    examples: { acts: ['stack build', 'dune exec ./main.exe'] },
  },
  {
    names: ['nix-shell'],
    ...sets,
    suggest: 'exact',
    options: '-p: -A: --packages: --pure --attr:',
    escalating: [{ options: '--run:shell --command:shell -E:code --expr:code -I:', why: 'runs a command' }],
    examples: {
      acts: ['nix-shell -p jq'],
      escalates: ["nix-shell --run 'rm x'"],
      carries: [["nix-shell --run 'rm x'", 'rm x']],
    },
  },
  {
    names: ['nix'],
    ...sets,
    subcommands: [
      {
        names: ['develop', 'shell', 'run'],
        does: 'acts',
        style: 'options-first',
        carries: { how: 'argv', elsewhere: 'in another environment', anywhere: true },
        suggest: 'exact',
        examples: { acts: ['nix develop -c ls', 'nix run nixpkgs#jq'] },
      },
      {
        names: [
          'build',
          'flake',
          'search',
          'eval',
          'fmt',
          'profile',
          'store',
          'log',
          'path-info',
          'hash',
          'registry',
        ],
        ...sets,
        examples: { acts: ['nix build .#x', 'nix flake show'] },
      },
    ],
    prints: '--version --help',
    examples: { acts: ['nix build'], reads: ['nix --version'] },
  },
  {
    names: ['sg'],
    ...sets,
    suggest: 'exact',
    options: '-c',
    carries: { how: 'shell', skip: 1, elsewhere: 'as another group', here: true },
    examples: {
      carries: [
        ["sg staff -c 'rm x'", 'rm x'],
        ["sg staff 'rm x'", 'rm x'],
      ],
    },
  },
  {
    names: ['heroku'],
    ...sets,
    suggest: 'exact',
    subcommands: [
      {
        names: ['run', 'run:detached'],
        does: 'acts',
        style: 'options-first',
        options: '-a: -r: -s: -e: -x --app: --remote: --size: --no-tty',
        carries: { how: 'shell', elsewhere: 'on a dyno', away: true },
        suggest: 'exact',
        examples: { carries: [['heroku run -a x rm y', 'rm y']] },
      },
    ],
    examples: { acts: ['heroku logs'] },
  },
  {
    names: ['coreutils'],
    ...sets,
    suggest: 'exact',
    escalating: [
      { options: '--coreutils-prog:program --coreutils-prog-shebang:program', why: 'is another program' },
    ],
    examples: { escalates: ['coreutils --coreutils-prog=rm x'] },
  },
  {
    names: ['apt-get', 'aptitude'],
    ...sets,
    options:
      '-qyfmd --yes --assume-yes --quiet --no-install-recommends --only-upgrade --fix-broken --download-only',
    escalating: [{ options: '-o:code -c:read --option:code --config-file:read', why: 'sets what is run' }],
    prints: '--version --help -v -h',
    examples: { acts: ['apt-get install -y x', 'apt-get update'], escalates: ['apt-get update -o A::B=x'] },
  },
];
