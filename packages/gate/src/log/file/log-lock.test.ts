import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogLock } from './log-lock.ts';

test('what fails at the end of a turn lets go of the lock and is thrown by the next work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-lock-'));
  const path = join(folder, 'lock');
  let isFull = true;
  const lock = createLogLock({
    path,
    waitMs: () => 1000,
    beforeRelease: () => {
      if (isFull) throw new Error('no space left');
    },
    onExit: () => undefined,
  });
  try {
    expect(lock.hold(() => 1)).toEqual({ done: 1 });
    await nextTurn();
    expect(existsSync(path)).toBe(false);
    expect(() => lock.hold(() => 2)).toThrow('no space left');
    isFull = false;
    expect(lock.hold(() => 3)).toEqual({ done: 3 });
  } finally {
    lock.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
