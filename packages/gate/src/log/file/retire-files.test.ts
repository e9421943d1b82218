import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileLog, type FileLogOptions } from './file-log.ts';
import { fullName } from './log-files.ts';
import { readLog } from './read-log.ts';
import { verifyLog } from './verify-log.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'permesso-retention-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));

/** Every entry fills a file. */
function write(count: number, more: Partial<FileLogOptions> = {}): void {
  const log = fileLog({ directory, maxBytes: 100, flush: 'entry', ...more });
  for (let at = 0; at < count; at++) log.write({ type: 'failed', at, error: `number ${at}` });
  log.close();
}

function full(): readonly string[] {
  return readdirSync(directory).filter((name) => /\d/.test(name));
}

describe('a log that keeps only so much', () => {
  test('removes the oldest files, says so in the chain, and verifies', () => {
    write(10, { keepFiles: 3 });
    expect(full()).toHaveLength(3);
    const found = verifyLog(directory);
    expect(found).toMatchObject({ ok: true, findings: [{ severity: 'note', what: 'dropped', first: 1 }] });
    expect([...readLog(directory)].filter(({ type }) => type === 'failure').at(-1)).toMatchObject({
      error: 'number 9',
    });
  });

  test('keeps sixteen where it is told nothing, and everything where it is told so', () => {
    write(30);
    expect(full()).toHaveLength(16);
    write(10, { keepFiles: Infinity });
    expect(full()).toHaveLength(26);
  });

  test('removes what is too old when the next file is full', () => {
    write(4, { keepFiles: Infinity });
    const past = Date.now() / 1000 - 10 * 24 * 60 * 60;
    for (const name of full().slice(0, 2)) utimesSync(join(directory, name), past, past);
    write(1, { keepFiles: Infinity, keepDays: 7 });
    expect(full()).toEqual([3, 4].map(fullName));
    expect(verifyLog(directory)).toMatchObject({ ok: true });
  });

  test('never removes the last full file', () => {
    write(5, { keepFiles: 0 });
    expect(full()).toHaveLength(1);
    expect(verifyLog(directory)).toMatchObject({ ok: true });
  });

  test('a kill after the marks and before, or amid, the removals verifies', () => {
    write(6, { keepFiles: Infinity });
    const copy = `${directory}-before`;
    cpSync(directory, copy, { recursive: true });
    write(1, { keepFiles: 3 });
    const gone = readdirSync(copy).filter((name) => !readdirSync(directory).includes(name));
    expect(gone.length).toBeGreaterThan(1);
    // As it was before each removal: the file is still there.
    for (const name of gone.toReversed()) {
      renameSync(join(copy, name), join(directory, name));
      expect(verifyLog(directory)).toMatchObject({ ok: true });
    }
    rmSync(copy, { recursive: true, maxRetries: 20 });
  });
});

describe('a removal of more than the log was told to is found', () => {
  test('one file more than the mark vouches for', () => {
    write(10, { keepFiles: 3 });
    rmSync(join(directory, full()[0] ?? ''));
    expect(verifyLog(directory)).toMatchObject({ ok: false, findings: [{ what: 'missing', first: 1 }] });
  });

  test('a file in the middle', () => {
    write(10, { keepFiles: 3 });
    rmSync(join(directory, full()[1] ?? ''));
    expect(verifyLog(directory).ok).toBe(false);
  });

  test('the beginning of a log that never removed anything', () => {
    write(4, { keepFiles: Infinity });
    rmSync(join(directory, fullName(1)));
    expect(verifyLog(directory)).toMatchObject({
      ok: false,
      findings: [{ what: 'missing', first: 1, last: 1, message: 'entry 1 is missing at the beginning' }],
    });
    expect(verifyLog(directory, { partial: true })).toMatchObject({ ok: true });
  });

  test('the file with the mark, too', () => {
    write(10, { keepFiles: 3 });
    rmSync(join(directory, 'log.jsonl'));
    expect(verifyLog(directory).ok).toBe(false);
  });
});
