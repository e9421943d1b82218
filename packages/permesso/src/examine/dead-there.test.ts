import { expect, test } from 'vitest';
import { deadRules, deadThere } from './dead-there.ts';

test.each(deadRules)('$format: $example', ({ format, example, why }) => {
  expect(deadThere(format, example, 'user')).toBe(why);
});

test.each([
  ['claude', 'Bash(rm:*)'],
  ['claude', 'Read(.env)'],
  ['claude', 'Read(//etc/shadow)'],
  ['claude', 'Write'],
  ['claude', 'mcp__github'],
  ['opencode', 'bash rm *'],
])('a rule that is used is not called dead: %s %s', (format, rule) => {
  expect(deadThere(format, rule, 'user')).toBeUndefined();
});
