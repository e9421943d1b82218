import { describe, expect, test } from 'vitest';
import type { Approval } from '@permesso/protocol/approval';
import type { Principal, ToolCall } from '@permesso/engine/call';
import type { RuleInput } from '@permesso/engine/policy';
import type { Clock } from '../../src/approval/clock.ts';
import { memoryApprovals } from '../../src/approval/stores/approval-store.ts';
import { approvals, type ApprovalInbox } from '../../src/gate/inbox/approvals.ts';
import { createGate, type Gate, type GateOptions } from '../../src/gate/gate.ts';
import { memoryLog } from '../../src/log/entry/log.ts';
import { viewOf } from '../../src/sdks/app-tools.ts';
import { suspendedCalls, type HostCall, type SuspendedCalls } from '../../src/sdks/suspended-calls.ts';

const ann: Principal = { tenant: 'acme', user: 'ann', roles: ['support'], session: 'chat 7' };
const sue: Principal = { tenant: 'acme', user: 'sue', roles: ['supervisor'] };
const tom: Principal = { tenant: 'acme', user: 'tom', roles: ['supervisor', 'manager'] };
const eve: Principal = { tenant: 'globex', user: 'eve', roles: ['supervisor'] };

const supervised: RuleInput = { rule: 'refund', approvers: { roles: ['supervisor'], not: 'requester' } };

/** Time that stands still until a test moves it. */
function handClock(): Clock & { move: (milliseconds: number) => void } {
  let now = 1_800_000_000_000;
  return { now: () => now, after: () => () => undefined, move: (by) => void (now += by) };
}

interface Shop {
  readonly gate: Gate;
  readonly calls: SuspendedCalls;
  readonly at: (amount?: number, id?: string, who?: Principal) => HostCall;
  readonly inbox: (approver: Principal) => ApprovalInbox;
  readonly clock: ReturnType<typeof handClock>;
}

function shopWith(ask: readonly RuleInput[], more: Partial<GateOptions> = {}): Shop {
  const clock = handClock();
  const gate = createGate({ policy: { ask }, stores: { approvals: memoryApprovals() }, ...more });
  const { approvals: store } = gate.stores;
  if (store === undefined) throw new Error('no store');
  return {
    gate,
    clock,
    calls: suspendedCalls({ approvals: store, clock }, viewOf({ principal: ann }), gate),
    at: (amount = 200, id = 'call-1', who = ann) => ({
      id,
      call: callOf(amount, who),
      gate: () => gate,
      editable: true,
    }),
    inbox: (approver) => approvals(gate, { approver, clock }),
  };
}

function callOf(amount: number, principal: Principal): ToolCall {
  return { tool: 'refund', input: { amount }, principal };
}

async function asked({ calls, at }: Shop, amount?: number): Promise<Approval> {
  const ruling = await calls.present(at(amount));
  if (ruling.verdict !== 'ask') throw new Error(ruling.message);
  return ruling.approval;
}

const yes = { verdict: 'allow' } as const;

