import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fixedWorld } from '@permesso/engine/world';
import type { Layer, LimitInput } from '@permesso/engine/policy';
import { createGate, type Gate, type GateOptions } from '../src/gate/gate.ts';
import { limitFiles } from '../src/limits/limit-files.ts';
import { memoryLimits } from '../src/limits/limit-store.ts';
import { memoryLog } from '../src/log/entry/log.ts';
import { aiSdk } from '../src/sdks/ai-sdk/ai-sdk.ts';

const day = 24 * 60 * 60_000;
const refund = { tool: 'refund', input: { amount: 30 }, session: 's' };

function gateWith(limit: LimitInput, more: Partial<GateOptions> & { readonly layer?: Layer } = {}): Gate {
  const { layer, ...options } = more;
  return createGate({ policy: { allow: [{ rule: 'refund', limit }], ...layer }, ...options });
}

async function verdicts(gate: Gate, calls: readonly (typeof refund)[]): Promise<readonly string[]> {
  const said: string[] = [];
  for (const call of calls) said.push((await gate.authorize(call)).verdict);
  return said;
}

const of = (amount: unknown): typeof refund => ({ ...refund, input: { amount: amount as number } });

test('calls beyond a limit are asked about, or denied where the rule says so', async () => {
  const asking = gateWith({ calls: 2, per: 'hour' });
  expect(await verdicts(asking, [refund, refund])).toEqual(['allow', 'allow']);
  const third = await asking.consult(refund);
  expect(third).toMatchObject({
    verdict: 'ask',
    message: 'Asking: calls `refund`. refund over 2 calls per hour for each user asks about it.',
    decision: { receipt: { limits: [{ amount: 1, used: 2, over: true, limit: { calls: 2, per: 'hour' } }] } },
  });
  const denying = gateWith({ calls: 1, per: 'hour', over: 'deny' });
  expect(await verdicts(denying, [refund, refund])).toEqual(['allow', 'deny']);
});

test('a receipt says what is used', async () => {
  const log = memoryLog();
  const gate = gateWith({ sum: 'input.amount', most: 100, per: 'day' }, { stores: { log } });
  const said = await gate.authorize(refund);
  expect(said.decision.receipt.limits).toMatchObject([{ amount: 30, used: 30 }]);
  expect((await gate.authorize(refund)).decision.receipt.limits).toMatchObject([{ amount: 30, used: 60 }]);
  expect(gate.explain(refund).decision.receipt.parts[0]?.contributions).toContainEqual(
    expect.objectContaining({ inert: 'it is within its limit' }),
  );
  expect(log.entries).toHaveLength(2);
});

test('a sum is kept to, and what is not an amount is beyond it', async () => {
  const gate = gateWith({ sum: 'input.amount', most: 100, per: 'day', over: 'deny' });
  const amounts = [60, 41, 40, 0, 0.01, -5, '1', NaN, undefined];
  expect(await verdicts(gate, amounts.map(of))).toEqual([
    'allow',
    'deny',
    'allow',
    'allow',
    'deny',
    'deny',
    'deny',
    'deny',
    'deny',
  ]);
});

test('deciding, explaining and checking count nothing', async () => {
  const gate = gateWith({ calls: 1, per: 'hour', over: 'deny' });
  for (let index = 0; index < 3; index++) {
    expect((await gate.check(refund)).verdict).toBe('allow');
    expect(gate.explain(refund).decision.verdict).toBe('allow');
    expect((await gate.check(refund)).verdict).toBe('allow');
  }
  expect(await verdicts(gate, [refund])).toEqual(['allow']);
  expect((await gate.check(refund)).verdict).toBe('deny');
});

