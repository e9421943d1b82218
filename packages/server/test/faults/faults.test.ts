import { expect, test } from 'vitest';
import { kinds } from './kinds.ts';
import { planOf, runFaults } from './run.ts';

test('one fault of each kind loses nothing and does nothing twice', { timeout: 300_000 }, async () => {
  const plan = Object.keys(kinds);
  const report = await runFaults({ seed: 1, plan });
  expect(report.wrong).toEqual([]);
  const possible = plan.filter((kind) => !report.leftOut.includes(kind));
  expect(report.faults).toEqual(Object.fromEntries(possible.map((kind) => [kind, 1])));
  const { acknowledged, cut, held, usedOnce, overdue, agent } = report;
  const happened = { acknowledged, cut, held, usedOnce, overdue, ...agent, wrong: 1, unseen: 1 };
  expect(Object.entries(happened).filter(([, count]) => count === 0)).toEqual([]);
});

test('the same seed gives the same faults, and a beginning of a name picks some', () => {
  expect(planOf(50, { seed: 3 })).toEqual(planOf(50, { seed: 3 }));
  expect(planOf(50, { seed: 3 })).not.toEqual(planOf(50, { seed: 4 }));
  expect(new Set(planOf(300, { seed: 1 })).size).toBe(Object.keys(kinds).length);
  expect(new Set(planOf(50, { seed: 1, only: 'clients' }))).toEqual(
    new Set(['clients-cut', 'clients-slow', 'clients-silent']),
  );
  expect(() => planOf(1, { seed: 1, only: 'earthquake' })).toThrow('there is no kind earthquake');
});
