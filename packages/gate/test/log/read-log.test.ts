import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createGate } from '../../src/gate/gate.ts';
import { fileLog } from '../../src/log/file/file-log.ts';
import { activeName } from '../../src/log/file/log-files.ts';
import { readLog, readLogBackwards } from '../../src/log/file/read-log.ts';

/** A log whose lines have these lengths, about. */
async function logOf(lengths: readonly number[], maxBytes?: number): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-read-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));
  const log = fileLog({ directory, ...(maxBytes === undefined ? {} : { maxBytes }) });
  const gate = createGate({ policy: { deny: ['Bash'] }, log });
  for (const length of lengths)
    await gate.authorize({ tool: 'Bash', input: { command: 'ls' }, session: 'é'.repeat(length) });
  log.close();
  return directory;
}

const numbers = (entries: Iterable<{ readonly seq: number }>): readonly number[] =>
  Array.from(entries, ({ seq }) => seq);

test.each([
  ['a short log', Array.from({ length: 3 }, () => 10), undefined],
  ['many files', Array.from({ length: 200 }, () => 2000), 50_000],
  ['a file of many pieces', Array.from({ length: 1500 }, (_, at) => at % 3000), undefined],
  ['lines longer than a piece', [10, 400_000, 10, 900_000, 10], undefined],
])('backwards is forwards reversed: %s', async (_what, lengths, maxBytes) => {
  const directory = await logOf(lengths, maxBytes);
  const forwards = numbers(readLog(directory));
  expect(forwards.length).toBeGreaterThanOrEqual(lengths.length);
  expect(numbers(readLogBackwards(directory))).toEqual(forwards.toReversed());
});

test('a torn end is passed over in both directions', async () => {
  const directory = await logOf([10, 10]);
  appendFileSync(join(directory, activeName), '{"v":1,"seq":3');
  expect(numbers(readLogBackwards(directory))).toEqual(numbers(readLog(directory)).toReversed());
});

test('nothing is read from no log', () => {
  expect(numbers(readLogBackwards(join(tmpdir(), 'permesso-no-such-log')))).toEqual([]);
});