describe('whose calls are counted together', () => {
  const owned = (user: string, more: object = {}): typeof refund =>
    ({ ...refund, owner: { tenant: 'acme', user }, ...more }) as typeof refund;

  test('each user for themselves, and all who are nobody together', async () => {
    const gate = gateWith({ calls: 1, per: 'hour', over: 'deny' });
    const calls = [owned('ann'), owned('bob'), owned('ann'), refund, { ...refund, session: 'other' }];
    expect(await verdicts(gate, calls)).toEqual(['allow', 'allow', 'deny', 'allow', 'deny']);
  });

  test('each agent, everybody, each session', async () => {
    const agent = (name: string): typeof refund => owned('ann', { agent: { name } });
    const byAgent = gateWith({ calls: 1, per: 'hour', by: 'agent', over: 'deny' });
    expect(await verdicts(byAgent, [agent('a'), agent('b'), agent('a')])).toEqual(['allow', 'allow', 'deny']);
    const byAll = gateWith({ calls: 1, per: 'hour', by: 'all', over: 'deny' });
    expect(await verdicts(byAll, [owned('ann'), owned('bob')])).toEqual(['allow', 'deny']);
    const bySession = gateWith({ calls: 1, per: 'session', over: 'deny' });
    const other = { ...refund, session: 't' };
    expect(await verdicts(bySession, [refund, other, refund])).toEqual(['allow', 'allow', 'deny']);
  });
});

