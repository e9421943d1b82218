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
    ['npm run build', ['Bash(npm run build)', 'Bash(npm run build:*)']],
    ['npm test -- -t x', ['Bash(npm test -- -t x)', 'Bash(npm test:*)']],
    ['npx tsc --noEmit', ['Bash(npx tsc --noEmit)', 'Bash(npx tsc:*)']],
    ['pytest -x', ['Bash(pytest -x)', 'Bash(pytest:*)']],
    ['git push origin main', ['Bash(git push origin main)']],
    ['touch a', ['Bash(touch a)']],
    ['git checkout main', ['Bash(git checkout main)']],
    ['git stash', ['Bash(git stash)']],
    ['timeout 5 npm test | tail -5', ['Bash(npm test)', 'Bash(npm test:*)']],
    [
      'git add -A && git commit -m x',
      ['Bash(git add -A) + Bash(git commit -m x)', 'Bash(git add:*) + Bash(git commit:*)'],
    ],
    ['mypy "$X"', ['Bash(mypy:*)']],
    ['echo x > out.txt', ['Write(//home/dev/project/out.txt)']],
  ])('%s', (text, offers) => expect(offersFor(text)).toEqual(offers));

  test.each([
    ['rm -rf dist', 'what destroys'],
    ['python x.py', 'an interpreter'],
    ['bash -c make', 'a shell'],
    ['sudo ls', 'a carrier'],
    ['curl https://x.example', 'what fetches'],
    ['./run.sh a', 'a name with a path'],
    ['foo bar', 'what is not known'],
    ['git -C x push', 'an option that must be spelled'],
    ['kill 12', 'what destroys'],
    ['docker run a b', 'a container'],
  ])('%s is offered exactly or not at all: %s', (text) => {
    const offers = offersFor(text);
    expect(offers).toHaveLength(1);
    expect(offers[0]).not.toContain('*');
  });

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
