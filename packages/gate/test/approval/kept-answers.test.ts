import { describe, expect, test } from 'vitest';
import { fixedWorld } from '@permesso/engine/world';
import { memoryApprovals } from '../../src/approval/stores/approval-store.ts';
import { createGate } from '../../src/gate/gate.ts';
import { memoryLog } from '../../src/log/entry/log.ts';
import { aiSdk } from '../../src/sdks/ai-sdk/ai-sdk.ts';
import type { Stores } from '../../src/stores/stores.ts';

const owner = { tenant: 'acme', user: 'ann', session: 's' };

const resumed = [
  { role: 'assistant', content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' }] },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
];

describe('Finding 27: an answer is recorded when it is given', () => {
  const asked = async (more: Stores = {}) => {
    const log = memoryLog();
    const gate = createGate({ policy: { ask: ['refund'] }, stores: { log, ...more } });
    const door = aiSdk(gate, { principal: owner });
    const toolCall = { toolName: 'refund', toolCallId: 'c', input: { amount: 5 } };
    await door.toolApproval({ toolCall, messages: [] });
    const answers = () => log.entries.filter(({ type }) => type === 'answered');
    return { gate, door, toolCall, answers };
  };

  test.each([
    ['a deny', { verdict: 'deny', by: 'sue', comment: 'too much' }],
    ['an approval', { verdict: 'allow', by: 'sue' }],
  ] as const)(
    '%s, although the requester never resumes, and once although they do',
    async (_name, answer) => {
      const { door, toolCall, answers } = await asked();
      expect(answers()).toEqual([]);
      expect(await door.answer('c', answer)).toBe(true);
      expect(answers()).toMatchObject([{ answer, call: { tool: 'refund', owner }, session: 's' }]);
      const { type } = await door.toolApproval({ toolCall, messages: resumed });
      expect(type).toBe(answer.verdict === 'allow' ? 'approved' : 'denied');
      expect(answers()).toHaveLength(1);
    },
  );

  test('an answer that came too late is not', async () => {
    const { door, answers } = await asked();
    expect(await door.answer('c', { verdict: 'deny', by: 'sue' })).toBe(true);
    expect(await door.answer('c', { verdict: 'allow', by: 'tom' })).toBe(false);
    expect(answers()).toMatchObject([{ answer: { by: 'sue' } }]);
  });

  test('through the stores of the gate too, and by the gate that waits: once', async () => {
    const approvals = memoryApprovals();
    const { gate, answers } = await asked({ approvals });
    const answerOpen = async (): Promise<void> => {
      const { id = '', request } = approvals.list().find(({ state }) => state === 'pending') ?? {};
      const answer = { verdict: 'deny', by: 'sue' } as const;
      const event = { type: 'answer', at: Date.now(), digest: request?.digest ?? '', answer } as const;
      await gate.stores.approvals?.change(id, event);
    };
    await answerOpen();
    expect(answers()).toMatchObject([{ answer: { by: 'sue' } }]);
    const settled = gate.authorize({ tool: 'refund', input: { amount: 6 }, session: 's' });
    await expect.poll(() => approvals.list().some(({ state }) => state === 'pending')).toBe(true);
    await answerOpen();
    expect((await settled).verdict).toBe('deny');
    expect(answers()).toHaveLength(2);
  });

  test('an answer of somebody who has only the database is recorded when it is used', async () => {
    const approvals = memoryApprovals();
    const { door, toolCall, answers } = await asked({ approvals });
    const { id = '', request } = approvals.list()[0] ?? {};
    const answer = { verdict: 'deny', by: 'sue' } as const;
    approvals.change(id, { type: 'answer', at: Date.now(), digest: request?.digest ?? '', answer });
    expect(answers()).toEqual([]);
    await door.toolApproval({ toolCall, messages: resumed });
    expect(answers()).toMatchObject([{ answer: { by: 'sue' } }]);
  });
});

describe('Finding 22: an approval outlives what others count meanwhile', () => {
  const limit = { sum: 'input.amount', most: 100, per: 'day', over: 'ask' } as const;
  const app = (ask: readonly string[]) => {
    const gate = createGate({
      policy: { ask, allow: [{ rule: 'refund', limit }] },
      stores: { approvals: memoryApprovals() },
      world: () => fixedWorld({ now: 86_400_000 * 20_000 }),
    });
    const door = aiSdk(gate, { principal: owner });
    const toolCall = (amount: number) => ({ toolName: 'refund', toolCallId: 'c', input: { amount } });
    const count = (amount: number) =>
      gate.authorize(
        { tool: 'refund', input: { amount }, owner: { ...owner, session: 'other' } },
        { approver: async () => ({ verdict: 'allow' }) },
      );
    return { door, toolCall, count };
  };

  test.each([
    ['beyond the limit before and after', [], 60, 1],
    ['within it before and after, and asked about by a rule', ['refund'], 30, 20],
  ] as const)('%s', async (_name, ask, amount, meanwhile) => {
    const { door, toolCall, count } = app(ask);
    expect((await count(45)).verdict).toBe('allow');
    expect((await door.toolApproval({ toolCall: toolCall(amount), messages: [] })).type).toBe(
      'user-approval',
    );
    expect(await door.answer('c', { verdict: 'allow', by: 'sue' })).toBe(true);
    expect((await count(meanwhile)).verdict).toBe('allow');
    expect((await door.toolApproval({ toolCall: toolCall(amount), messages: resumed })).type).toBe(
      'approved',
    );
    // Once, and for this call alone.
    expect((await door.toolApproval({ toolCall: toolCall(amount + 1), messages: resumed })).type).toBe(
      'denied',
    );
  });

  test('but not the limit that is exceeded meanwhile: that is another question', async () => {
    const { door, toolCall, count } = app(['refund']);
    await door.toolApproval({ toolCall: toolCall(60), messages: [] });
    await door.answer('c', { verdict: 'allow', by: 'sue' });
    expect((await count(50)).verdict).toBe('allow');
    expect((await door.toolApproval({ toolCall: toolCall(60), messages: resumed })).type).toBe('denied');
  });
});
