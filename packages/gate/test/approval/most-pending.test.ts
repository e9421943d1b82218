import { expect, test } from 'vitest';
import { createGate } from '../../src/gate/gate.ts';
import { memoryLog } from '../../src/log/entry/log.ts';
import type { Clock } from '../../src/approval/clock.ts';
import type { Recorder } from '../../src/log/entry/recorder.ts';
import { reportedApprovals, StoreFailure } from '../../src/stores/reported-stores.ts';
import { requestOf } from '../request-of.ts';
import { createWire } from '../../src/wire/wire.ts';
import { type ApprovalStore, memoryApprovals } from '../../src/approval/stores/approval-store.ts';

const principal = { tenant: 'acme', user: 'ann' };
const call = (amount: number) => ({ tool: 'refund', input: { amount }, principal });

test('a call that waits for its approver keeps the next from being asked about, and the log says what it was told', async () => {
  const log = memoryLog();
  const stores = { approvals: memoryApprovals(), log };
  const gate = createGate({ policy: { ask: ['refund'] }, stores, mostPending: 1 });
  const stop = new AbortController();
  const first = gate.authorize(call(1), { signal: stop.signal });
  await expect.poll(() => stores.approvals.list().length).toBe(1);
  const second = await gate.authorize(call(2));
  expect(second).toMatchObject({
    verdict: 'deny',
    guidance: expect.stringContaining('maximum of 1 pending') as string,
  });
  expect(log.entries.at(-1)).toMatchObject({ type: 'answered', answer: { verdict: 'deny' } });
  stop.abort();
  expect(await first).toMatchObject({ verdict: 'deny' });
  await expect.poll(() => stores.approvals.list().map(({ state }) => state)).toEqual(['cancelled']);
  expect(log.entries.filter(({ type }) => type === 'failed')).toEqual([]);
});

test('a program on the other side of a wire is told the same', async () => {
  const rule = { rule: 'refund', approvers: { roles: ['supervisor'] } };
  const gate = createGate({
    policy: { ask: [rule] },
    stores: { approvals: memoryApprovals() },
    mostPending: 1,
  });
  const wire = createWire(gate);
  const said = async (amount: number): Promise<unknown> =>
    wire({ v: 1, id: amount, method: 'authorize', params: { call: call(amount) } });
  expect(await said(1)).toMatchObject({ result: { verdict: 'ask', approval: expect.any(String) as string } });
  expect(await said(2)).toMatchObject({
    result: { verdict: 'deny', guidance: expect.stringContaining('maximum of 1 pending') as string },
  });
});

test('a question that the store never takes holds up the next one for no longer than its own call waits', async () => {
  const timers: (() => void)[] = [];
  const clock: Clock = { now: () => 0, after: (_ms, then) => (timers.push(then), () => undefined) };
  const known = memoryApprovals();
  let asked = 0;
  const open: ApprovalStore['open'] = (request, how) =>
    (asked += 1) === 1 ? new Promise<never>(() => undefined) : known.open(request, how);
  const store = reportedApprovals({ ...known, open }, { emit: () => undefined } as unknown as Recorder, {
    clock,
  });
  const request = (index: number) => requestOf({ callKey: `k${index}`, digest: `d${index}` });
  const first = store.open(request(1), { now: 0, expiresIn: 1000 });
  const second = store.open(request(2), { now: 0, expiresIn: 1000 });
  await expect.poll(() => asked).toBe(1);
  for (const end of timers.slice(0, 2)) end();
  await expect(first).rejects.toThrow(StoreFailure);
  expect(await second).toMatchObject({ state: 'pending' });
});

test.each([0, -1, 1.5, Number.NaN])('%s is not how many may wait', (mostPending) => {
  expect(() => createGate({ policy: {}, mostPending })).toThrow('mostPending');
});
