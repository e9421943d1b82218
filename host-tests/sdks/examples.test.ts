import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../examples/sdks');
const examples = readdirSync(folder).filter((name) => name.endsWith('.ts'));

test.each(examples)('the example %s runs and finds itself right', async (name) => {
  const home = mkdtempSync(join(tmpdir(), 'permesso-example-'));
  try {
    const run = promisify(execFile)(process.execPath, [join(folder, name)], {
      env: { PATH: '/usr/bin:/bin', HOME: home },
      timeout: 120_000,
    });
    await expect(run).resolves.toMatchObject({
      stdout: expect.not.stringContaining('AssertionError') as string,
    });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

test.each(examples)('the example %s fits on a screen', (name) => {
  expect(readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length).toBeLessThan(60);
});
