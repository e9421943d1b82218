import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Layer } from '@permesso/engine/policy';
import type { Clock } from '../../src/approval/clock.ts';
import { createGate, defineTool, type Gate, type GateOptions } from '../../src/index.ts';
import { authzenCheck, cedarCheck, opaCheck, type ExternalCheck } from '../../src/entries/checks.ts';
import { printDecision } from '../../src/entries/rules.ts';
import { memoryGrants, memoryLog } from '../../src/entries/stores.ts';
import { metaTool } from '../../src/entries/tools.ts';
import { serveDecisions, type ServedDecisions } from '../../src/wire/serve-decisions.ts';
import { createWire } from '../../src/wire/wire.ts';
import { serve, serveOpa, type Service } from './services.ts';

const refund = (amount: unknown, more: object = {}) => ({ tool: 'refund', input: { amount }, ...more });
const allows = { allow: ['refund'] };
const yes: ExternalCheck = async () => ({ permitted: true });
const no: ExternalCheck = async () => ({ permitted: false, reason: 'not today' });

function gateWith(checks: GateOptions['checks'], more: Partial<GateOptions> & { layer?: Layer } = {}): Gate {
  const { layer, ...options } = more;
  const policy = { ...allows, deny: [{ rule: 'refund', check: 'it' }], ...layer };
  return createGate({ policy, ...(checks === undefined ? {} : { checks }), ...options });
}

const verdictOf = async (gate: Gate, call: object): Promise<string> =>
  (await gate.consult(call as never)).verdict;

describe('a check', () => {
  test('lifts the rule that names it, and nothing else', async () => {
    expect(await verdictOf(gateWith({ it: yes }), refund(5))).toBe('allow');
    expect(await verdictOf(gateWith({ it: yes }, { layer: { allow: [] } }), refund(5))).toBe('ask');
    expect(await verdictOf(gateWith({ it: yes }, { layer: { ask: ['refund'] } }), refund(5))).toBe('ask');
    const denied = { deny: [{ rule: 'refund', check: 'it' }, 'refund'] };
    expect(await verdictOf(gateWith({ it: yes }, { layer: denied }), refund(5))).toBe('deny');
  });

  test('that refuses denies or asks, as the rule says, in every mode', async () => {
    for (const mode of ['default', 'bypass', 'acceptEdits', 'dontAsk'] as const)
      expect(await verdictOf(gateWith({ it: no }, { mode }), refund(5))).toBe('deny');
    const asking = gateWith({ it: no }, { layer: { deny: [], ask: [{ rule: 'refund', check: 'it' }] } });
    expect(await asking.consult(refund(5))).toMatchObject({
      verdict: 'ask',
      message: 'Asking: calls `refund`. refund asks about it. `it` does not permit it: not today',
      decision: {
        receipt: { checks: [{ by: 'it', answer: 'refused', reason: 'not today', otherwise: 'ask' }] },
      },
    });
  });

  test.each<[string, ExternalCheck | undefined, string]>([
    ['is not there', undefined, 'there is no check `it`'],
    [
      'throws',
      () => {
        throw new Error('no database');
      },
      '`it` gave no answer: no database',
    ],
    ['rejects', () => Promise.reject(new Error('no database')), '`it` gave no answer: no database'],
    ['answers with a text', (async () => 'yes') as never, '`it` gave an unknown answer'],
    ['answers with a truthy value', (async () => ({ permitted: 1 })) as never, '`it` gave an unknown answer'],
    ['answers with nothing', (async () => undefined) as never, '`it` gave an unknown answer'],
  ])('that %s permits nothing', async (_how, check, reason) => {
    const said = await gateWith(check === undefined ? {} : { it: check }).authorize(refund(5));
    expect(said).toMatchObject({
      verdict: 'deny',
      decision: { receipt: { checks: [{ by: 'it', answer: 'failed', reason }] } },
    });
  });

  test('that never answers is given up at its deadline', async () => {
    const timers: { readonly after: number; readonly due: () => void }[] = [];
    const clock: Clock = {
      now: () => 0,
      after: (after, then) => {
        timers.push({ after, due: then });
        return () => undefined;
      },
    };
    let aborted = false;
    const asked = Promise.withResolvers<void>();
    const gate = gateWith(
      {
        it: (_call, { signal }) => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
          asked.resolve();
          return new Promise(() => undefined);
        },
      },
      { clock },
    );
    const said = gate.authorize(refund(5));
    await asked.promise;
    timers.find(({ after }) => after === 2000)?.due();
    expect(await said).toMatchObject({
      verdict: 'deny',
      decision: { receipt: { checks: [{ answer: 'failed', reason: '`it` did not answer within 2000 ms' }] } },
    });
    expect(aborted).toBe(true);
  });

  test('is asked once for several rules, and not about what is denied anyway', async () => {
    let times = 0;
    const it: ExternalCheck = async () => {
      times += 1;
      return { permitted: true };
    };
    const twice = { deny: [{ rule: 'refund', check: 'it' }], ask: [{ rule: 'refund', check: 'it' }] };
    expect(await verdictOf(gateWith({ it }, { layer: twice }), refund(5))).toBe('allow');
    expect(times).toBe(1);
    const denied = { deny: [{ rule: 'refund', check: 'it' }, 'refund'] };
    expect(await verdictOf(gateWith({ it }, { layer: denied }), refund(5))).toBe('deny');
    expect(times).toBe(1);
  });

  test('is told the call with its secrets hidden', async () => {
    let told: unknown;
    const gate = gateWith({
      it: async (call) => {
        told = call;
        return { permitted: true };
      },
    });
    const key = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    await gate.authorize({
      tool: 'refund',
      input: { amount: 5, password: 'correct horse', note: `use ${key}` },
      principal: { user: 'ann', roles: ['billing'], attributes: { apiKey: key } },
      session: 's',
    });
    expect(told).toMatchObject({
      tool: 'refund',
      input: { amount: 5 },
      principal: { user: 'ann', roles: ['billing'] },
      session: 's',
    });
    expect(JSON.stringify(told)).not.toContain(key);
    expect(JSON.stringify(told)).not.toContain('correct horse');
  });
});

