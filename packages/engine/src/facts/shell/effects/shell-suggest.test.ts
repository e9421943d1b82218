import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import { shellParts } from './shell-parts.ts';
import { shellSuggestions } from './shell-suggest.ts';

const world = fixedWorld();

/** The ladder for the parts that nothing allows yet. */
function offersFor(text: string): readonly string[] {
  const asking = shellParts(text, world).filter(({ check }) => check.outcome !== 'allow');
  return shellSuggestions(asking).map(({ rules }) => rules.join(' + '));
}

describe('from exactly this to wider', () => {
  test.each([
    [
      'npm run build',
      ['Bash(npm run build)', 'Bash(npm run build:*) [run]', 'Bash(npm run:*) [run]', 'Bash(npm:*) [run]'],
    ],
    ['npm test -- -t x', ['Bash(npm test -- -t x)', 'Bash(npm test:*) [run]', 'Bash(npm:*) [run]']],
    ['pytest -x', ['Bash(pytest -x)', 'Bash(pytest:*) [run]']],
    ['python x.py', ['Bash(python x.py)', 'Bash(python x.py:*) [run]', 'Bash(python:*) [run]']],
    ['git stash', ['Bash(git stash)', 'Bash(git stash:*) [commit]', 'Bash(git:*) [commit]']],
    ['timeout 5 npm test | tail -5', ['Bash(npm test)', 'Bash(npm test:*) [run]', 'Bash(npm:*) [run]']],
    [
      'git add -A && git commit -m x',
      [
        'Bash(git add -A) + Bash(git commit -m x)',
        'Bash(git add:*) [commit] + Bash(git commit:*) [commit]',
        'Bash(git:*) [commit]',
      ],
    ],
    [
      'bin/rails generate model Post',
      ['Bash(bin/rails generate model Post)', 'Bash(bin/rails generate:*) [run]', 'Bash(bin/rails:*) [run]'],
    ],
    ['uv add pyrocko', ['Bash(uv add pyrocko)', 'Bash(uv add:*) [install]', 'Bash(uv:*) [install]']],
    ['eslint src', ['Bash(eslint src)', 'Bash(eslint:*) [run]']],
    [
      'uv run ruff check',
      ['Bash(uv run ruff check)', 'Bash(uv run ruff:*) [run]', 'Bash(uv run:*) [run]', 'Bash(uv:*) [run]'],
    ],
    ['make lint', ['Bash(make lint)', 'Bash(make lint:*) [run]', 'Bash(make:*) [run]']],
    ['mypy "$X"', ['Bash(mypy:*) [run]']],
    ['foo bar', ['Bash(foo bar)', 'Bash(foo:*) [run-other]']],
    ['touch a', ['Bash(touch a)']],
    ['echo x > out.txt', ['Write(//home/dev/project/out.txt)']],
  ])('%s', (text, offers) => expect(offersFor(text)).toEqual(offers));

  test.each([
    ['git push origin main', 'others see it'],
    ['kubectl apply -f x.yaml', 'it changes a remote system'],
    ['npm login', 'who one is'],
    ['brew install jq', 'the machine'],
    ['python -c x', 'code in the call'],
    ['sudo ls', 'a carrier'],
    ['curl https://x.example', 'what fetches'],
    ['git -C x push', 'an option that must be spelled'],
    ['kill 12', 'what destroys'],
    ['docker run a b', 'a container'],
  ])('%s is offered exactly or not at all: %s', (text) => {
    const offers = offersFor(text);
    expect(offers.length).toBeLessThanOrEqual(1);
    expect(offers.join(' ')).not.toContain('*');
  });

  test.each(['rm -rf dist', 'git reset --hard', 'git push --force', 'terraform destroy'])(
    '%s is asked about each time',
    (text) => expect(offersFor(text)).toEqual([]),
  );

  test.each([
    ['FOO=1 npm test', 'a variable that no rule can spell'],
    ['rm "$X"', 'words that are not known'],
    ['git push "$X"', 'a word that may be --receive-pack'],
    ['$X', 'a name that is not known'],
    ['psql postgres://app:hunter22@db/app', 'a secret'],
    ['ls "unterminated', 'text that could not be read'],
  ])('%s: nothing, because of %s', (text) => expect(offersFor(text)).toEqual([]));

  test.each([
    ["git commit -m 'a * b'", "Bash(git commit -m 'a * b')"],
    ["git commit -m 'a (b)'", "Bash(git commit -m 'a (b)')"],
    [`git commit -m "it's * x"`, String.raw`Bash(git commit -m it\'s\ \*\ x)`],
    ["touch ''", "Bash(touch '')"],
  ])('%s keeps what is special literal', (text, rule) => expect(offersFor(text)[0]).toBe(rule));
});