describe('Finding 31: a call that others must approve', () => {
  test('runs once after one of them approved it, when the requester resumes it', async () => {
    const all = shopWith([supervised]);
    const { id } = await asked(all);
    expect(await all.inbox(sue).answer(id, yes)).toBe(true);
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ verdict: 'allow' });
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ verdict: 'deny' });
  });

  test("is not approved by the requester: not by the SDK's own yes, the guard, the inbox or a role of theirs", async () => {
    const boss = { ...ann, roles: ['support', 'supervisor'] };
    const all = shopWith([supervised]);
    const { id } = await asked(all);
    const early = await all.calls.resume(all.at(), yes);
    expect(early).toMatchObject({ verdict: 'deny', message: expect.stringContaining('role supervisor') });
    expect(await all.calls.answer(id, yes)).toBe(false);
    expect(await all.calls.answer(id, { ...yes, by: 'sue' }, boss)).toBe(false);
    expect(await all.inbox(ann).answer(id, yes)).toBe(false);
    expect(await all.inbox(boss).answer(id, yes)).toBe(false);
    expect(await all.calls.resume(all.at(200, 'call-1', boss), yes)).toMatchObject({ verdict: 'deny' });
    expect(await all.calls.enter(all.at(), { said: yes })).toMatchObject({ verdict: 'deny' });
    // Nothing of that has used up the request.
    expect((await all.inbox(sue).pending()).map((one) => one.id)).toEqual([id]);
    expect(await all.inbox(sue).answer(id, yes)).toBe(true);
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ verdict: 'allow' });
  });

  test('is found again by an agent that was told to wait and calls again', async () => {
    const all = shopWith([supervised]);
    const { id } = await asked(all);
    await all.calls.resume(all.at(), yes);
    expect(await all.calls.present(all.at(200, 'call-2'))).toMatchObject({ approval: { id } });
    await all.inbox(sue).answer(id, yes);
    expect(await all.calls.present(all.at(201, 'call-3'))).toMatchObject({ verdict: 'ask' });
    expect(await all.calls.present(all.at(200, 'call-4'))).toMatchObject({ verdict: 'allow' });
    expect(await all.calls.present(all.at(200, 'call-5'))).toMatchObject({ verdict: 'ask' });
  });

  test('is not approved by other roles, other tenants, nobody, or a person of the same name elsewhere', async () => {
    const all = shopWith([supervised]);
    const { id } = await asked(all);
    const others: readonly Principal[] = [
      { tenant: 'acme', user: 'bob', roles: ['support'] },
      { tenant: 'acme', user: 'bob' },
      { user: 'sue', roles: ['supervisor'] },
      eve,
      { ...eve, user: 'sue' },
    ];
    for (const approver of others) {
      expect(await all.inbox(approver).pending()).toEqual([]);
      expect(await all.inbox(approver).answer(id, yes)).toBe(false);
    }
    expect(() => all.inbox({ tenant: 'acme', roles: ['supervisor'] })).toThrow('no `user`');
    const { request } = (await all.gate.stores.approvals?.get(id)) ?? {};
    const forged = {
      type: 'answer',
      at: 0,
      digest: request?.digest ?? '',
      answer: { ...yes, by: 'sue' },
    } as const;
    expect(await all.gate.stores.approvals?.change(id, forged)).toMatchObject({ accepted: false });
  });

  test('a yes that was written into the store without their votes runs nothing', async () => {
    const all = shopWith([supervised]);
    const { id } = await asked(all);
    const { approvals: store } = all.gate.stores;
    const kept = await store?.get(id);
    if (kept === undefined) throw new Error('no request');
    const forged = { ...kept, state: 'approved', answer: yes, settledAt: all.clock.now() } as const;
    const calls = suspendedCalls(
      { approvals: memoryApprovals([forged]), clock: all.clock },
      viewOf({ principal: ann }),
      all.gate,
    );
    expect(await calls.resume(all.at(), yes)).toMatchObject({
      verdict: 'deny',
      message: expect.stringContaining('the required approvers have not approved it') as string,
    });
  });

  test('is taken back by the requester, and by nobody else who may not answer', async () => {
    const all = shopWith([supervised]);
    const { id } = await asked(all);
    expect(await all.inbox({ ...sue, roles: [] }).answer(id, { verdict: 'deny' })).toBe(false);
    await all.calls.answer(id, { verdict: 'deny' });
    expect(await all.gate.stores.approvals?.get(id)).toMatchObject({ state: 'cancelled' });
    expect(await all.inbox(sue).answer(id, yes)).toBe(false);
  });

  test('needs as many people as the quorum says, each once, with their role', async () => {
    const all = shopWith([{ rule: 'refund', approvers: { roles: ['supervisor'], quorum: 2 } }]);
    const { id } = await asked(all);
    expect(await all.inbox(sue).answer(id, yes)).toBe(true);
    expect(await all.inbox(sue).answer(id, yes)).toBe(false);
    expect(await all.inbox(sue).pending()).toEqual([]);
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ verdict: 'deny' });
    expect(await all.inbox(tom).pending()).toMatchObject([{ id, votes: [{ person: 'sue' }] }]);
    await expect(all.inbox(tom).answer(id, { ...yes, scope: 'session' })).rejects.toThrow('was not offered');
    await expect(all.inbox(tom).answer(id, { ...yes, input: { amount: 5 } })).rejects.toThrow(
      'cannot be edited',
    );
    expect(await all.inbox(tom).answer(id, yes)).toBe(true);
    expect(await all.calls.resume(all.at(), undefined)).toMatchObject({ verdict: 'allow' });
  });

  test('needs all that several rules ask for', async () => {
    const large: RuleInput = {
      rule: 'refund',
      when: { amount: { gt: 100 } },
      approvers: { roles: ['manager'] },
    };
    const all = shopWith([supervised, large]);
    const { id } = await asked(all);
    await all.inbox(sue).answer(id, yes);
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ verdict: 'deny' });
    await all.inbox(tom).answer(id, yes);
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ verdict: 'allow' });
  });

  test('goes to further roles after a time, and is denied at the end of its time', async () => {
    const all = shopWith([
      {
        rule: 'refund',
        approvers: {
          roles: ['manager'],
          within: '4h',
          escalate: [{ after: '1h', roles: ['supervisor'] }],
        },
      },
    ]);
    const { id, askedAt, expiresAt } = await asked(all);
    expect((expiresAt ?? 0) - askedAt).toBe(4 * 3_600_000);
    expect(await all.inbox(sue).pending()).toEqual([]);
    all.clock.move(3_600_000);
    expect(await all.inbox(sue).pending()).toHaveLength(1);
    all.clock.move(3 * 3_600_000);
    expect(await all.inbox(sue).answer(id, yes)).toBe(false);
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({
      verdict: 'deny',
      message: expect.stringContaining('expired') as string,
    });
  });

  test('may be edited by one approver, unless the edited call needs others', async () => {
    const large: RuleInput = {
      rule: 'refund',
      when: { amount: { gt: 1000 } },
      approvers: { roles: ['manager'] },
    };
    const all = shopWith([supervised, large]);
    const first = await asked(all);
    await all.inbox(sue).answer(first.id, { ...yes, input: { amount: 150 } });
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ call: { input: { amount: 150 } } });
    const second = await asked(all, 201);
    await all.inbox(sue).answer(second.id, { ...yes, input: { amount: 5000 } });
    expect(await all.calls.resume(all.at(201), yes)).toMatchObject({ verdict: 'deny' });
  });

  test('beyond a limit goes to those whom the allow rule names', async () => {
    const all = shopWith([], {
      policy: {
        allow: [
          {
            ...(supervised as object),
            rule: 'refund',
            limit: { sum: 'input.amount', most: 100, per: 'day' },
          },
        ],
      },
    });
    expect(await all.calls.present(all.at(60))).toMatchObject({ verdict: 'allow' });
    const { id } = await asked(all, 60);
    expect(await all.calls.resume(all.at(60), yes)).toMatchObject({ verdict: 'deny' });
    await all.inbox(sue).answer(id, yes);
    expect(await all.calls.resume(all.at(60), yes)).toMatchObject({ verdict: 'allow' });
  });
});

