import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { withLock } from './file-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'permesso-lock-'));
const file = join(folder, 'x');
const lock = `${file}.lock`;
const dead = spawnSync(process.execPath, ['-e', '']).pid;

afterEach(() => {
  for (const each of [lock, `${lock}.clearing`]) rmSync(each, { force: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function holder(values: object): string {
  return JSON.stringify({ pid: process.pid, start: '', host: hostname(), nonce: 'n', ...values });
}

describe('a lock', () => {
  test('lets one in at a time, and is gone afterwards', async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(file, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await wait(1);
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  test('is gone when the work fails', async () => {
    const failing = withLock(file, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });

  test.each([
    ['a process that is gone', holder({ pid: dead })],
    ['a process that came after with the same number', holder({ start: '1' })],
  ])('of %s is cleared away', async (_what, text) => {
    writeFileSync(lock, text);
    expect(await withLock(file, () => 'in')).toBe('in');
  });

  test.each(['', '{"pid'])('that says %j is cleared away when it is old', async (text) => {
    writeFileSync(lock, text);
    const old = Date.now() / 1000 - 60;
    utimesSync(lock, old, old);
    expect(await withLock(file, () => 'in')).toBe('in');
  });

  test('is waited for while a living process or another machine holds it', async () => {
    for (const text of [ownLock(), holder({ host: 'elsewhere', pid: dead })]) {
      writeFileSync(lock, text);
      let isIn = false;
      const entering = withLock(file, () => {
        isIn = true;
      });
      await wait(100);
      expect(isIn).toBe(false);
      rmSync(lock);
      await entering;
      expect(isIn).toBe(true);
    }
  });

  test('that somebody died clearing away is cleared away', async () => {
    writeFileSync(lock, holder({ pid: dead }));
    writeFileSync(`${lock}.clearing`, '');
    const old = Date.now() / 1000 - 60;
    utimesSync(`${lock}.clearing`, old, old);
    expect(await withLock(file, () => 'in')).toBe('in');
  });
});

/** What this process would write. */
function ownLock(): string {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : '';
  return holder({ start: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' });
}
