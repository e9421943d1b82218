import { expect, test } from 'vitest';
import { progressBar } from './progress-bar.ts';

function drawn(
  isTTY: boolean,
  updates: readonly (readonly [at: number, share: number])[],
): readonly string[] {
  const texts: string[] = [];
  let clock = 0;
  const bar = progressBar({ isTTY, columns: 60, write: (text) => texts.push(text) }, { now: () => clock });
  for (const [at, share] of updates) {
    clock = at;
    bar.update(share, '12,000 calls');
  }
  bar.end();
  return texts;
}

test('a bar for long work, drawn at most ten times a second, and taken away at the end', () => {
  const texts = drawn(true, [
    [100, 0.1],
    [500, 0.5],
    [550, 0.6],
    [700, 2],
  ]);
  expect(texts).toEqual([
    `\r\u001B[K${'█'.repeat(15)}${'░'.repeat(15)}  50 %  12,000 calls`,
    `\r\u001B[K${'█'.repeat(30)} 100 %  12,000 calls`,
    '\r\u001B[K',
  ]);
});

test('nothing for short work, and nothing where nobody watches', () => {
  expect(drawn(true, [[100, 0.5]])).toEqual([]);
  expect(drawn(false, [[5000, 0.5]])).toEqual([]);
});