describe('no way around it:', () => {
  test('a grant does not answer for a deny', async () => {
    const grants = memoryGrants();
    let answer: ExternalCheck = yes;
    const gate = gateWith(
      { it: (...told) => answer(...told) },
      {
        grants,
        layer: { allow: [] },
        approver: async ({ decision }) => ({
          verdict: 'allow',
          scope: 'session',
          rules: decision.suggestions.at(-1)?.rules ?? [],
        }),
      },
    );
    const call = refund(5, { session: 's' });
    expect((await gate.authorize(call)).verdict).toBe('allow');
    expect(grants.list()).toHaveLength(1);
    answer = no;
    expect((await gate.authorize(call)).verdict).toBe('deny');
  });

  test('it is asked again after a person has approved', async () => {
    let answer: ExternalCheck = yes;
    const gate = gateWith(
      { it: (...told) => answer(...told) },
      {
        layer: { allow: [] },
        approver: async () => {
          answer = no;
          return { verdict: 'allow' };
        },
      },
    );
    expect((await gate.authorize(refund(5))).verdict).toBe('deny');
  });

  test('a disguised call is checked as well', async () => {
    const layer = { allow: ['Bash'], deny: [{ rule: 'Bash(curl:*)', check: 'it' }] };
    const disguised = { tool: 'Bash', input: { command: 'bash -c "cu\'r\'l example.com"' } };
    expect(await verdictOf(gateWith({ it: no }, { layer }), disguised)).toBe('deny');
    expect(await verdictOf(gateWith({ it: yes }, { layer }), disguised)).toBe('allow');
  });

  test('a project, a preset or a session cannot have one: its rule holds for every call', async () => {
    for (const layer of ['project', 'local', 'session', 'preset'] as const) {
      const policy = [
        { ...allows },
        {
          layer,
          file: '/p/policy.yaml',
          deny: [{ rule: 'refund', check: 'it' }],
          checks: { it: { opa: 'https://evil.example' } },
        },
      ];
      const gate = createGate({ policy, checks: { it: yes } });
      expect([layer, await verdictOf(gate, refund(5))]).toEqual([layer, 'deny']);
      expect(gate.problems.map(({ message }) => message)).toEqual([
        `\`check\` does not count in the ${layer} layer: the rule holds for every call`,
        `\`checks\` does not count in the ${layer} layer`,
      ]);
    }
  });

  test('a user does not stand in for the service of a managed policy', async () => {
    const opa = await serve('/', (_request, response) => response.end('{"result":true}'));
    try {
      const of = (layer: 'managed' | 'user'): Layer => ({ layer, checks: { it: { opa: opa.url } } });
      const rule: Layer = { layer: 'managed', ...allows, deny: [{ rule: 'refund', check: 'it' }] };
      expect(await verdictOf(createGate({ policy: [rule, of('user')] }), refund(5))).toBe('deny');
      expect(await verdictOf(createGate({ policy: [rule, of('managed')] }), refund(5))).toBe('allow');
    } finally {
      await opa.close();
    }
  });
});

