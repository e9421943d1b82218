import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { test as testCommand } from '../../src/cli/commands/test.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import { createGate, loadPolicy } from '@permesso/gate/gate';
import { fixedWorld } from '@permesso/engine/world';

const presets = join(import.meta.dirname, '../../../gate/presets');

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

  test('passes `permesso test`, as its reader would run it', async () => {
    // Somewhere else than here: what a test expects must not hang on the files of this repository.
    const cwd = mkdtempSync(join(tmpdir(), 'permesso-presets-'));
    let said = '';
    const print = (text: string): void => void (said += `${text}\n`);
    try {
      const status = await runCommandLine(['test', join(presets, name), '--cwd', cwd], [testCommand], {
        print,
        complain: print,
        width: 120,
      });
      expect(said).toContain(`${tests.length} tests: ${tests.length} passed, 0 failed`);
      expect(status).toBe(0);
    } finally {
      rmSync(cwd, { recursive: true, maxRetries: 20 });
    }
  });

  test.each(tests.map((each) => [each.call.text, each] as const))(
    '%s',
    async (_text, { call: { text: _written, ...call }, expect: verdict, mode }) => {
      const gate = createGate({ policy, world: () => world, ...(mode === undefined ? {} : { mode }) });
      expect((await gate.check(call)).verdict).toBe(verdict);
    },
  );
});
