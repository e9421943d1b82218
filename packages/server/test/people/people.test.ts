import { expect, test } from 'vitest';
import { runPeople } from './run-people.ts';

test('one insider of any role is never two people: 10 random sequences of 50 acts', async () => {
  const run = await runPeople({ sequences: 10, seed: 1, together: 2 });
  expect(run.failures).toEqual([]);
  expect([run.sequences, Object.keys(run.byRole).length]).toEqual([10, 5]);
  expect(run.approvals).toBeGreaterThan(0);
}, 600_000);
