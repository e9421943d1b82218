import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileLog } from '@permesso/gate/log';
import { readInBackground } from './log-reader.ts';

test('more entries than anybody counts on between two looks are all counted', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-reader-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));
  const log = fileLog({ directory, maxBytes: 512 * 1024, keepFiles: 1000 });
  onTestFinished(log.close);
  const write = (count: number): void => {
    for (let at = 0; at < count; at++) {
      log.write({ type: 'failed', at: Date.now(), error: `failure ${at}` });
      if (at % 32 === 0) log.flush();
    }
    log.flush();
  };
  write(100);
  const reader = readInBackground(directory);
  onTestFinished(reader.close);
  const whole = { timeout: 120_000 };
  await expect.poll(() => reader.stats(), whole).toMatchObject({ failures: 100, counting: false });
  // All of it between two looks: nothing else has a turn meanwhile.
  write(25_000);
  await expect.poll(() => reader.stats().failures, whole).toBe(25_100);
  expect(reader.stats().entries).toBe(25_100);
});
