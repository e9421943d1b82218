import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGate } from '../../src/gate.ts';
import { loadPolicy } from '../../src/load-policy.ts';
import { fixedWorld } from '../../src/world/fixed-world.ts';

const presets = join(import.meta.dirname, '../../presets');

describe.each(readdirSync(presets))('presets/%s', (name) => {
  const { policy, files, problems } = loadPolicy({
    files: false,
    policyFiles: [join(presets, name)],
    cwd: '/srv/app',
  });
  const tests = files[0]?.content.tests ?? [];
  const world = fixedWorld({ cwd: '/srv/app', project: '/srv/app', workingDirectories: ['/srv/app'] });

  test('has no problem', () => {
    expect(problems).toEqual([]);
    expect(tests.length).toBeGreaterThanOrEqual(8);
  });

  test.each(tests.map((each) => [each.call.text, each] as const))(
    '%s',
    (_text, { call, expect: verdict, mode }) => {
      const gate = createGate({ policy, world: () => world, ...(mode === undefined ? {} : { mode }) });
      expect(gate.decide(call).verdict).toBe(verdict);
    },
  );
});