describe('what only looks', () => {
  test('asks nobody, and says who would be asked', async () => {
    let times = 0;
    const log = memoryLog();
    const gate = gateWith(
      {
        it: async () => {
          times += 1;
          return { permitted: false };
        },
      },
      { log },
    );
    const call = refund(5);
    const looked = [await gate.check(call), gate.explain(call).decision, await gate.check(call)];
    expect(times).toBe(0);
    for (const decision of looked) {
      expect(decision.receipt.checks).toEqual([expect.objectContaining({ by: 'it', otherwise: 'deny' })]);
      expect(decision.receipt.checks?.[0]).not.toHaveProperty('answer');
      expect(decision.receipt.parts[0]?.contributions).toContainEqual(
        expect.objectContaining({ inert: 'it would be checked by `it`' }),
      );
      expect(printDecision(decision)).toContain(
        'It would be checked by `it`; without its permission refund denies it.',
      );
    }
    await gate.authorize(call);
    expect(times).toBe(1);
    expect(log.entries[0]).toMatchObject({
      decision: { verdict: 'deny', receipt: { checks: [{ answer: 'refused' }] } },
    });
  });
});

describe('real parties', () => {
  const tokens = { decide: 'd'.repeat(40), approve: 'a'.repeat(40) };
  let pdp: ServedDecisions;
  let opa: Service;
  beforeAll(async () => {
    const policy = {
      unlisted: 'deny',
      allow: [{ rule: 'refund', when: { amount: { lte: 50 }, 'principal.roles': { contains: 'billing' } } }],
    } as const;
    pdp = await serveDecisions({ wire: createWire(createGate({ policy })), tokens });
    opa = await serveOpa();
  });
  afterAll(async () => {
    await pdp.close();
    await opa.close();
  });
  const billing = { principal: { user: 'ann', roles: ['billing'] } };

  test('AuthZEN 1.0: another gate behind `serve-decisions`', async () => {
    const url = `${pdp.address}/access/v1/evaluation`;
    const gate = gateWith({ it: authzenCheck({ url, token: tokens.decide }) });
    expect(await verdictOf(gate, refund(50, billing))).toBe('allow');
    expect(await verdictOf(gate, refund(51, billing))).toBe('deny');
    expect(await verdictOf(gate, refund(50, { principal: { user: 'bob', roles: ['support'] } }))).toBe(
      'deny',
    );
    // An agent without a person is not a user.
    expect(await verdictOf(gate, refund(50))).toBe('deny');
    const wrong = gateWith({ it: authzenCheck({ url, token: 'x'.repeat(40) }) });
    expect((await wrong.authorize(refund(50, billing))).decision.receipt.checks).toMatchObject([
      { answer: 'failed', reason: '`it` gave no answer: it answered with status 401' },
    ]);
  });

  test("OPA's data API, from a policy", async () => {
    const policy = {
      layer: 'user',
      ...allows,
      deny: [{ rule: 'refund', check: 'opa' }],
      checks: { opa: { opa: opa.url } },
    } as const;
    const gate = createGate({ policy });
    expect(await verdictOf(gate, refund(50))).toBe('allow');
    expect((await gate.authorize(refund(51))).message).toContain(
      '`opa` does not permit it: refunds end at 50',
    );
    expect(opa.bodies[0]).toEqual({
      input: expect.objectContaining({ tool: 'refund', input: { amount: 50 } }),
    });
    // A document that is undefined decides nothing.
    const other = createGate({
      policy: { allow: ['mail'], ask: [{ rule: 'mail', check: 'opa' }] },
      checks: { opa: opaCheck({ url: opa.url }) },
    });
    expect((await other.consult({ tool: 'mail', input: {} })).decision.receipt.checks).toMatchObject([
      { answer: 'failed' },
    ]);
  });

  test('Cedar', async () => {
    const policies = `permit (principal in Role::"billing", action == Action::"call", resource == Tool::"refund")
        when { context.input.amount <= principal.limit };
      forbid (principal, action, resource) when { context.input has note && context.input.note like "*urgent*" };`;
    const gate = gateWith({ it: cedarCheck({ cedar, policies }) });
    const ann = { principal: { user: 'ann', roles: ['billing'], attributes: { limit: 50 } } };
    expect(await verdictOf(gate, refund(50, ann))).toBe('allow');
    expect(await verdictOf(gate, refund(51, ann))).toBe('deny');
    expect(await verdictOf(gate, { tool: 'refund', input: { amount: 5, note: 'very urgent' }, ...ann })).toBe(
      'deny',
    );
    expect(await verdictOf(gate, refund(5))).toBe('deny');
    // A policy that fails is skipped by Cedar, so the answer does not count: `"5" <= 50`, a missing attribute, a fraction.
    for (const call of [refund('5', ann), refund(5, billing), refund(5.5, ann), refund(0.123456, ann)])
      expect((await gate.authorize(call as never)).decision.receipt.checks).toMatchObject([
        { answer: 'failed' },
      ]);
    // Names that Cedar reads as entities are not passed on.
    expect(
      await verdictOf(gate, {
        tool: 'refund',
        input: { amount: 5, note: { __entity: { type: 'User', id: 'x' } } },
        ...ann,
      }),
    ).toBe('deny');
  });
});

