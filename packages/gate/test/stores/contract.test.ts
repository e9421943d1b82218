import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureDecision, type Grant, sessionOrigin } from '@permesso/engine/decision';
import { parseRule, type Rule } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import type { Approval, ApprovalRequest } from '@permesso/protocol/approval';
import type { Denial } from '../../src/approval/denial.ts';
import { createGate, type Gate } from '../../src/gate/gate.ts';
import { type Ruling, suspendedCalls } from '../../src/sdks/suspended-calls.ts';
import { requestOf } from '../request-of.ts';
import { durableObjectUrl, openStores, session, type OpenStores, type StorePlace } from './open-stores.ts';
import { hasRedis, newPlaces } from './places.ts';

/** What every store must do. Each test opens two handles, as two processes would. */
const kinds: readonly StorePlace['kind'][] = [
  'memory',
  'files',
  'sqlite',
  'postgres',
  ...((await hasRedis()) ? (['redis'] as const) : []),
  ...(durableObjectUrl === undefined ? [] : (['durable object'] as const)),
];

const places = newPlaces();
const opened: OpenStores[] = [];

afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});

afterAll(places.clear);

async function two(kind: StorePlace['kind']): Promise<readonly [OpenStores, OpenStores]> {
  const place = places.of(kind);
  const both = [await openStores(place), await openStores(place)] as const;
  opened.push(...both);
  return both;
}

const asks = (index: number): ApprovalRequest => requestOf({ callKey: `k${index}`, digest: `d${index}` });

function supervisedBy(quorum: number): ApprovalRequest['decision'] {
  const decision = failureDecision('x');
  const approvers = [{ key: 'k', text: 'refund', approvers: { roles: ['supervisor'], quorum } }];
  return { ...decision, receipt: { ...decision.receipt, approvers } };
}

function ruleOf(verdict: 'allow' | 'deny', text: string): Rule {
  const rule = parseRule(text, { verdict, origin: sessionOrigin });
  if (!rule.ok) throw new Error(rule.error.message);
  return rule.value;
}

const grantOf = (id: string, more: Partial<Grant> = {}): Grant => ({
  id,
  rules: [ruleOf('allow', 'refund')],
  answers: [{ because: 'no-rule' }],
  scope: 'session',
  givenIn: 'default',
  session,
  ...more,
});

const denialOf = (id: string, more: Partial<Denial> = {}): Denial => ({
  id,
  rules: [ruleOf('deny', 'refund')],
  scope: 'session',
  session,
  comment: 'Not today.',
  ...more,
});

