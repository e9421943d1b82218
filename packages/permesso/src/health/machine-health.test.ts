import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeMachine } from '../../../gate/test/policy-files/machine.ts';
import { findPlaces } from '@permesso/gate/disk';
import { machineHealth } from './machine-health.ts';

const programs = { node: process.execPath, hook: import.meta.filename, plugin: import.meta.filename };

test.each<[what: string, text: string | undefined, mode: number, found: readonly unknown[]]>([
  ['none', undefined, 0o600, []],
  ['a sound one', '{"version":1,"projects":[]}', 0o600, []],
  ['a broken one', '{', 0o600, [expect.stringContaining('this file is not valid')]],
  [
    'one that others may write',
    '{"version":1,"projects":[]}',
    0o666,
    [expect.stringContaining('other users can write')],
  ],
])('the list of trusted code: %s', (_what, text, mode, found) => {
  using machine = makeMachine();
  if (text !== undefined) chmodSync(machine.write('.config/permesso/trusted-code.json', text), mode);
  const places = findPlaces(machine.options);
  const checks = machineHealth({ places, programs, cwd: machine.home });
  const about = checks.filter(({ name }) => name === 'trusted-code');
  expect(about.map(({ what }) => what)).toEqual(found);
  expect(about.every(({ is, fix }) => is === 'wrong' && fix?.includes('permesso trust code'))).toBe(true);
});

test('a permission that nobody trusted is named, not only left out', () => {
  using machine = makeMachine();
  machine.write('.config/permesso/policy.yaml', 'use: [balanced]\n');
  const file = machine.write('p/.permesso/policy.local.yaml', 'allow: [Bash(evil:*), Bash(worse:*)]\n');
  const places = findPlaces(machine.options);
  const [policy] = machineHealth({ places, programs, cwd: machine.path('p'), options: machine.options });
  expect(policy).toMatchObject({ name: 'policy', is: 'ok' });
  expect(policy?.what).toContain(
    `${file}: \`Bash(evil:*)\` and 1 more are ignored until you run \`permesso trust\``,
  );
});
