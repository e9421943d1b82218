import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileLog } from './file-log.ts';
import { followEntries, type LogCursor } from './log-cursor.ts';

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'permesso-cursor-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 20 }));
  return path;
}

function cursorIn(path: string): LogCursor {
  const cursor = followEntries(path);
  onTestFinished(cursor.close);
  return cursor;
}

const failure = (at: number) => ({ type: 'failed' as const, at: Date.now(), error: `${at}` });

function write(path: string, count: number, options: { maxBytes?: number; keepFiles?: number } = {}): void {
  const log = fileLog({ directory: path, flush: 'entry', ...options });
  for (let at = 0; at < count; at++) log.write(failure(at));
  log.close();
}

function rest(cursor: LogCursor): readonly number[] {
  const numbers: number[] = [];
  for (let entry = cursor.next(); entry !== undefined; entry = cursor.next()) numbers.push(entry.seq);
  return numbers;
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

test('nothing while there is no log, and then every entry once', () => {
  const path = directory();
  const cursor = cursorIn(join(path, 'log'));
  expect(rest(cursor)).toEqual([]);
  write(join(path, 'log'), 3);
  expect(rest(cursor)).toEqual([1, 2, 3]);
  expect(rest(cursor)).toEqual([]);
  write(join(path, 'log'), 2);
  expect(rest(cursor)).toEqual([4, 5]);
});

test('files that become full between two looks, and while one is read, lose nothing', () => {
  const path = directory();
  const small = { maxBytes: 2000, keepFiles: 100 };
  write(path, 20, small);
  const cursor = cursorIn(path);
  const first = Array.from({ length: 10 }, () => cursor.next()?.seq);
  write(path, 100, small);
  expect(readdirSync(path).length).toBeGreaterThan(10);
  expect([...first, ...rest(cursor)]).toEqual(from(1, 120));
});

test('a file that is removed while it is read is read to its end, and the oldest that is left comes next', () => {
  const path = directory();
  const small = { maxBytes: 2000, keepFiles: 2 };
  write(path, 3, small);
  const cursor = cursorIn(path);
  expect(cursor.next()?.seq).toBe(1);
  write(path, 100, small);
  const numbers = rest(cursor);
  expect(numbers.slice(0, 2)).toEqual([2, 3]);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(numbers).size).toBe(numbers.length);
  const kept = rest(cursorIn(path));
  expect(numbers.slice(-kept.length)).toEqual(kept);
});

test('half a line waits for its other half', () => {
  const path = directory();
  write(path, 1);
  const line = `{"seq":2,"hash":"h","prev":"p","at":"t","type":"failure","error":"${'x'.repeat(3_000_000)}"}\n`;
  const cursor = cursorIn(path);
  expect(rest(cursor)).toEqual([1]);
  appendFileSync(join(path, 'log.jsonl'), line.slice(0, 2_000_000));
  expect(rest(cursor)).toEqual([]);
  appendFileSync(join(path, 'log.jsonl'), line.slice(2_000_000));
  expect(rest(cursor)).toEqual([2]);
});
