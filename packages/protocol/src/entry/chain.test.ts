import { expect, test } from 'vitest';
import { emptyTail, readLine, seal } from './chain.ts';

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
