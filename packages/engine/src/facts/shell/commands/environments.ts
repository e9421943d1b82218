import type { Arguments, Command, Meaning } from '../model/model.ts';
import { quoteWord } from '../quote-word.ts';
import { literalOf } from '../read/words/word.ts';

const none = { rest: 'text' } as const;
const sets = { does: 'acts', operands: none } as const;

/** `nix develop .#dev -c CMD`: the command follows that option. */
function inDevelopShell({ words }: Arguments): readonly Meaning[] {
  const texts = words.map((word) => literalOf(word) ?? '');
  const at = texts.findIndex((text, place) => place > 1 && /^(?:-c|--command)$/u.test(text));
  const isDevelop = texts.slice(1, at).includes('develop');
  if (at === -1 || !isDevelop || at === words.length - 1) return [];
  const said = words.slice(at + 1).map((word) => literalOf(word));
  return [{ shell: said.map((text) => (text === undefined ? '"$X"' : quoteWord(text))).join(' '), at }];
}

/** Managers of environments that also run a command inside one, and related installers. */
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
    names: ['stack', 'cabal', 'dune', 'opam', 'carton', 'melos'],
    ...sets,
    prints: '--version --help',
    subcommands: [
      {
        // `dune exec -- rm x`: a name that is not a program of the project is looked up on the `PATH`.
        names: ['exec'],
        does: 'acts',
        style: 'options-first',
        options:
          '-w -c: --watch --release --no-build --profile: --context: --package: --switch: --with-test --no-private --fail-fast --scope: --concurrency:',
        carries: { how: 'argv', elsewhere: 'with the packages of the project', here: true },
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
    options: '-p: -A: --packages: --pure --attr: --run:shell --command:shell',
    carries: { how: 'text', elsewhere: 'in another environment' },
    escalating: [{ options: '-E:code --expr:code -I:', why: 'runs a command' }],
    examples: {
      acts: ['nix-shell -p jq'],
      carries: [["nix-shell --run 'rm x'", 'rm x']],
    },
  },
  {
    names: ['nix'],
    ...sets,
    means: inDevelopShell,
    subcommands: [
      {
        names: ['develop'],
        does: 'acts',
        options: '-c -i --command --impure --ignore-environment --offline --profile: --accept-flake-config',
        carries: { how: 'text', elsewhere: 'in another environment' },
        examples: {
          acts: ['nix develop -c ls', 'nix develop'],
          carries: [['nix develop .#dev -c rm x', 'rm x']],
        },
      },
      {
        names: ['shell', 'run'],
        does: 'acts',
        style: 'options-first',
        carries: { how: 'argv', elsewhere: 'in another environment', anywhere: true },
        examples: { acts: ['nix shell nixpkgs#jq -c ls', 'nix run nixpkgs#jq'] },
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
    subcommands: [
      {
        names: ['run', 'run:detached'],
        does: 'acts',
        style: 'options-first',
        options: '-a: -r: -s: -e: -x --app: --remote: --size: --no-tty',
        carries: { how: 'shell', elsewhere: 'on a dyno', away: true },
        examples: { carries: [['heroku run -a x rm y', 'rm y']] },
      },
    ],
    examples: { acts: ['heroku logs'] },
  },
  {
    names: ['coreutils'],
    ...sets,
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
