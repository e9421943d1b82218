import { expect, test } from 'vitest';
import type { Suggestions } from '../../review/suggest-rules.ts';
import { printLearning } from './suggest.ts';

const rule = (name: string, saved: number): Suggestions['rules'][number] => ({
  rule: `Bash(${name}:*)`,
  saved,
  risk: 'low',
  because: 'it only reads',
  ran: 0,
  approved: saved,
  covers: 'all of its calls',
});

function printed(rules: Suggestions['rules']): string {
  const found = { rules, prompts: 40, left: 9, hostile: 100, dropped: [], limits: [], trustingCode: 0 };
  return printLearning(found, 100);
}

test('of many rules the three that save most are named first, whatever their risk', () => {
  const said = printed([rule('a', 2), rule('b', 9), rule('c', 3), rule('d', 12), rule('e', 4)]);
  expect(said).toContain(
    'These three would have saved the most, 25 prompts:\n  Bash(d:*)\n  Bash(b:*)\n  Bash(e:*)\n',
  );
});

test('three or fewer are the table itself, and none is said', () => {
  expect(printed([rule('a', 2), rule('b', 9), rule('c', 3)])).not.toContain('These three');
  expect(printed([])).toBe('No rule to propose: 40 calls in your log would still ask.');
});
