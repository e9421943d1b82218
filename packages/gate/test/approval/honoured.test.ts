import { describe, expect, test } from 'vitest';
import { createGate, defineTool, type Answer, type GateOptions, type ToolCall } from '../../src/index.ts';
import { scriptedApprover, type Clock } from '../../src/entries/approvers.ts';
import { modes } from '../../src/entries/rules.ts';
import { memoryLog } from '../../src/entries/stores.ts';
import { guard } from '../../src/sdks/guard/guard.ts';
import { memoryApprovals } from '../../src/approval/stores/approval-store.ts';
import { durableApprover } from '../../src/approval/channels/durable-approver.ts';
import { suspendedCalls } from '../../src/sdks/suspended-calls.ts';

const yes: Answer = { verdict: 'allow' };

describe("where a tool's own check denies", () => {
  const tools = [
    defineTool({ name: 'wipe', check: () => ({ outcome: 'deny', reason: 'the tool refuses' }) }),
    defineTool({ name: 'look', readOnly: true, check: () => ({ outcome: 'deny', reason: 'no' }) }),
  ];
  const policies: readonly GateOptions['policy'][] = [
    {},
    { ask: ['wipe', 'look'] },
    { ask: ['*'] },
    { allow: ['*'], ask: ['wipe', 'look'] },
    { unlisted: 'deny', ask: ['wipe', 'look'] },
    // May match: the tool says nothing of what it does.
    { deny: ['wipe(prod-*)', 'look(prod-*)'] },
  ];

  test('nobody is asked, or the yes runs the call', async () => {
    let asked = 0;
    for (const policy of policies) {
      for (const mode of modes) {
        for (const tool of ['wipe', 'look']) {
          const approver = scriptedApprover([yes]);
          const said = await createGate({ policy, mode, tools, approver }).authorize({ tool, input: {} });
          asked += approver.asked.length;
          if (approver.asked.length > 0)
            expect({ policy, mode, tool, verdict: said.verdict }).toMatchObject({ verdict: 'allow' });
        }
      }
    }
    // In explore, and for what only reads in acceptEdits, the check is not received: there the approval runs it.
    expect(asked).toBeGreaterThan(0);
  });

  test('the receipt says that it was the tool', async () => {
    const { verdict, message, receipt } = await createGate({ policy: { ask: ['wipe'] }, tools }).check({
      tool: 'wipe',
      input: {},
    });
    expect({ verdict, step: receipt.parts[0]?.step }).toEqual({ verdict: 'deny', step: 'checkDeny' });
    expect(message).toContain('the tool refuses');
    expect(receipt.changes.join()).not.toContain('approve');
  });
});

/** Time that goes on when it is told to. */
function handClock(): Clock & { readonly pass: (milliseconds: number) => void } {
  let now = 1_000_000;
  const timers = new Set<{ readonly at: number; readonly ring: () => void }>();
  return {
    now: () => now,
    after: (milliseconds, ring) => {
      const timer = { at: now + milliseconds, ring };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass: (milliseconds) => {
      now += milliseconds;
      for (const timer of timers) if (timer.at <= now && timers.delete(timer)) timer.ring();
    },
  };
}

const call: ToolCall = { tool: 'pay', input: { amount: 1 } };
const hour = 60 * 60_000;

describe('a deadline', () => {
  test.each([
    ['a day when nothing is said', undefined, 24 * hour, '24 h'],
    ['what the app says', 90_000, 90_000, '90 s'],
  ])('%s: then the approver is told and the call is denied', async (_name, expiresIn, due, words) => {
    const clock = handClock();
    const asked = Promise.withResolvers<AbortSignal>();
    const log = memoryLog();
    const gate = createGate({
      policy: {},
      clock,
      log,
      approver: (_request, { signal }) => {
        asked.resolve(signal);
        return new Promise(() => undefined);
      },
      ...(expiresIn === undefined ? {} : { expiresIn }),
    });
    const said = gate.authorize(call);
    const signal = await asked.promise;
    clock.pass(due - 1);
    expect(signal.aborted).toBe(false);
    clock.pass(1);
    expect(signal.aborted).toBe(true);
    expect(await said).toMatchObject({
      verdict: 'deny',
      guidance: `Nobody answered within ${words}.`,
      answer: { from: 'nobody' },
    });
  });

  test('is forgotten with the answer', async () => {
    const clock = handClock();
    const gate = createGate({ policy: {}, clock, approver: scriptedApprover([yes]) });
    expect(await gate.authorize(call)).toMatchObject({ verdict: 'allow' });
    clock.pass(48 * hour);
  });

  test('of a question that an SDK suspends on is a day, by the clock that was given', async () => {
    const clock = handClock();
    const gate = createGate({ policy: { ask: ['pay'] } });
    const calls = suspendedCalls({ clock });
    const at = { id: 'c', call: { ...call, session: 's' }, gate: () => gate, editable: true };
    await calls.present(at);
    clock.pass(24 * hour - 1);
    expect(await calls.pending()).toHaveLength(1);
    clock.pass(1);
    expect(await calls.pending()).toEqual([]);
    expect(await calls.resume(at, yes)).toMatchObject({ verdict: 'deny' });
  });
});

test('an aborted run tells the approver, and its question leaves the store', async () => {
  const store = memoryApprovals();
  const stop = new AbortController();
  const told = Promise.withResolvers<void>();
  const approver = durableApprover({
    store,
    approver: (_request, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => told.resolve());
        stop.abort();
      }),
  });
  const pay = guard(createGate({ policy: {}, approver }), { tool: 'pay' }, () => 'paid');
  await expect(pay({ amount: 1 }, { signal: stop.signal })).rejects.toThrow(/withdrawn|aborted/);
  await told.promise;
  expect(store.list()).toMatchObject([{ state: 'cancelled' }]);
});

