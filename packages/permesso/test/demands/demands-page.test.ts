import { expect, test } from 'vitest';
import { renderDemandsPage, unshown, writtenDemandsPage } from './demands-page.ts';
import { topics } from './demands.ts';

const all = topics.flatMap(({ demands }) => demands);

test('the page of demands is current', () => {
  expect(writtenDemandsPage()).toBe(renderDemandsPage());
});

test('every demand is shown by a test that is there', () => {
  expect(unshown(all)).toEqual([]);
  expect(new Set(all.map(({ says }) => says)).size).toBe(all.length);
});

test('a test, a file or a decision that is missing is seen', () => {
  const file = 'packages/permesso/test/demands/rules.test.ts';
  const there = { says: 'a', file, name: 'a path without a star is that file' };
  expect(unshown([there])).toEqual([]);
  expect(unshown([{ ...there, name: 'a path without a star' }])).toEqual(['a']);
  expect(unshown([{ ...there, file: 'nowhere.test.ts' }])).toEqual(['a']);
  expect(unshown([{ ...there, differs: { decision: 'nowhere.md', how: 'x' } }])).toEqual(['a']);
});
