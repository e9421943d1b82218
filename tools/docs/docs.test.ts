import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accentHits, accents } from './accent.ts';
import { countWords, limits, overLimits, readerPages } from './reader-pages.ts';

const repository = join(import.meta.dirname, '../..');

test('the docs for readers are few and short', () => {
  const pages = readerPages(repository);
  expect(pages.length).toBeGreaterThan(20);
  expect(overLimits(pages)).toEqual([]);
});

test('README, docs and site read as written, not as translated', () => {
  expect(accentHits(repository)).toEqual([]);
});

test('a page too many, a word too many and a translated phrase are found', () => {
  const many = Array.from({ length: limits.pages + 1 }, (_, at) => ({ page: `${at}`, words: 1 }));
  expect(overLimits(many)).toHaveLength(1);
  expect(overLimits([{ page: 'a', words: limits.words + 1 }])).toHaveLength(1);
  expect(countWords('# A b\n<!-- not this -->\n`c d`\n')).toBe(5);
  expect(accents.some((accent) => accent.test('A file that is none.'))).toBe(true);
  expect(accents.some((accent) => accent.test('There are none.'))).toBe(false);
});
