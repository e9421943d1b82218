import { expect, test } from 'vitest';
import { emptyTail, readLine, seal, sha256 } from './chain.ts';

const bytesOf = (line: string): Uint8Array => Buffer.from(line.trimEnd());

test('the comment of an answer comes back', () => {
  const fields = new Map([
    ['type', '"answer"'],
    ['at', '"2026-01-01T00:00:00.000Z"'],
    ['comment', '"use pnpm"'],
  ] as const);
  expect(readLine(bytesOf(seal(fields, emptyTail).line))).toMatchObject({
    is: 'entry',
    entry: { type: 'answer', comment: 'use pnpm' },
  });
});

test('an older line names it `words`: its hash holds, and it is read as a comment', () => {
  const body = `{"at":"2026-01-01T00:00:00.000Z","prev":"${emptyTail.hash}","seq":1,"type":"answer","v":1,"words":"use pnpm"`;
  const line = `${body},"hash":"${sha256(`${body}}`)}"}`;
  const read = readLine(bytesOf(line));
  expect(read).toMatchObject({ is: 'entry', entry: { comment: 'use pnpm' } });
  expect(read.is === 'entry' && 'words' in read.entry).toBe(false);
  expect(readLine(bytesOf(line.replace('pnpm', 'yarn')))).toMatchObject({ is: 'changed', seq: 1 });
});