describe('a service that cannot be trusted to answer', () => {
  test.each<[string, Parameters<typeof serve>[1], string]>([
    [
      'leads elsewhere',
      (_request, response) => {
        response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
      },
      'fetch failed',
    ],
    [
      'says 500',
      (_request, response) => {
        response.writeHead(500).end('{"decision":true}');
      },
      'status 500',
    ],
    [
      'says no JSON',
      (_request, response) => {
        response.end('yes');
      },
      'its answer is not JSON',
    ],
    [
      'says something else',
      (_request, response) => {
        response.end('{"decision":"true"}');
      },
      'holds no `decision`',
    ],
    [
      'says null',
      (_request, response) => {
        response.end('null');
      },
      'holds no `decision`',
    ],
    [
      'says too much',
      (_request, response) => {
        response.end(`{"decision":true,"x":"${'x'.repeat(70_000)}"}`);
      },
      'longer than',
    ],
    [
      'hangs up',
      (request) => {
        request.socket.destroy();
      },
      'fetch failed',
    ],
  ])('%s', async (_how, answer, reason) => {
    const service = await serve('/', answer);
    try {
      const said = await gateWith({ it: authzenCheck({ url: service.url }) }).authorize(refund(5));
      expect([said.verdict, said.decision.receipt.checks?.[0]?.answer]).toEqual(['deny', 'failed']);
      expect(said.decision.receipt.checks?.[0]?.reason).toContain(reason);
    } finally {
      await service.close();
    }
  });

  test.each([
    ['http://pdp.example.com/', 'on another machine and not https'],
    ['http://127.0.0.1.example.com/', 'on another machine and not https'],
    ['http://user:word@127.0.0.1/', 'holds a password'],
    ['file:///etc/passwd', 'neither https nor http'],
    ['data:application/json,{"decision":true}', 'neither https nor http'],
  ])('is not asked at %s', async (url, reason) => {
    const said = await gateWith({ it: authzenCheck({ url }) }).authorize(refund(5));
    expect(said.decision.receipt.checks?.[0]).toMatchObject({
      answer: 'failed',
      reason: expect.stringContaining(reason),
    });
  });
});

