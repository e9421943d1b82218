import { expect, test } from 'vitest';
import type { Clock } from '../src/approval/clock.ts';
import { followPolicy, type FollowedPolicy, type PolicyVersion } from '../src/gate/data/follow-policy.ts';
import { layerFromData } from '../src/gate/data/layer-from-data.ts';
import { createGate } from '../src/gate/gate.ts';

interface Followed {
  readonly due: (() => void)[];
  readonly failures: string[];
  readonly verdict: () => string;
  readonly follow: FollowedPolicy;
}

function followed(load: () => PolicyVersion | Promise<PolicyVersion>): Followed {
  const due: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    after: (_milliseconds, then) => {
      due.push(then);
      return () => void due.splice(due.indexOf(then), 1);
    },
  };
  const gate = createGate({ policy: { unlisted: 'deny' } });
  const failures: string[] = [];
  gate.on('failed', ({ error }) => void failures.push(error));
  const verdict = (): string => gate.explain({ tool: 'refund', input: {} }).decision.verdict;
  return { due, failures, verdict, follow: followPolicy(gate, { load, every: 5, clock }) };
}

test('a new version holds from the next call on, and the same one changes nothing', async () => {
  let row: PolicyVersion = { version: 1, policy: { allow: ['refund'] } };
  const { due, verdict, follow } = followed(() => row);
  expect(verdict()).toBe('deny');
  expect([await follow.refresh(), await follow.refresh(), verdict()]).toEqual([true, false, 'allow']);
  row = { version: 2, policy: { deny: ['refund'] } };
  due.shift()?.();
  await expect.poll(verdict).toBe('deny');
  expect(due).toHaveLength(1);
  follow.stop();
  expect(due).toEqual([]);
});

test.each<readonly [string, () => PolicyVersion]>([
  ['is broken', () => ({ version: 2, policy: { deny: [{ rule: 'refund', when: { amount: { gtt: 1 } } }] } })],
  ['says more than data may', () => ({ version: 2, policy: layerFromData({ mode: 'bypass' }) })],
  [
    'cannot be loaded',
    () => {
      throw new Error('connection refused');
    },
  ],
])('a version that %s is refused, the last one holds, and the operator is told', async (_name, broken) => {
  let load: () => PolicyVersion = () => ({ version: 1, policy: { allow: ['refund'] } });
  const { failures, verdict, follow } = followed(() => load());
  await follow.refresh();
  load = broken;
  expect([await follow.refresh(), verdict()]).toEqual([false, 'allow']);
  expect(failures).toEqual([
    expect.stringMatching(/^the policy could not be replaced, so the last one holds: ./),
  ]);
  // The refused version is looked at again: it may have been a slip of the network.
  load = () => ({ version: 2, policy: { deny: ['refund'] } });
  expect([await follow.refresh(), verdict()]).toEqual([true, 'deny']);
});

test('a slow answer does not bring an older version back', async () => {
  const first = Promise.withResolvers<PolicyVersion>();
  const answers = [
    first.promise,
    Promise.resolve<PolicyVersion>({ version: 2, policy: { deny: ['refund'] } }),
  ];
  const { verdict, follow } = followed(async () => await (answers.shift() ?? first.promise));
  const looks = [follow.refresh(), follow.refresh()];
  first.resolve({ version: 1, policy: { allow: ['refund'] } });
  await Promise.all(looks);
  expect(verdict()).toBe('deny');
});