describe('Finding 21: a count belongs to its meter, whatever else of the rule is edited', () => {
  const first = { sum: 'input.amount', most: 100, per: 'day', over: 'deny' } as const;
  const now = 20_000 * day + 5;
  const gateOf = (policy: Layer | readonly Layer[], limits = memoryLimits()): Gate =>
    createGate({ policy, stores: { limits }, world: () => fixedWorld({ now }) });
  const edited: readonly (readonly [string, Layer | readonly Layer[], string])[] = [
    ['a higher amount', { allow: [{ rule: 'refund', limit: { ...first, most: 115 } }] }, 'deny'],
    ['an amount that leaves room', { allow: [{ rule: 'refund', limit: { ...first, most: 120 } }] }, 'allow'],
    ['a lower amount', { allow: [{ rule: 'refund', limit: { ...first, most: 99 } }] }, 'deny'],
    ['hours', { allow: [{ rule: 'refund', limit: { ...first, per: 'hour' } }] }, 'deny'],
    ['minutes', { allow: [{ rule: 'refund', limit: { ...first, per: 'minute' } }] }, 'deny'],
    ['the session', { allow: [{ rule: 'refund', limit: { ...first, per: 'session' } }] }, 'deny'],
    ['a condition', { allow: [{ rule: 'refund', when: { amount: { lt: 50 } }, limit: first }] }, 'deny'],
    ['a star', { allow: [{ rule: 'ref*', limit: first }] }, 'deny'],
    ['every tool', { allow: [{ rule: '*', limit: first }] }, 'deny'],
    [
      'another order of keys',
      { allow: [{ limit: { over: 'deny', per: 'day', most: 100, sum: 'input.amount' }, rule: ' refund ' }] },
      'deny',
    ],
    ['other rules before it', { allow: ['a', 'b', { rule: 'refund', limit: first }] }, 'deny'],
    ['texts', { allow: [{ rule: 'refund', limit: first, message: 'm', guidance: 'g', why: 'w' }] }, 'deny'],
    ['an end', { allow: [{ rule: 'refund', limit: first, expires: '2999-01-01' }] }, 'deny'],
    ['another layer', [{ layer: 'managed', allow: [{ rule: 'refund', limit: first }] }], 'deny'],
    ['another file', { layer: 'user', file: '/v2.yaml', allow: [{ rule: 'refund', limit: first }] }, 'deny'],
    [
      'its meter spelt out',
      { allow: [{ rule: 'refund', limit: { ...first, meter: 'refund input.amount' } }] },
      'deny',
    ],
    ['`by` spelt out', { allow: [{ rule: 'refund', limit: { ...first, by: 'principal' } }] }, 'deny'],
  ];

  test.each(edited)('%s', async (_name, policy, expected) => {
    const limits = memoryLimits();
    const before = gateOf({ allow: [{ rule: 'refund', limit: first }] }, limits);
    expect(await verdicts(before, [of(60), of(30)])).toEqual(['allow', 'allow']);
    before.setPolicy(policy);
    expect(await verdicts(before, [of(30)])).toEqual([expected]);
    // The same after a restart, and under the old rule again.
    const after = gateOf(policy, limits);
    const room = expected === 'allow' ? [] : [of(9)];
    expect(await verdicts(after, [of(30), ...room])).toEqual(['deny', ...room.map(() => 'allow')]);
    after.setPolicy({ allow: [{ rule: 'refund', limit: first }] });
    expect(await verdicts(after, [of(2)])).toEqual(['deny']);
  });

  test('an exact input', async () => {
    const gate = gateOf({ allow: [{ rule: 'refund', limit: first }] });
    expect(await verdicts(gate, [of(60), of(30)])).toEqual(['allow', 'allow']);
    gate.setPolicy({ allow: [{ rule: 'refund({"amount":30})', limit: first }] });
    expect(await verdicts(gate, [of(30)])).toEqual(['deny']);
  });

  test('a named meter also outlives another tool and another argument, and joins several rules', async () => {
    const limits = memoryLimits();
    const limit = { meter: 'money', sum: 'input.amount', most: 100, per: 'day', over: 'deny' } as const;
    const gate = gateOf({ allow: [{ rule: 'refund', limit }] }, limits);
    expect(await verdicts(gate, [of(90)])).toEqual(['allow']);
    gate.setPolicy({
      allow: [
        { rule: 'payout', limit: { ...limit, sum: 'input.total' } },
        { rule: 'refund', limit },
      ],
    });
    const payout = (total: number) => ({ tool: 'payout', input: { total }, session: 's' });
    expect((await gate.authorize(payout(11))).verdict).toBe('deny');
    expect((await gate.authorize(payout(6))).verdict).toBe('allow');
    expect(await verdicts(gate, [of(5), of(4)])).toEqual(['deny', 'allow']);
  });

  test('two rules of one meter count a call once, and each keeps to its own amount', async () => {
    const limit = (most: number) => ({ ...first, most });
    const gate = gateOf([
      { layer: 'managed', allow: [{ rule: 'refund', limit: limit(100) }] },
      { allow: [{ rule: 'refund', limit: limit(50) }] },
    ]);
    expect(await verdicts(gate, [of(30), of(30), of(20), of(1)])).toEqual(['allow', 'deny', 'allow', 'deny']);
  });

  test('meters with names of their own stay apart', async () => {
    const limit = (meter: string, calls: number) => ({ meter, calls, per: 'day', over: 'deny' }) as const;
    const gate = gateOf({
      allow: [
        { rule: 'refund', when: { amount: { lte: 10 } }, limit: limit('small', 2) },
        { rule: 'refund', when: { amount: { gt: 10 } }, limit: limit('large', 1) },
      ],
    });
    const amounts = [5, 5, 5, 20, 20];
    expect(await verdicts(gate, amounts.map(of))).toEqual(['allow', 'allow', 'deny', 'allow', 'deny']);
  });

  test('calls and sums of one tool are two counts', async () => {
    const gate = gateOf({
      allow: [
        { rule: 'refund', limit: { calls: 2, per: 'day', over: 'deny' } },
        { rule: 'refund', limit: first },
      ],
    });
    expect(await verdicts(gate, [of(60), of(40), of(0)])).toEqual(['allow', 'allow', 'deny']);
  });
});

