import { expect, test } from 'vitest';
import { decideHere } from './decide-here.ts';
import { examples } from './typed-call.ts';

const typed = { tool: 'Bash', text: '', mode: '', cwd: '/home/ada/shop' };
const decide = (command: string, policy: string, mode = '') =>
  decideHere({ ...typed, mode, policy, input: { command } });

test('the engine decides in the page, by the policy that was typed', () => {
  expect(decide('git push', 'deny: [Bash(git push:*)]\n')?.decision.verdict).toBe('deny');
  expect(decide('git push', 'allow: [Bash(git push:*)]\n')?.decision.verdict).toBe('allow');
  expect(decide('git push', '')?.decision.verdict).toBe('ask');
});

test('a policy with a mistake decides nothing here', () => {
  expect(decide('ls', 'allow: [Bash(')).toBeUndefined();
  expect(decide('ls', 'nonsense: 1\n')).toBeUndefined();
});

test('a mode is used where it is one', () => {
  expect(decide('ls', '', 'explore')?.mode).toBe('explore');
  expect(decide('ls', '', 'no-mode')?.mode).toBe('default');
});

test('each example has effects or a reason', () => {
  for (const { value } of examples) {
    const tried = decide(value, '');
    expect([value, tried?.considered.length ?? 0]).not.toEqual([value, 0]);
  }
  expect(decide('rm -rf build', '')?.effects?.some(({ words }) => words.includes('build'))).toBe(true);
});
