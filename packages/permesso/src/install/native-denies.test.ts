import { expect, test } from 'vitest';
import { nativeDenies, unconditionalDenies } from './native-denies.ts';

test('hidden tools are denied in the host’s own words, which keeps them from its model', () => {
  const layers = unconditionalDenies([
    { tools: { hidden: ['Bash', 'Agent', 'mcp__legacy__*', 'Read', 'a*b', 'mcp__*'], visible: ['Grep'] } },
  ]);
  const claude = nativeDenies('claude', layers).flatMap(
    (text) => (JSON.parse(text) as { permissions: { deny: readonly string[] } }).permissions.deny,
  );
  // `Read` as a rule reaches further than the tool, and a star in the middle is not a wildcard in a list.
  expect(claude).toEqual(['Bash', 'Agent', 'mcp__legacy', 'mcp__*']);
  expect(nativeDenies('gemini', layers).join('\n')).toContain('toolName = "run_shell_command"');
});

test('a condition stays with the hook', () => {
  expect(
    unconditionalDenies([{ deny: [{ rule: 'pay', when: { amount: { gt: 1 } } }, 'Bash(dd:*)'] }]),
  ).toEqual([{ deny: [{ rule: 'Bash(dd:*)' }] }]);
});