describe('Finding 24: a limit counts one tenant alone, unless it says `everyone`', () => {
  const call = (tenant: string, more: object = {}): typeof refund =>
    ({ ...refund, owner: { tenant, user: 'ann' }, ...more }) as typeof refund;
  const limit = { calls: 1, per: 'day', over: 'deny' } as const;
  const calls = [call('acme'), call('globex'), call('acme'), call('globex')];
  const apart = ['allow', 'allow', 'deny', 'deny'];

  test.each(['principal', 'agent', 'tenant', 'all'] as const)('by %s', async (by) => {
    expect(await verdicts(gateWith({ ...limit, by }), calls)).toEqual(apart);
    expect(await verdicts(gateWith({ ...limit, by, per: 'session' }), calls)).toEqual(apart);
  });

  test('by tenant, and by all, everybody in it together', async () => {
    for (const by of ['tenant', 'all'] as const) {
      const bob = call('acme', { owner: { tenant: 'acme', user: 'bob' }, session: 't' });
      expect(await verdicts(gateWith({ ...limit, by }), [call('acme'), bob])).toEqual(['allow', 'deny']);
    }
  });

  test('by everyone, all tenants; a session is still that of one tenant', async () => {
    expect(await verdicts(gateWith({ ...limit, by: 'everyone' }), calls)).toEqual([
      'allow',
      'deny',
      'deny',
      'deny',
    ]);
    expect(await verdicts(gateWith({ ...limit, by: 'everyone', per: 'session' }), calls)).toEqual(apart);
  });

  test('the receipt of one tenant does not show what another has used', async () => {
    const gate = gateWith({ ...limit, by: 'all' });
    await gate.authorize(call('acme'));
    expect((await gate.check(call('globex'))).receipt.limits).toMatchObject([{ used: 0 }]);
  });
});

test('a window ends by the clock', async () => {
  let now = 5 * day - 1;
  const world = (): ReturnType<typeof fixedWorld> => fixedWorld({ now });
  const gate = gateWith({ calls: 1, per: 'day', over: 'deny' }, { world });
  expect(await verdicts(gate, [refund, refund])).toEqual(['allow', 'deny']);
  now++;
  expect(await verdicts(gate, [refund, refund])).toEqual(['allow', 'deny']);
});

describe('a limit cannot be walked around', () => {
  const limit = { calls: 1, per: 'hour', over: 'deny' } as const;

  test('by another rule that allows the call, by a mode, or by a broader name', async () => {
    const wide = gateWith(limit, { layer: { allow: [{ rule: 'refund', limit }, 'refund', '*'] } });
    expect(await verdicts(wide, [refund, refund])).toEqual(['allow', 'deny']);
    expect(await verdicts(gateWith(limit, { mode: 'bypass' }), [refund, refund])).toEqual(['allow', 'deny']);
  });

  test('by a command in disguise that another rule allows', async () => {
    const layer = { allow: [{ rule: 'Bash(curl:*)', limit }, 'Bash'] };
    const gate = createGate({ policy: layer, world: () => fixedWorld({}) });
    const bash = (command: string) => ({ tool: 'Bash', input: { command }, session: 's' });
    expect((await gate.authorize(bash('curl https://a.example'))).verdict).toBe('allow');
    for (const command of [
      'curl https://a.example',
      'ls; curl https://a.example',
      'bash -c "curl https://a.example"',
    ])
      expect((await gate.authorize(bash(command))).verdict).toBe('deny');
    expect((await gate.check(bash('$X https://a.example'))).verdict).not.toBe('allow');
  });

  test('by many at once', async () => {
    const gate = gateWith({ calls: 3, per: 'hour', over: 'deny' });
    const said = await Promise.all(Array.from({ length: 20 }, () => gate.authorize(refund)));
    expect(said.filter(({ verdict }) => verdict === 'allow')).toHaveLength(3);
  });

  test('by a store that fails, answers nothing, or answers nonsense', async () => {
    const broken = [
      { reserve: () => Promise.reject(new Error('down')), used: () => Promise.reject(new Error('down')) },
      { reserve: () => ({ reserved: false, used: [] }), used: () => [] },
      { reserve: () => ({ reserved: false, used: [-7] }), used: () => [NaN] },
    ];
    for (const limits of broken) {
      const gate = gateWith(limit, { stores: { limits } });
      const failures: string[] = [];
      gate.on('failed', ({ error }) => failures.push(error));
      expect((await gate.authorize(refund)).verdict).toBe('deny');
      expect((await gate.check(refund)).verdict).toBe('deny');
      if (limits === broken[0]) expect(failures[0]).toContain('counts as used up: down');
    }
  });
});

