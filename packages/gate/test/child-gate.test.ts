import { describe, expect, test } from 'vitest';
import { fixedWorld } from '@permesso/engine/world';
import type { Layer, RuleInput } from '@permesso/engine/policy';
import { createGate, type Gate, type GateOptions } from '../src/gate/gate.ts';
import { memoryLog } from '../src/log/entry/log.ts';

const principal = { tenant: 'acme', user: 'ann' };
const session = 's';

function gateWith(policy: Layer, more: Partial<GateOptions> = {}): Gate {
  return createGate({ policy, world: () => fixedWorld(), ...more });
}

const call = (
  tool: string,
  input: object = {},
): { tool: string; input: Record<string, unknown>; session: string; principal: object } => ({
  tool,
  input: { ...input },
  session,
  principal,
});
const verdict = async (gate: Gate, tool: string, input: object = {}): Promise<string> =>
  (await gate.authorize(call(tool, input))).verdict;

describe('a gate for a sub-agent', () => {
  const policy: Layer = {
    unlisted: 'deny',
    allow: ['read_order', 'list_orders', 'Bash(git *)'],
    deny: ['drop'],
  };

  test('lets through what its bounds and its parent let through', async () => {
    const child = gateWith(policy).for({
      agent: 'researcher',
      narrow: { allow: ['read_order', 'drop', 'refund', 'Bash(git status:*)'] },
    });
    expect(await verdict(child, 'read_order')).toBe('allow');
    for (const tool of ['list_orders', 'drop', 'refund']) expect(await verdict(child, tool)).toBe('deny');
    expect(await verdict(child, 'Bash', { command: 'git status' })).toBe('allow');
    expect(await verdict(child, 'Bash', { command: 'git status && git log' })).toBe('deny');
    expect(child.visibleTools(['read_order', 'drop'])).toEqual(['read_order']);
  });

  test('is named in rules and in the log, below its parent', async () => {
    const log = memoryLog();
    const parent = gateWith(
      {
        allow: ['*'],
        deny: [
          { rule: 'refund', agents: ['researcher'] },
          { rule: 'pay', agents: ['helper'] },
        ],
      },
      { log },
    );
    const child = parent.for({ agent: 'researcher' });
    const grandchild = child.for({ agent: 'helper', narrow: { deny: ['list_orders'] } });
    expect(await verdict(parent, 'refund')).toBe('allow');
    expect(await verdict(child, 'refund')).toBe('deny');
    expect(await verdict(grandchild, 'refund')).toBe('deny');
    expect([await verdict(child, 'pay'), await verdict(grandchild, 'pay')]).toEqual(['allow', 'deny']);
    expect(await verdict(grandchild, 'list_orders')).toBe('deny');
    const agents = log.entries.map((entry) => ('call' in entry ? entry.call.agent : undefined));
    expect(agents.at(-1)).toEqual({ name: 'helper', parents: ['researcher', 'main'] });
    expect(log.entries).toHaveLength(6);
  });

  test('keeps its bounds whatever the mode, and is frozen with its parent', async () => {
    const parent = gateWith({ allow: ['*'] });
    const child = parent.for({ agent: 'a', narrow: { allow: ['read_order'] } });
    parent.setMode('bypass');
    child.setMode('bypass');
    expect([await verdict(child, 'refund'), await verdict(child, 'read_order')]).toEqual(['deny', 'allow']);
    parent.freeze('an incident');
    expect(await verdict(child, 'read_order')).toBe('deny');
  });

  test('is not left by an edit of a person, nor by an input that changes while they think', async () => {
    const child = gateWith(
      { ask: ['refund'] },
      { approver: async () => ({ verdict: 'allow', input: { amount: 900 } }) },
    ).for({ agent: 'a', narrow: { allow: [{ rule: 'refund', when: { amount: { lte: 100 } } }] } });
    const edited = await child.authorize(call('refund', { amount: 50 }), { editable: true });
    expect(edited).toMatchObject({ verdict: 'deny', call: { input: { amount: 900 } } });
    const moving = call('refund', { amount: 50 });
    const slow = gateWith(
      { ask: ['refund'] },
      {
        approver: async () => {
          moving.input['amount'] = 900;
          return { verdict: 'allow' };
        },
      },
    ).for({ agent: 'a', narrow: { allow: [{ rule: 'refund', when: { amount: { lte: 100 } } }] } });
    expect(await slow.authorize(moving)).toMatchObject({ verdict: 'allow', call: { input: { amount: 50 } } });
  });

  test('a grant for its parent does not widen it', async () => {
    const parent = gateWith(
      {},
      { approver: async () => ({ verdict: 'allow', scope: 'session', rules: ['refund'] }) },
    );
    expect(await verdict(parent, 'refund')).toBe('allow');
    expect(await verdict(parent.for({ agent: 'a', narrow: { allow: ['read_order'] } }), 'refund')).toBe(
      'deny',
    );
  });

  test('shares limits and labels of the session, in both directions', async () => {
    const parent = gateWith({
      allow: [
        { rule: 'refund', limit: { calls: 2, per: 'day', over: 'deny' } },
        'Effect(fetch)',
        'Effect(publish)',
      ],
      ask: [{ rule: 'Effect(publish)', after: 'untrusted' }],
    });
    const child = parent.for({ agent: 'a', narrow: { allow: ['refund', 'WebFetch', 'Bash'] } });
    expect([await verdict(child, 'refund'), await verdict(parent, 'refund')]).toEqual(['allow', 'allow']);
    expect([await verdict(child, 'refund'), await verdict(parent, 'refund')]).toEqual(['deny', 'deny']);
    const push = { command: 'git push' };
    expect((await parent.consult(call('Bash', push))).verdict).toBe('allow');
    await child.consult(call('WebFetch', { url: 'https://a.example/x', prompt: 'x' }));
    expect((await parent.consult(call('Bash', push))).verdict).toBe('ask');
    expect((await child.consult(call('Bash', push))).verdict).toBe('ask');
  });

  test.each([
    [{ agent: '' }, 'is not a name'],
    [{ agent: 'a', narow: {} }, 'narow'],
    [{ agent: 'a', narrow: { alow: [] } }, 'alow'],
    [{ agent: 'a', narrow: { allow: [{ rule: 'x', limit: { calls: 1, per: 'day' } }] } }, 'has no `limit`'],
  ])('%j is refused', (options, why) => {
    expect(() => gateWith({}).for(options as never)).toThrow(why);
  });

  test('never says more than its parent, for random policies and bounds', async () => {
    const rank = { allow: 0, ask: 1, deny: 2 };
    const names = ['a', 'b', 'c', '*'];
    let seed = 7;
    const pick = (): RuleInput[] => names.filter(() => (seed = (seed * 48_271) % 2_147_483_647) % 3 === 0);
    for (let round = 0; round < 300; round++) {
      const parent = gateWith({
        allow: pick(),
        ask: pick(),
        deny: pick(),
        unlisted: seed % 2 === 0 ? 'deny' : 'ask',
      });
      const allow = pick();
      const child = parent.for({
        agent: 'x',
        narrow: seed % 5 === 0 ? { deny: pick() } : { allow, deny: pick() },
      });
      for (const tool of ['a', 'b', 'c', 'd']) {
        const [own, above] = [
          (await child.check(call(tool))).verdict,
          (await parent.check(call(tool))).verdict,
        ];
        expect(rank[own]).toBeGreaterThanOrEqual(rank[above]);
        expect((await child.consult(call(tool))).verdict).toBe(own);
      }
    }
  });
});
