import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withTerminalLock } from './terminal-lock.ts';

let folder: string;
let children: ChildProcess[] = [];
const { signal } = new AbortController();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'permesso-terminal-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Another process that has the terminal, and gives it back when it is told to. */
async function holder(lock: string): Promise<ChildProcess> {
  const code = `
    const { withTerminalLock } = await import(${JSON.stringify(join(import.meta.dirname, 'terminal-lock.ts'))});
    const leave = await withTerminalLock(${JSON.stringify(lock)}, new AbortController().signal);
    console.log('held');
    process.stdin.once('data', () => { leave(); console.log('left'); process.exit(0); });
  `;
  const child = spawn(
    process.execPath,
    ['--conditions=@permesso/source', '--input-type=module', '--eval', code],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  children.push(child);
  await said(child, 'held');
  return child;
}

function said(child: ChildProcess, word: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.stdout?.on('data', (data: Buffer) => {
    if (data.toString().includes(word)) resolve();
  });
  return promise;
}

test('one question after the other, and nothing is left behind', async () => {
  const lock = join(folder, 'a');
  const leave = await withTerminalLock(lock, signal);
  const order: string[] = [];
  const second = (async () => {
    const leaveSecond = await withTerminalLock(lock, signal);
    order.push('second');
    leaveSecond();
  })();
  await wait(300);
  order.push('first');
  leave();
  await second;
  expect(order).toEqual(['first', 'second']);
  expect(readdirSync(folder)).toEqual([]);
});

test('a killed process loses its turn at once', async () => {
  const lock = join(folder, 'a');
  const child = await holder(lock);
  child.kill('SIGKILL');
  const before = Date.now();
  const leave = await withTerminalLock(lock, signal);
  expect(Date.now() - before).toBeLessThan(60_000);
  leave();
});

test('a stopped process loses its turn, and does not take the next one away when it goes on', async () => {
  const lock = join(folder, 'a');
  const child = await holder(lock);
  child.kill('SIGSTOP');
  const leave = await withTerminalLock(lock, signal);
  const mine = readFileSync(lock, 'utf8');
  child.kill('SIGCONT');
  const left = said(child, 'left');
  child.stdin?.write('go\n');
  await left;
  expect(readFileSync(lock, 'utf8')).toBe(mine);
  leave();
  expect(existsSync(lock)).toBe(false);
});

test('a process that is at it keeps its turn', async () => {
  const lock = join(folder, 'a');
  const child = await holder(lock);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), 7000);
  (await withTerminalLock(lock, waiting.signal))();
  clearTimeout(timer);
  expect(waiting.signal.aborted).toBe(true);
  const left = said(child, 'left');
  child.stdin?.write('go\n');
  await left;
  expect(existsSync(lock)).toBe(false);
});

test.skipIf(process.getuid?.() === 0)('asks where nothing can be written', async () => {
  chmodSync(folder, 0o500);
  (await withTerminalLock(join(folder, 'a'), signal))();
  expect(readdirSync(folder)).toEqual([]);
  chmodSync(folder, 0o700);
});
