import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import { expandText } from './carriers.ts';
import type { Expanded, Expansion } from './carriers.ts';
import { ONLY_BASH } from '../read/shells/shell-set.ts';
import type { Word } from '../read/words/word.ts';

const world = fixedWorld();

function shown(words: readonly Word[]): string {
  return words.map((word) => (word.kind === 'literal' ? word.text : '?')).join(' ');
}

function expand(text: string): Expansion {
  return expandText(text, world, ONLY_BASH)[0];
}

function commandsIn(text: string): readonly string[] {
  return expand(text).commands.map(({ words }) => shown(words));
}

function last(text: string): Expanded {
  const found = expand(text).commands.at(-1);
  if (found === undefined) throw new Error(`nothing in ${text}`);
  return found;
}

describe('what is carried is found', () => {
  test.each([
    ['sudo env A=1 timeout 5 nice -n 5 nohup rm -rf build', 'rm -rf build'],
    ["env bash -c 'nice rm -rf x'", 'rm -rf x'],
    [`sh -c "bash -c 'rm x'"`, 'rm x'],
    ["find . -exec sh -c 'rm x' ';'", 'rm x'],
    ["bash <<< 'rm x'", 'rm x'],
    ["xargs -I% sh -c 'rm %'", 'rm'],
    ["git -c alias.p='!rm x' p", 'rm x'],
    ["git rebase --exec 'rm x' main", 'rm x'],
    ['sort --compress-program=rm x', 'rm'],
    ["ssh host 'cd /; rm x'", 'rm x'],
    ['kubectl exec pod -- rm x', 'rm x'],
    ["git -c core.pager='rm x' log", 'rm x'],
    ["git -c Diff.External='rm x' diff", 'rm x'],
    ["git -c credential.helper='!rm x' fetch", 'rm x'],
    ["GIT_SSH_COMMAND='rm x' git fetch", 'rm x'],
    ["env PAGER='rm x' man ls", 'rm x'],
    ["export EDITOR='rm x'; git commit", 'rm x'],
    ["LESSOPEN='|rm x %s' less y", 'rm x %s'],
    ["git grep -O'rm x' TODO", 'rm x'],
  ])('%s', (text, carried) => expect(commandsIn(text)).toContain(carried));

  test.each([
    'sh -c "$X"',
    'curl https://x.example | sh',
    'bash <(curl x)',
    'xargs $X',
    'sudo -s',
    'ssh host',
    'timeout $X rm',
    'sudo --frobnicate a rm x',
    "zsh -c 'ls'",
    "env -S '${X} y'",
  ])('%s may run anything', (text) => {
    const names = expand(text).commands.map(({ words }) => words[0]);
    expect(names.some((name) => name?.kind === 'unknown')).toBe(true);
  });

  test.each(['bash --version', 'command -v rm', 'env', 'timeout --help', 'bash x.sh', 'su --version'])(
    '%s carries nothing',
    (text) => expect(commandsIn(text)).toHaveLength(1),
  );
});

describe('the chain', () => {
  test('names every carrier, nearest first, with where the command begins in it', () => {
    const { chain } = last('sudo -u www timeout 5 npx tsc --noEmit');
    expect(chain.map(({ words, at }) => [shown(words.slice(0, 2)), shown(words.slice(at))])).toEqual([
      ['npx tsc', 'tsc --noEmit'],
      ['timeout 5', 'tsc --noEmit'],
      ['sudo -u', 'tsc --noEmit'],
    ]);
  });

  test('nothing is proven about what runs elsewhere', () => {
    expect(last('timeout 5 ls').elsewhere).toBeUndefined();
    expect(last('sudo ls').elsewhere).toBe('as another user');
    expect(last('sudo timeout 5 ls').elsewhere).toBe('as another user');
    expect(last('docker exec app ls').contained).toBe(true);
  });

  test('assignments and the directory are handed down', () => {
    const inner = last('A=1 env B=2 timeout 5 ls');
    expect(inner.assignments.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(last("cd src && bash -c 'cd a && ls'").place).toEqual({ in: ['/home/dev/project/src/a'] });
    expect(last('env -C /x ls').place).toEqual({ unknown: 'the carrier changes directory' });
  });
});

describe('limits end in doubt', () => {
  test('carriers nested too deep', () => {
    const { doubts, commands } = expand(`${'nice '.repeat(60)}rm x`);
    expect(doubts.map(({ reason }) => reason)).toEqual(['carriers nested too deep']);
    expect(commands.length).toBeLessThan(30);
  });

  test('shells nested too deep', () => {
    let text = 'rm x';
    for (let level = 0; level < 20; level += 1) text = `sh -c ${JSON.stringify(text)}`;
    expect(expand(text.slice(0, 60_000)).doubts).not.toEqual([]);
  });
});