describe('where others must approve', () => {
  const call = callOf(200, ann);

  test("the gate's own approver, and one given with the call, are not asked", async () => {
    let times = 0;
    const approver = (): Promise<{ verdict: 'allow' }> => {
      times += 1;
      return Promise.resolve(yes);
    };
    const gate = createGate({ policy: { ask: [supervised] }, approver });
    const said = await gate.authorize(call, { approver });
    expect(times).toBe(0);
    expect(said).toMatchObject({
      verdict: 'deny',
      guidance:
        'This needs approval by somebody with the role supervisor other than the requester, and they cannot be asked here.',
    });
  });

  test('a host that asks in its own prompt is told no, and one that keeps requests is given the request', async () => {
    const gate = createGate({ policy: { ask: [supervised] } });
    expect((await gate.consult(call)).verdict).toBe('deny');
    expect((await gate.consult(call, { keepsRequests: true })).verdict).toBe('ask');
  });

  test('`authorize` waits for the inbox, which is told of the request and of the answer', async () => {
    const log = memoryLog();
    const gate = createGate({ policy: { ask: [supervised] }, stores: { approvals: memoryApprovals(), log } });
    const inbox = approvals(gate, { approver: sue });
    const seen: string[] = [];
    const other: string[] = [];
    approvals(gate, { approver: eve }).on('asked', ({ type }) => void other.push(type));
    inbox.on('answered', ({ type, approval = '' }) => void seen.push(`${type} ${approval}`));
    const asking = Promise.withResolvers<string>();
    inbox.on('asked', ({ type, approval }) => {
      seen.push(`${type} ${approval.id}`);
      asking.resolve(approval.id);
    });
    const waiting = gate.authorize(call);
    const id = await asking.promise;
    expect(
      await inbox.answerMany([
        { id, answer: yes },
        { id: 'none', answer: yes },
      ]),
    ).toEqual([true, false]);
    expect(await waiting).toMatchObject({ verdict: 'allow', answer: { by: 'sue' } });
    expect([seen, other]).toEqual([[`asked ${id}`, `answered ${id}`], []]);
    expect(log.entries.filter(({ type }) => type === 'answered')).toHaveLength(1);
  });

  test('their own requests that need nobody else are in their inbox too', async () => {
    const all = shopWith(['refund']);
    const { id } = await asked(all);
    expect(await all.inbox(sue).pending()).toEqual([]);
    expect(await all.inbox(ann).answer(id, yes)).toBe(true);
  });

  test('Finding 32: an approval may be used as long as its request could wait, and what is said afterwards is true', async () => {
    const all = shopWith([supervised]);
    const { id } = await asked(all);
    await all.inbox(sue).answer(id, yes);
    all.clock.move(16 * 60_000);
    expect(await all.calls.resume(all.at(), yes)).toMatchObject({ verdict: 'allow' });
    const again = await all.calls.present(all.at(200, 'call-9'));
    if (again.verdict !== 'ask') throw new Error(again.message);
    await all.inbox(sue).answer(again.approval.id, yes);
    all.clock.move(24 * 3_600_000);
    expect((await all.calls.resume(all.at(), yes)).message).toMatch(
      /it was approved by sue at 2027-\d\d-\d\d \d\d:\d\d UTC, and was not used until 2027-/,
    );
  });
});
