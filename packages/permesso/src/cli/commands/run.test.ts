import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usageExit } from '../command.ts';
import { runCommandLine } from '../run-command.ts';
import { run } from './run.ts';

const quiet = { print: () => undefined, complain: () => undefined, width: 80 };

/** A copilot that writes down how it was started, in a home of its own. */
function copilot(): { readonly program: string; readonly started: () => string } {
  const home = mkdtempSync(join(tmpdir(), 'permesso-run-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  for (const [name, value] of [
    ['HOME', home],
    ['XDG_CONFIG_HOME', ''],
    ['XDG_STATE_HOME', ''],
  ] as const)
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = join(home, 'copilot');
  const log = join(home, 'started');
  writeFileSync(program, `#!/bin/sh\n{ echo "$@"; env; } > '${log}'\n`);
  chmodSync(program, 0o755);
  return { program, started: () => readFileSync(log, 'utf8') };
}

test('a variable that allows everything does not reach copilot', async () => {
  const { program, started } = copilot();
  vi.stubEnv('COPILOT_ALLOW_ALL', 'true');
  vi.stubEnv('COPILOT_MODEL', 'some');
  expect(await runCommandLine(['run', '--', program, '-p', 'go'], [run], quiet)).toBe(0);
  expect(started()).toContain('--output-format json');
  expect(started()).toContain('COPILOT_MODEL=some');
  expect(started()).not.toContain('COPILOT_ALLOW_ALL');
});

test.each([
  ['--allow-all'],
  ['--allow-all-tools'],
  ['--yolo'],
  ['--allow-tool=shell'],
  ['--allow-tool', 'shell'],
  ['--autopilot'],
  ['--mode', 'autopilot'],
  ['--mode=autopilot'],
  ['--assisted-approval'],
  ['--connect'],
  ['--remote'],
])('copilot is not started with %s', async (...flags) => {
  const { program, started } = copilot();
  expect(await runCommandLine(['run', '--', program, '-p', 'go', ...flags], [run], quiet)).toBe(usageExit);
  expect(started).toThrow('ENOENT');
});