describe.each(kinds)('approvals in %s', (kind) => {
  test('a question that is put by many at once is one question', async () => {
    const [one, other] = await two(kind);
    const now = Date.now();
    const put = Array.from({ length: 12 }, async (_, place) =>
      (place % 2 === 0 ? one : other).approvals.open(asks(1), { now, expiresIn: 60_000 }),
    );
    const ids = new Set((await Promise.all(put)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect(await other.approvals.list()).toHaveLength(1);
    expect(await one.approvals.find(asks(1))).toMatchObject({ id: [...ids][0], state: 'pending' });
    expect(await one.approvals.find(asks(2))).toBeUndefined();
  });

  test('of many answers at once one counts, and the others are told so', async () => {
    const [one, other] = await two(kind);
    const { id } = await one.approvals.open(asks(1), { now: Date.now(), expiresIn: 60_000 });
    const given = Array.from({ length: 12 }, async (_, place) =>
      (place % 2 === 0 ? one : other).approvals.change(id, {
        type: 'answer',
        at: Date.now(),
        digest: 'd1',
        answer: { verdict: place % 3 === 0 ? 'allow' : 'deny', by: `p${place}` },
      }),
    );
    const told = await Promise.all(given);
    const [won] = told.filter((step) => step?.accepted === true);
    expect(told.filter((step) => step?.accepted === true)).toHaveLength(1);
    expect(await other.approvals.get(id)).toEqual(won?.approval);
    const late = told.find((step) => step?.accepted === false);
    expect(late).toMatchObject({ why: expect.stringMatching(/^too late/) as string });
  });

  test('an approval is used once, however many would use it at once, and asked about again afterwards', async () => {
    const [one, other] = await two(kind);
    const at = Date.now();
    const { id } = await one.approvals.open(asks(1), { now: at, expiresIn: 60_000 });
    await one.approvals.change(id, { type: 'answer', at, digest: 'd1', answer: { verdict: 'allow' } });
    const uses = Array.from({ length: 12 }, async (_, place) =>
      (place % 2 === 0 ? one : other).approvals.change(id, {
        type: 'consume',
        at,
        callKey: 'k1',
        digest: 'd1',
      }),
    );
    expect((await Promise.all(uses)).filter((step) => step?.accepted === true)).toHaveLength(1);
    const again = await other.approvals.open(asks(1), { now: at, expiresIn: 60_000 });
    expect(again).toMatchObject({ state: 'pending' });
    expect(again.id).not.toBe(id);
  });

  test('an answer to something else, or about nothing, changes nothing', async () => {
    const [{ approvals }] = await two(kind);
    const at = Date.now();
    const { id } = await approvals.open(asks(1), { now: at, expiresIn: 60_000 });
    const wrong = { type: 'answer', at, digest: 'other', answer: { verdict: 'allow' } } as const;
    expect(await approvals.change(id, wrong)).toMatchObject({ accepted: false });
    expect(await approvals.change('0123456789abcdef01234567-9', wrong)).toBeUndefined();
    expect(await approvals.get('no such id')).toBeUndefined();
    expect(await approvals.get(id)).toMatchObject({ state: 'pending' });
  });

  test('lists the oldest first, and what was asked for', async () => {
    const [{ approvals }] = await two(kind);
    const start = Date.now();
    const { call } = asks(0);
    for (const [index, now] of [5, 3, 9, 1].entries())
      await approvals.open(
        { ...asks(index), call: index < 2 ? { ...call, owner: { tenant: 'acme', user: 'ann' } } : call },
        { now: start + now, expiresIn: 60_000 },
      );
    const times = (listed: readonly Approval[]): readonly number[] =>
      listed.map(({ askedAt }) => askedAt - start);
    expect(times(await approvals.list())).toEqual([1, 3, 5, 9]);
    const ofAnn = await approvals.list({ pending: true, owner: { tenant: 'acme', user: 'ann' } });
    expect(times(ofAnn)).toEqual(expect.arrayContaining([3, 5]));
    const [first] = ofAnn;
    const { id = '', request } = first ?? {};
    const answer = { verdict: 'deny' } as const;
    await approvals.change(id, { type: 'answer', at: start, digest: request?.digest ?? '', answer });
    const left = (await approvals.list({ pending: true })).filter(({ state }) => state === 'pending');
    expect(left).toHaveLength(3);
  });

  test('votes of many at once are all kept, and the one that makes it enough settles it', async () => {
    const [one, other] = await two(kind);
    const decision = supervisedBy(4);
    const owner = { tenant: 'acme', user: 'ann' };
    const request = { ...asks(1), decision, call: { ...asks(1).call, owner } };
    const at = Date.now();
    const { id } = await one.approvals.open(request, { now: at, expiresIn: 60_000 });
    const votes = Array.from({ length: 12 }, async (_, place) =>
      (place % 2 === 0 ? one : other).approvals.change(id, {
        type: 'answer',
        at,
        digest: 'd1',
        answer: { verdict: 'allow', by: `p${place % 6}` },
        approver: { tenant: 'acme', user: `p${place % 6}`, roles: ['supervisor'] },
      }),
    );
    const accepted = (await Promise.all(votes)).filter((step) => step?.accepted === true);
    expect(accepted.map((step) => step?.approval.state).toSorted()).toEqual([
      'approved',
      'pending',
      'pending',
      'pending',
    ]);
    const kept = await other.approvals.get(id);
    expect(new Set(kept?.votes?.map(({ person }) => person)).size).toBe(4);
    const use = { type: 'consume', at, callKey: 'k1', digest: 'd1' } as const;
    expect(await one.approvals.change(id, use)).toMatchObject({ accepted: true });
    expect(await other.approvals.get(id)).toMatchObject({ state: 'consumed' });
  });

  test('lists what waits in one tenant, with votes and without', async () => {
    const [one, other] = await two(kind);
    const at = Date.now();
    for (const [place, tenant] of ['acme', 'globex', 'acme'].entries())
      await one.approvals.open(
        {
          ...asks(place),
          decision: supervisedBy(2),
          call: { ...asks(place).call, owner: { tenant, user: `u${place}` } },
        },
        { now: at + place, expiresIn: 60_000 },
      );
    const [first] = await other.approvals.list();
    await one.approvals.change(first?.id ?? '', {
      type: 'answer',
      at,
      digest: 'd0',
      answer: { verdict: 'allow' },
      approver: { tenant: 'acme', user: 'sue', roles: ['supervisor'] },
    });
    const listed = await other.approvals.list({ pending: true, tenant: 'acme' });
    const ofAcme = listed.filter(({ request }) => request.call.owner?.tenant === 'acme');
    expect(ofAcme.map(({ votes = [] }) => votes.length)).toEqual([1, 0]);
    if (kind !== 'memory' && kind !== 'files') expect(listed).toHaveLength(2);
  });

  test('keeps no secret of a call', async () => {
    const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
    const [one, other] = await two(kind);
    const request = requestOf({ call: { tool: 'Bash', input: { command: `login ${secret}` } } });
    await one.approvals.open(request, { now: Date.now(), expiresIn: 60_000 });
    expect(JSON.stringify(await other.approvals.list())).not.toContain(secret);
  });
});

describe.each(kinds)('grants in %s', (kind) => {
  const ann = { tenant: 'acme', user: 'ann' };

  test('are what was given, in every process, until they are revoked', async () => {
    const [one, other] = await two(kind);
    const kept = [grantOf('g1'), grantOf('g2', { scope: 'user', owner: ann, callKey: 'k', rules: [] })];
    for (const grant of kept) await one.grants.add(grant);
    await one.grants.deny?.(denialOf('n1'));
    const of = { session };
    expect((await other.grants.list(of)).filter(({ id }) => id === 'g1')).toEqual([kept[0]]);
    expect((await other.grants.list({ owner: ann, session })).filter(({ id }) => id === 'g2')).toMatchObject([
      { owner: ann, callKey: 'k' },
    ]);
    // A denial without an owner is for everybody.
    expect(await other.grants.denials?.({ owner: ann, session })).toEqual([denialOf('n1')]);
    expect(await other.grants.revoke('g1')).toBe(true);
    expect(await one.grants.revoke('g1')).toBe(false);
    expect(await other.grants.revoke('n1')).toBe(true);
    expect((await one.grants.list(of)).map(({ id }) => id)).not.toContain('g1');
    expect(await one.grants.denials?.(of)).toEqual([]);
  });

  test('for so many calls let through exactly so many, however many come at once', async () => {
    const [one, other] = await two(kind);
    await one.grants.add(grantOf('g5', { uses: 5 }));
    const uses = Array.from({ length: 20 }, async (_, place) =>
      (place % 2 === 0 ? one : other).grants.use?.('g5'),
    );
    expect((await Promise.all(uses)).filter((used) => used === true)).toHaveLength(5);
    expect(await other.grants.list({ session })).toEqual([]);
    expect(await other.grants.use?.('never given')).toBe(false);
  });
});

describe.each(kinds)('limits in %s', (kind) => {
  const until = Date.now() + 3_600_000;

  test('are never exceeded, however many come at once, and nothing fits twice', async () => {
    const [one, other] = await two(kind);
    const claim = { key: 'a', amount: 1, most: 7, until };
    const taken = Array.from({ length: 30 }, async (_, place) =>
      (place % 2 === 0 ? one : other).limits.reserve([claim]),
    );
    const reserved = (await Promise.all(taken)).filter((each) => each.reserved);
    expect(reserved).toHaveLength(7);
    expect(reserved.map(({ used }) => used[0] ?? 0).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await other.limits.used(['a', 'b'])).toEqual([7, 0]);
  });

  test('are taken together or not at all', async () => {
    const [{ limits }, other] = await two(kind);
    const small = { key: 'small', amount: 2, most: 3, until };
    const large = { key: 'large', amount: 0.5, most: 100, until };
    expect(await limits.reserve([large, small])).toEqual({ reserved: true, used: [0.5, 2] });
    expect(await limits.reserve([large, small])).toEqual({ reserved: false, used: [0.5, 2] });
    expect(await limits.reserve([{ ...large, amount: 101 }])).toEqual({ reserved: false, used: [0.5] });
    expect(await limits.reserve([{ key: 'new', amount: 2, most: 1, until }])).toEqual({
      reserved: false,
      used: [0],
    });
    expect(await other.limits.used(['large', 'small', 'new'])).toEqual([0.5, 2, 0]);
    expect(await limits.reserve([])).toEqual({ reserved: true, used: [] });
  });

  test('are not forgotten by a server whose clock is ahead', async () => {
    const [one, ahead] = await two(kind);
    const claim = { key: 'a', amount: 1, most: 1, until };
    expect(await one.limits.reserve([claim])).toMatchObject({ reserved: true });
    const clock = vi.spyOn(Date, 'now').mockReturnValue(until + 2 * 3_600_000);
    onTestFinished(() => clock.mockRestore());
    await ahead.limits.reserve([{ ...claim, key: 'b' }]);
    expect(await one.limits.reserve([claim])).toMatchObject({ reserved: false });
  });
});

test.each(kinds)(
  'the log in %s has every entry in its order, and no secret where it leaves the process',
  async (kind) => {
    const [one, other] = await two(kind);
    const secret = 'hunter22-hunter22';
    for (let index = 0; index < 20; index++)
      void one.log.write({
        type: 'decided',
        at: Date.now(),
        call: { tool: `t${index}`, input: { password: secret }, session },
        decision: failureDecision('x'),
      });
    await one.log.flush();
    const logged = await other.logged();
    expect(logged.map((line) => /"tool":"(t\d+)"/.exec(line)?.[1])).toEqual(
      Array.from({ length: 20 }, (_, index) => `t${index}`),
    );
    expect(logged.some((line) => line.includes(secret))).toBe(kind === 'memory');
  },
);

describe.each(kinds)('a gate with stores in %s', (kind) => {
  test('counts in a world whose clock stands still, with a new handle for each call', async () => {
    const place = places.of(kind);
    const verdicts: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const stores = await openStores(place);
      opened.push(stores);
      const gate = createGate({
        policy: { allow: [{ rule: 'refund', limit: { calls: 2, per: 'hour', over: 'deny' } }] },
        stores,
        world: () => fixedWorld(),
      });
      verdicts.push((await gate.authorize({ tool: 'refund', input: {} })).verdict);
    }
    expect(verdicts).toEqual(['allow', 'allow', 'deny', 'deny']);
  });

  const call = { tool: 'refund', input: { amount: 5 }, session };
  const gateOver = (stores: OpenStores): Gate => createGate({ policy: {}, stores });

  async function answerNext(
    { approvals }: OpenStores,
    answer: Parameters<OpenStores['approvals']['change']>[1] & { readonly type: 'answer' },
  ): Promise<void> {
    const waits = async (): Promise<Approval | undefined> =>
      (await approvals.list({ pending: true })).find(({ state }) => state === 'pending');
    await expect.poll(waits).toBeDefined();
    const found = await waits();
    await approvals.change(found?.id ?? '', { ...answer, digest: found?.request.digest ?? '' });
  }

  test('is answered from elsewhere; the answer lasts there and here until it is revoked anywhere', async () => {
    const [one, other] = await two(kind);
    const [here, there] = [gateOver(one), gateOver(other)];
    const asked = here.authorize(call);
    await answerNext(other, {
      type: 'answer',
      at: Date.now(),
      digest: '',
      answer: { verdict: 'allow', scope: 'session', rules: ['refund'], by: 'ann' },
    });
    const said = await asked;
    if (said.verdict === 'deny') throw new Error(said.message);
    expect(said.answer).toMatchObject({ by: 'ann' });
    expect(await there.authorize({ ...call, input: { amount: 9 } })).toMatchObject({ verdict: 'allow' });
    expect(await there.check({ ...call, session: 'chat-2' })).toMatchObject({ verdict: 'ask' });
    expect(await there.check(call)).toMatchObject({ verdict: 'allow' });
    expect(await there.revoke(said.grant?.id ?? '')).toBe(true);
    expect(await here.check(call)).toMatchObject({ verdict: 'ask' });
    await one.log.flush();
  });

  test('no more requests of one tenant await an answer than may, put ten at once by two servers', async () => {
    const both = await two(kind);
    const gates = both.map((stores) => createGate({ policy: { ask: ['refund'] }, stores, mostPending: 4 }));
    const put = async (index: number, tenant = 'acme'): Promise<Ruling> => {
      const gate = gates[index % 2];
      if (gate === undefined) throw new Error('there are two');
      const calls = suspendedCalls({ ...gate.stores }, undefined, gate);
      const owner = { tenant, user: `u${index}` };
      const asked = { tool: 'refund', input: { amount: index }, session, principal: owner };
      return calls.present({ id: `c${index}`, call: asked, gate: () => gate, editable: true });
    };
    const waiting = async (): Promise<readonly Approval[]> =>
      (await both[0].approvals.list({ tenant: 'acme', pending: true })).filter(
        ({ state }) => state === 'pending',
      );
    const all = await Promise.all(Array.from({ length: 10 }, (_, index) => put(index)));
    const askedAbout = all.filter(({ verdict }) => verdict === 'ask').length;
    expect([askedAbout >= 3, askedAbout <= 4, (await waiting()).length]).toEqual([true, true, askedAbout]);
    const refused = all.filter(({ verdict }) => verdict === 'deny');
    expect(refused).toHaveLength(10 - askedAbout);
    for (const { message } of refused) expect(message).toContain('maximum of 4 pending requests');
    for (let index = 10; (await waiting()).length < 4; index++) await put(index);
    expect(await put(20)).toMatchObject({ verdict: 'deny' });
    // Neither the same question again, nor those of another tenant, are one more.
    const [known] = await waiting();
    if (known === undefined) throw new Error('there are four');
    const again = Number((known.request.call.input as { amount?: unknown }).amount);
    expect(await put(again)).toMatchObject({ verdict: 'ask' });
    expect(await put(21, 'globex')).toMatchObject({ verdict: 'ask' });
    await both[1].approvals.change(known.id, {
      type: 'answer',
      at: Date.now(),
      digest: known.request.digest,
      answer: { verdict: 'deny' },
    });
    expect(await put(22)).toMatchObject({ verdict: 'ask' });
    expect(await put(23)).toMatchObject({ verdict: 'deny' });
    for (const { log } of both) await log.flush();
  });

  test('a denial holds everywhere', async () => {
    const [one, other] = await two(kind);
    const asked = gateOver(one).authorize(call);
    await answerNext(other, {
      type: 'answer',
      at: Date.now(),
      digest: '',
      answer: { verdict: 'deny', scope: 'session', rules: ['refund'] },
    });
    expect(await asked).toMatchObject({ verdict: 'deny' });
    expect(await gateOver(other).authorize(call)).toMatchObject({ verdict: 'deny' });
  });
});

describe('a store that fails', () => {
  const call = { tool: 'refund', input: {}, session };
  const down = (): Promise<never> => Promise.reject(new Error('connection refused'));
  const grants = { list: down, denials: down, add: down, revoke: down };

  test('lets nothing through that it might forbid', async () => {
    const gate = createGate({ policy: { allow: ['refund'] }, stores: { grants } });
    const failures: string[] = [];
    gate.on('failed', ({ error }) => failures.push(error));
    for (const said of [await gate.authorize(call), await gate.consult(call), await gate.check(call)])
      expect(said).toMatchObject({
        verdict: 'deny',
        message: expect.stringContaining('could not read or write'),
      });
    // The model is not told where a store is, or with which name it was opened.
    expect(failures.join(' ')).toContain('connection refused');
  });

  test('of approvals: nobody can be asked, so it is denied', async () => {
    const approvals = { open: down, get: down, find: down, list: down, change: down };
    const gate = createGate({
      policy: {},
      stores: { approvals },
      approver: async () => ({ verdict: 'allow' }),
    });
    expect(await gate.authorize(call)).toMatchObject({ verdict: 'deny' });
  });

  test('that was given twice is a mistake', () => {
    const kept = { list: () => [], add: () => undefined, revoke: () => false };
    expect(() => createGate({ policy: {}, grants: kept, stores: { grants: kept } })).toThrow(
      '`grants` and `stores.grants` are both given',
    );
  });
});

describe.each(kinds)('sessions in %s', (kind) => {
  const policy = {
    allow: ['Effect(fetch)', 'Effect(publish)'],
    ask: [{ rule: 'Effect(publish)', after: 'untrusted', unless: 'named' as const }],
  };
  const gateOver = ({ sessions }: OpenStores): Gate =>
    createGate({ policy, stores: { sessions }, world: () => fixedWorld({ now: Date.now() }) });
  const owner = { tenant: 't', user: 'ann' };
  const fetching = (host: string) => ({
    tool: 'WebFetch',
    input: { url: `https://${host}/x` },
    session: 's',
    owner,
  });
  const pushing = { tool: 'Bash', input: { command: 'git push' }, session: 's', owner };

  test('what one server has read counts on the other, for this person and session alone', async () => {
    const [one, other] = (await two(kind)).map(gateOver) as [Gate, Gate];
    expect((await other.consult(pushing)).verdict).toBe('allow');
    expect((await one.consult(fetching('a.example'))).verdict).toBe('allow');
    expect((await other.consult(pushing)).verdict).toBe('ask');
    expect((await other.consult({ ...pushing, session: 's2' })).verdict).toBe('allow');
    expect((await other.consult({ ...pushing, owner: { ...owner, user: 'bob' } })).verdict).toBe('allow');
    await one.said('Push it.', { session: 's', owner });
    expect((await other.consult(pushing)).verdict).toBe('allow');
  });

  test('calls at once on both servers are all labelled, and a source that is trusted labels no more', async () => {
    const [one, other] = await two(kind);
    const hosts = Array.from({ length: 12 }, (_, place) => `h${place}.example`);
    await Promise.all(
      hosts.map((host, place) => gateOver(place % 2 === 0 ? one : other).consult(fetching(host))),
    );
    const key = { session: 's', owner, directory: '/' };
    const sources = async (): Promise<readonly string[]> =>
      (await other.sessions.read(key)).labels.map(({ source }) => source).toSorted();
    expect(await sources()).toEqual(hosts.toSorted());
    for (const source of hosts) await one.sessions.add(key, [{ type: 'trust', source, at: 1 }]);
    expect(await sources()).toEqual([]);
    await gateOver(one).consult(fetching('h1.example'));
    expect((await gateOver(other).consult(pushing)).verdict).toBe('allow');
  });

  test('a line that nobody knows counts as every label', async () => {
    const [one, other] = await two(kind);
    const key = { session: 's', owner, directory: '/' };
    if (kind === 'memory') return;
    await one.sessions.add(key, [{ type: 'no such event', at: 1 } as never]);
    expect((await other.sessions.read(key)).unreadable).toContain('an unknown line');
    expect((await gateOver(other).consult(pushing)).verdict).toBe('ask');
  });
});
