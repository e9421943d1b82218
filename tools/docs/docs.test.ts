import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accentHits, accents, pageAccents } from './accent.ts';
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

test('README and the page of proof name the runs that the archive counts', () => {
  const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
  const [, hosts, runs] =
    /(\d+) hosts, \d+ cases, (\d+) runs of a real program/.exec(read('proof/hosts.md')) ?? [];
  expect(read('README.md')).toContain(`${hosts} hosts, ${runs} runs`);
  expect(read('docs/proof.md')).toContain(`${runs} runs on ${hosts} hosts`);
  expect(read('docs/hosts.md')).toContain(`of the ${runs} measured runs`);
});

test('the row in the guide for a first change is the one in the catalogue', () => {
  const plain = (text: string): string => text.replaceAll(/\s+|,(?=\s*[}\]])/g, '');
  const [row = 'no row'] =
    /names: \['hexyl'\][\s\S]*?touches: [^\n]*\]/.exec(
      readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8'),
    ) ?? [];
  const rows = readFileSync(
    join(repository, 'packages/engine/src/facts/shell/commands/text-tools.ts'),
    'utf8',
  );
  expect(plain(rows)).toContain(plain(row));
});

test('a page too many, a word too many and a translated phrase are found', () => {
  const many = Array.from({ length: limits.pages + 1 }, (_, at) => ({ page: `${at}`, words: 1 }));
  expect(overLimits(many)).toHaveLength(1);
  expect(overLimits([{ page: 'a', words: limits.words + 1 }])).toHaveLength(1);
  expect(countWords('# A b\n<!-- not this -->\n`c d`\n')).toBe(5);
  expect(accents.some((accent) => accent.test('A file that is none.'))).toBe(true);
  expect(accents.some((accent) => accent.test('There are none.'))).toBe(false);
  const isFound = (text: string): boolean => pageAccents.some((accent) => accent.test(text));
  expect(
    [
      'That a call ran counts as an approval.',
      'What is kept can be brought back.',
      'when the server is away',
      'what would have become of them',
    ].filter((text) => !isFound(text)),
  ).toEqual([]);
  expect(['What holds', 'That is all.', 'What was measured?'].filter(isFound)).toEqual([]);
});
