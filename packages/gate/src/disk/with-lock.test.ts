import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { ownMark } from './process-mark.ts';
import { withLock } from './with-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'permesso-lock-'));
const file = join(folder, 'x');
const lock = `${file}.lock`;
const dead = spawnSync(process.execPath, ['-e', '']).pid;

afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

function holder(values: object): string {
  return JSON.stringify({ pid: process.pid, started: '', space: '', host: hostname(), ...values });
}

function old(path: string): void {
  const past = Date.now() / 1000 - 60;
  utimesSync(path, past, past);
}

describe('a lock', () => {
  test('that cannot be written leaves nothing behind', () => {
    // No file may become longer than nothing: as on a full disk.
    const program = `import { lockFile } from ${JSON.stringify(join(import.meta.dirname, 'lock-file.ts'))};
      for (const _ of [1, 2, 3]) try { lockFile(${JSON.stringify(lock)}).take(); } catch (error) { console.log(error.code); }`;
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 0 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', program],
      { encoding: 'utf8' },
    );
    expect([stdout, stderr]).toEqual(['EFBIG\n'.repeat(3), '']);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('lets one in at a time, and is gone afterwards', async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(file, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await nextTurn();
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is gone when the work fails', async () => {
    const failing = withLock(file, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['a process that is gone', holder({ pid: dead })],
    ['a process that came after with the same number', holder({ started: '1' })],
  ])('of %s is cleared away', async (_what, text) => {
    writeFileSync(lock, text);
    expect(await withLock(file, () => 'in')).toBe('in');
    expect(existsSync(lock)).toBe(false);
  });

  test.each(['', '{"pid', '[]', 'null', '{"pid":-1,"host":"x"}'])(
    'that says %j is cleared away when it is old, and not before',
    async (text) => {
      writeFileSync(lock, text);
      let isIn = false;
      const entering = withLock(file, () => {
        isIn = true;
      });
      await wait(60);
      expect(isIn).toBe(false);
      old(lock);
      await entering;
      expect(isIn).toBe(true);
    },
  );

  test('is waited for while a living process, another machine or another container holds it', async () => {
    const elsewhere = [{ host: 'elsewhere' }, { space: 'pid:[1]' }].map((place) =>
      holder({ pid: dead, ...place }),
    );
    for (const text of [JSON.stringify(ownMark()), ...elsewhere]) {
      writeFileSync(lock, text);
      let isIn = false;
      const entering = withLock(file, () => {
        isIn = true;
      });
      await wait(60);
      expect(isIn).toBe(false);
      rmSync(lock);
      await entering;
      expect(isIn).toBe(true);
    }
  });

  test('that somebody died clearing away is cleared away, with the files of the dead', async () => {
    writeFileSync(lock, holder({ pid: dead }));
    writeFileSync(`${lock}.break`, holder({ pid: dead }));
    writeFileSync(`${lock}.${dead}-1-x`, holder({ pid: dead }));
    expect(await withLock(file, () => 'in')).toBe('in');
    expect(readdirSync(folder)).toEqual([]);
  });
});