test('an approver that fails is told to the developer, not to the model', async () => {
  const failures: string[] = [];
  const gate = createGate({
    policy: {},
    approver: () => Promise.reject(new Error('https://hooks.slack.example/T0/SECRET is down')),
  });
  gate.on('failed', ({ error }) => void failures.push(error));
  const said = await gate.authorize(call);
  expect(said).toMatchObject({ guidance: 'This needs approval, and asking for it failed.' });
  expect(JSON.stringify(said)).not.toContain('slack');
  expect(failures).toEqual(['the approver failed: https://hooks.slack.example/T0/SECRET is down']);
});

describe('an edit that the approver made', () => {
  const policy = { ask: ['pay', { rule: 'transfer', message: 'Moves much.' }] };
  const edit: Answer = { verdict: 'allow', input: { amount: 2 }, by: 'anna' };

  test('is the answer to the edited call: nobody is asked a second time', async () => {
    const [approver, log] = [scriptedApprover([edit]), memoryLog()];
    const said = await createGate({ policy, approver, log }).authorize(call, { editable: true });
    expect(said).toMatchObject({ verdict: 'allow', call: { input: { amount: 2 } }, answer: { by: 'anna' } });
    expect(approver.asked).toHaveLength(1);
    expect(log.entries.map(({ type }) => type)).toEqual(['decided', 'answered', 'decided', 'answered']);
  });

  test('from the team server goes back to it: how many must approve depends on the call', async () => {
    const approver = scriptedApprover([
      { ...edit, from: 'team' },
      { verdict: 'deny', from: 'team' },
    ]);
    const said = await createGate({ policy, approver }).authorize(call, { editable: true });
    expect(said.verdict).toBe('deny');
    expect(approver.asked.map(({ call: { input } }) => input)).toEqual([{ amount: 1 }, { amount: 2 }]);
  });

  test('into what a stricter rule asks about is asked about, with what that rule says', async () => {
    const stricter = { ask: ['pay', { rule: 'pay', when: { amount: { gt: 100 } }, message: 'Moves much.' }] };
    const approver = scriptedApprover([{ ...edit, input: { amount: 500 } }, { verdict: 'deny' }]);
    const said = await createGate({ policy: stricter, approver }).authorize(call, { editable: true });
    expect(said.verdict).toBe('deny');
    expect(approver.asked[1]?.decision.message).toContain('Moves much.');
  });

  test('with a scope is remembered for the edited call, where the rule covers it', async () => {
    const approver = scriptedApprover([{ ...edit, scope: 'session', rules: ['pay'] }]);
    const gate = createGate({ policy, approver });
    expect(await gate.authorize({ ...call, session: 's' }, { editable: true })).toMatchObject({
      grant: { scope: 'session' },
    });
    expect((await gate.check({ ...call, session: 's' })).verdict).toBe('allow');
  });
});
