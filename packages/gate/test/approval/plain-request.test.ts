import { expect, test } from 'vitest';
import { memoryApprovals } from '../../src/approval/stores/approval-store.ts';
import { createGate } from '../../src/gate/gate.ts';
import { aiSdk } from '../../src/sdks/ai-sdk/ai-sdk.ts';

const ask = [{ rule: 'refund', when: { amount: { gt: 100 } }, message: 'A large refund.' }] as const;
const principal = { tenant: 'acme', user: 'ann' };

test('a request says what its author wrote before the rule that asks, and no word of the source code', async () => {
  const limit = { sum: 'input.amount', most: 500, per: 'day', by: 'tenant' } as const;
  const gate = createGate({ policy: { allow: [{ rule: 'refund', limit }], ask } });
  const { message } = await gate.check({ tool: 'refund', input: { amount: 600 }, principal });
  expect(message).toBe(
    'Asking: calls `refund`. A large refund. refund when amount > 100, refund over amount 500 per day for each tenant ask about it.',
  );
});

test('an app is told of a request that an adapter has put, by its id', async () => {
  const gate = createGate({ policy: { ask }, stores: { approvals: memoryApprovals() } });
  const told: string[] = [];
  gate.on('asked', ({ approval }) => told.push(approval.id));
  const guard = aiSdk(gate, { principal });
  const toolCall = { toolName: 'refund', toolCallId: 'c1', input: { amount: 200 } };
  expect(await guard.toolApproval({ toolCall, messages: [] })).toMatchObject({ type: 'user-approval' });
  expect(told).toEqual((await guard.pending()).map(({ id }) => id));
  expect(told).toHaveLength(1);
});

test('a rule whose check does not exist is among the problems, with the one that was meant', () => {
  const policy = { ask: [{ rule: 'refund', check: 'risk' }] };
  expect(createGate({ policy }).problems).toMatchObject([{ message: 'there is no check `risk`' }]);
  const checks = { risks: () => Promise.resolve({ permits: true }) };
  expect(createGate({ policy, checks: checks as never }).problems).toMatchObject([
    { fix: 'did you mean `risks`?' },
  ]);
  expect(createGate({ policy, checks: { risk: checks.risks } as never }).problems).toEqual([]);
});