test('a person may approve what is beyond a limit; it runs, and is counted', async () => {
  const limits = memoryLimits();
  let asked = 0;
  const approver = async () => {
    asked++;
    return { verdict: 'allow' } as const;
  };
  const gate = gateWith({ sum: 'input.amount', most: 50, per: 'hour' }, { approver, stores: { limits } });
  expect(await verdicts(gate, [of(40), of(40), of(10), of(1)])).toEqual(['allow', 'allow', 'allow', 'allow']);
  expect(asked).toBe(3);
  expect((await gate.authorize(of(5))).decision.receipt.limits).toMatchObject([{ used: 96, over: true }]);
});

test.each(['memory', 'files'])(
  '%s: what did not run gives its count back, once; what failed does not',
  async (kind) => {
    const directory = mkdtempSync(join(tmpdir(), 'permesso-limits-'));
    const limits = kind === 'memory' ? memoryLimits() : limitFiles(directory);
    const gate = gateWith(
      { sum: 'input.amount', most: 50, per: 'day', over: 'deny' },
      { stores: { limits } },
    );
    const first = await gate.authorize(of(40));
    expect((await gate.authorize(of(40))).verdict).toBe('deny');
    first.ran({ ok: false, didRun: false });
    first.ran({ ok: false, didRun: false });
    // Nobody waits for it: a lock on disk may be taken by the next call first.
    await vi.waitFor(async () => expect((await gate.check(of(40))).verdict).toBe('allow'));
    const second = await gate.authorize(of(40));
    expect(second).toMatchObject({ verdict: 'allow', decision: { receipt: { limits: [{ used: 40 }] } } });
    second.ran({ ok: false, error: 'the payment timed out' });
    expect((await gate.authorize(of(40))).verdict).toBe('deny');
    (await gate.authorize(of(40))).ran({ ok: false, didRun: false });
    expect((await gate.authorize(of(11))).verdict).toBe('deny');
    rmSync(directory, { recursive: true });
  },
);

test('a call that is asked about for another reason counts once it is approved', async () => {
  const gate = gateWith(
    { calls: 1, per: 'hour', over: 'deny' },
    { layer: { ask: ['refund'] }, approver: async () => ({ verdict: 'allow' }) },
  );
  expect(await verdicts(gate, [refund, refund])).toEqual(['allow', 'deny']);
});

type Execute = (input: unknown, how: unknown) => Promise<void>;

test('an adapter that decides before and at the tool counts a call once', async () => {
  const guard = aiSdk(gateWith({ calls: 2, per: 'hour', over: 'deny' }), { session: 's' });
  const ran: unknown[] = [];
  const { tool } = guard.guardTools(
    { tool: { execute: async (input: unknown) => void ran.push(input) } },
    {
      named: { tool: 'refund' },
    },
  );
  const types: string[] = [];
  for (const toolCallId of ['a', 'b', 'c']) {
    const toolCall = { toolName: 'tool', toolCallId, input: { amount: 1 } };
    const said = await guard.toolApproval({ toolCall, tools: { tool }, messages: [] });
    types.push(said.type);
    if (said.type === 'approved')
      await (tool.execute as Execute)(toolCall.input, { toolCallId, messages: [] });
  }
  expect([types, ran.length]).toEqual([['approved', 'approved', 'denied'], 2]);
});

describe('counts on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-limits-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

  test('a count that cannot be read is used up', async () => {
    const limits = limitFiles(folder);
    const claim = { key: 'k', amount: 1, most: 5, until: Date.now() + day };
    expect(await limits.reserve([claim])).toEqual({ reserved: true, used: [1] });
    const gate = gateWith({ calls: 5, per: 'session', over: 'deny' }, { stores: { limits } });
    expect((await gate.authorize(refund)).verdict).toBe('allow');
    for (const name of readdirSync(folder))
      if (name.endsWith('.json')) writeFileSync(join(folder, name), '{');
    expect((await gate.authorize(refund)).verdict).toBe('deny');
  });
});
