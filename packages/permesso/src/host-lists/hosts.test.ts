import { expect, test } from 'vitest';
import { startedByPowerShell } from '../launch/powershell-line.ts';
import { hookHosts } from './hook-hosts.ts';
import { hosts } from './hosts.ts';

test('every row is set up, in the same order', () => {
  expect(hosts.map(({ name }) => name)).toEqual([...hookHosts.keys()]);
});

test('on Windows the shell of the hooks is the one that the row names', () => {
  const named = [...hookHosts.values()].filter(({ windowsShell }) => windowsShell === 'powershell');
  expect(new Set(named.map(({ name }) => name))).toEqual(startedByPowerShell);
});