describe("a tool's own check that answers later", () => {
  const deploy = (
    asyncCheck: NonNullable<Parameters<typeof defineTool>[0]['asyncCheck']>,
    check?: 'allow' | 'deny',
  ) =>
    defineTool({
      name: 'deploy',
      asyncCheck,
      ...(check === undefined ? {} : { check: () => ({ outcome: check, reason: 'by the tool' }) }),
    });
  const call = { tool: 'deploy', input: { target: 'x' }, principal: { user: 'ann' } };
  const verdict = async (tool: ReturnType<typeof deploy>, mode: GateOptions['mode'] = 'default') =>
    verdictOf(createGate({ policy: { allow: ['deploy'] }, tools: [tool], mode }), call);

  test('tightens, by its outcome and the mode', async () => {
    const safety = deploy(async () => ({ outcome: 'safety', code: 'production', reason: 'x' }));
    expect(await verdict(deploy(async () => ({ outcome: 'pass' })))).toBe('allow');
    expect(await verdict(deploy(async () => ({ outcome: 'deny', reason: 'x' })))).toBe('deny');
    expect(await verdict(safety)).toBe('ask');
    expect(await verdict(safety, 'dontAsk')).toBe('deny');
    expect(await verdict(safety, 'bypass')).toBe('allow');
  });

  test('never loosens', async () => {
    expect(await verdict(deploy(async () => ({ outcome: 'pass' }), 'deny'))).toBe('deny');
    expect(await verdict(deploy(async () => ({ outcome: 'allow', reason: 'x' }), 'deny'))).toBe('deny');
    const gate = createGate({ policy: {}, tools: [deploy(async () => ({ outcome: 'allow', reason: 'x' }))] });
    expect(await verdictOf(gate, call)).toBe('ask');
  });

  test('asks where it fails or answers with anything else', async () => {
    expect(await verdict(deploy(() => Promise.reject(new Error('down'))))).toBe('ask');
    expect(await verdict(deploy((async () => 'fine') as never))).toBe('ask');
  });

  test('is given the arguments and the call, and is not run by what only looks', async () => {
    const told: unknown[] = [];
    const tool = deploy(async (input, { call: { principal } }) => {
      told.push([input, principal]);
      return { outcome: 'pass' };
    });
    const log = memoryLog();
    const gate = createGate({ policy: { allow: ['deploy'] }, tools: [tool], log });
    expect((await gate.check(call)).receipt.parts[0]?.doubts).toEqual([
      'the tool itself would be asked when the call is authorised',
    ]);
    expect(told).toEqual([]);
    expect((await gate.authorize(call)).decision.receipt.parts[0]?.doubts).toEqual([]);
    expect(told).toEqual([[{ target: 'x' }, { user: 'ann' }]]);
  });

  test('inside a tool that carries calls nobody can ask it, so a person is asked', async () => {
    const tool = deploy(async () => ({ outcome: 'pass' }));
    const carrier = metaTool({ tool: 'run', name: '$.name', args: '$.args' });
    const gate = createGate({ policy: { allow: ['deploy', 'run'] }, tools: [tool, carrier] });
    expect(await verdictOf(gate, { tool: 'run', input: { name: 'deploy', args: {} } })).not.toBe('allow');
  });
});
