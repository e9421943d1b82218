import { describe, expect, test } from 'vitest';
import { Problem } from '../route/problem.ts';
import { readBody, readJson } from './read-body.ts';

function problemOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Problem ? `${error.status} ${error.message}` : String(error);
  }
}

describe('readJson', () => {
  test.each([
    ['{"a":[1,"]]]]"]}', undefined],
    ['['.repeat(48) + ']'.repeat(48), undefined],
    [`"${'['.repeat(100)}"`, undefined],
    [String.raw`"\"${'['.repeat(100)}"`, undefined],
    ['['.repeat(49) + ']'.repeat(49), '400 the JSON is nested deeper than 48 levels'],
    ['['.repeat(1_000_000), '400 the JSON is nested deeper than 48 levels'],
    [String.raw`"a\u0000b"`, '400 the JSON holds a null character'],
    ['{"a":', '400 the body is no JSON'],
    ['', '400 the body is no JSON'],
  ])('%.40s', (text, problem) => {
    expect(problemOf(() => readJson(Buffer.from(text)))).toBe(problem);
  });
});

test('a body that is longer than it says is refused before it is whole', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  await expect(readBody({ length: undefined, pieces: endless }, 4096)).rejects.toMatchObject({ status: 413 });
  expect(pulled).toBeLessThan(10);
});
