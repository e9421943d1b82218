import { describe, expect, test } from 'vitest';
import { drawBadge, writtenBadge } from './badge.ts';
import { peers } from './peers.ts';
import { renderPage, writtenPage } from './page.ts';
import { readResults } from './results.ts';
import { comparableCases, questionOf } from './select-cases.ts';

describe('the leaderboard', () => {
  test.each(['leaderboard', 'readme', 'proof'] as const)('%s has the figures that were measured', (page) => {
    expect(writtenPage(page)).toBe(renderPage(page));
  });

  test('the badge has them too, and is red where an answer is wrong', () => {
    const results = readResults();
    expect(writtenBadge()).toBe(drawBadge(results));
    const [own, ...others] = results.engines;
    if (own === undefined) throw new Error('nothing was measured');
    const worse = { ...own, wrong: { ...own.wrong, hold: { ran: 1, asked: 0, denied: 0 } } };
    expect(drawBadge({ ...results, engines: [worse, ...others] })).toMatch(/#b3282d[\s\S]*1 wrong of/u);
  });

  test('was measured with the versions that are pinned', () => {
    const measured = readResults().engines.flatMap(({ id, version }) =>
      version === undefined ? [] : [{ id, version }],
    );
    expect(measured.slice(1)).toEqual(peers.map(({ id, version }) => ({ id, version })));
    expect(peers.map(({ version }) => version)).toEqual(
      peers.flatMap(({ packages }) => Object.values(packages)),
    );
  });

  test('was measured with the cases of today', () => {
    const counts = new Map<string, number>();
    for (const one of comparableCases()) counts.set(questionOf(one), (counts.get(questionOf(one)) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual(readResults().cases);
  });
});
