import { describe, expect, test } from 'vitest';
import {
  createGate,
  defineTool,
  fixedWorld,
  PolicyError,
  type Approver,
  type GateOptions,
  type ToolCall,
} from '../src/index.ts';
import { modes } from '../src/entries/rules.ts';
import { memoryGrants } from '../src/entries/stores.ts';

const call: ToolCall = { tool: 'deploy', input: { to: 'staging' } };

function fail(): never {
  throw new Error('broken');
}

/** What a careless or hostile caller may hand over instead of a call. */
const noCalls: readonly unknown[] = [
  undefined,
  null,
  'Read',
  42,
  [],
  {},
  { tool: 'Read' },
  { tool: '', input: {} },
  { tool: 7, input: {} },
  { tool: 'Read', input: null },
  { tool: 'Read', input: [] },
  { tool: 'Read', input: {}, cwd: 'relative' },
  { tool: 'Read', input: {}, agent: {} },
  { tool: 'Read', input: {}, agent: { name: 'a', parents: 'main' } },
  { tool: 'Read', input: {}, mcp: {} },
  { tool: 'Read', input: {}, session: 1 },
  Object.defineProperty({ input: {} }, 'tool', { get: fail }),
  new Proxy({}, { get: fail, has: fail, ownKeys: fail }),
];

describe.each(modes)('in mode %s', (mode) => {
  test.each(noCalls.map((given) => [given]))(
    'what is not a call is never allowed, case %#',
    async (given) => {
      const gate = createGate({ policy: { allow: ['*'] }, mode });
      expect((await gate.check(given as ToolCall)).verdict).toBe('deny');
      expect((await gate.authorize(given as ToolCall)).verdict).toBe('deny');
    },
  );

  test.each<[string, Partial<GateOptions>]>([
    ['a world that cannot be read', { world: fail }],
    ['grants that cannot be read', { grants: { ...memoryGrants(), list: fail } }],
  ])('%s denies', async (_, broken) => {
    const gate = createGate({ policy: { allow: ['*'] }, mode, ...broken });
    const read = { tool: 'Read', input: { file_path: '/home/dev/project/a' } };
    expect(await gate.check(read)).toMatchObject({
      verdict: 'deny',
      receipt: { errors: [expect.stringMatching(/were reported to the operator of this program$/)] },
    });
    expect((await gate.authorize(read)).verdict).toBe('deny');
  });

  test('a frozen gate denies', async () => {
    const gate = createGate({ policy: { allow: ['*'] }, mode });
    gate.freeze('an incident');
    expect(await gate.check(call)).toMatchObject({
      verdict: 'deny',
      message: expect.stringContaining('an incident'),
    });
  });
});

test('a path that cannot be looked at is asked about', async () => {
  const gate = createGate({ policy: { allow: ['*'] }, world: () => fixedWorld({ entry: fail }) });
  expect(await gate.check({ tool: 'Read', input: { file_path: 'a' } })).toMatchObject({
    verdict: 'ask',
    suggestions: [],
  });
});

test.each<[string, Parameters<typeof defineTool>[0]]>([
  ['subject', { name: 'deploy', subject: fail }],
  ['read-only test', { name: 'deploy', readOnly: fail }],
  ['check', { name: 'deploy', check: fail }],
  ['check without an outcome', { name: 'deploy', check: () => ({ outcome: 'fine' }) as never }],
  ['touches', { name: 'deploy', touches: fail }],
])("a tool's %s that fails is asked about, although a rule allows the tool", async (_, spec) => {
  const options = { policy: { allow: ['deploy'] }, tools: [defineTool(spec)] };
  expect(await createGate(options).check(call)).toMatchObject({ verdict: 'ask', suggestions: [] });
  for (const mode of ['explore', 'dontAsk'] as const)
    expect((await createGate({ ...options, mode }).check(call)).verdict).toBe('deny');
  expect((await createGate({ ...options, interactive: false }).check(call)).verdict).toBe('deny');
});

test.each<[string, Approver | undefined]>([
  ['nobody', undefined],
  ['one who throws', fail],
  ['one who rejects', () => Promise.reject(new Error('gone'))],
  ['one who says nothing', () => Promise.resolve(undefined as never)],
  ['one who says something else', () => Promise.resolve({ verdict: 'yes' } as never)],
  ['one who says true', () => Promise.resolve(true as never)],
])('%s as the approver ends in deny', async (_, approver) => {
  const gate = createGate({ policy: {}, ...(approver === undefined ? {} : { approver }) });
  expect(await gate.authorize(call)).toMatchObject({ verdict: 'deny', decision: { verdict: 'ask' } });
});

test('a question that is withdrawn ends in deny, although the approver never answers', async () => {
  const gate = createGate({ policy: {}, approver: () => new Promise(() => undefined) });
  const withdrawn = new AbortController();
  const authorization = gate.authorize(call, { signal: withdrawn.signal });
  withdrawn.abort();
  expect((await authorization).verdict).toBe('deny');
});

test('a yes that comes after the policy, the mode or a freeze said no is worth nothing', async () => {
  for (const change of ['setPolicy', 'setMode', 'freeze'] as const) {
    const gate = createGate({
      policy: {},
      approver: () => {
        if (change === 'setPolicy') gate.setPolicy({ deny: ['deploy'] });
        else if (change === 'setMode') gate.setMode('explore');
        else gate.freeze('an incident');
        return Promise.resolve({ verdict: 'allow', scope: 'session' });
      },
    });
    expect((await gate.authorize(call)).verdict).toBe('deny');
    expect((await gate.check(call)).verdict).toBe('deny');
  }
});

test('a log or a listener that fails changes no verdict', async () => {
  for (const write of [fail, () => Promise.reject(new Error('full'))]) {
    const gate = createGate({ policy: { allow: ['Read'] }, log: { write } });
    gate.on('decided', fail);
    const read = { tool: 'Read', input: { file_path: '/home/dev/project/a' } };
    expect((await gate.authorize(read)).verdict).toBe('allow');
    expect((await gate.authorize(call)).verdict).toBe('deny');
  }
});

test.each([
  { deny: ['Bash('] },
  { ask: ['Bash('] },
  { deny: [{ rule: 'refund', when: { amount: { gt: 'many' } } }] },
  { layer: 'managed' as const, restrict: { modes: ['nonsense'] } },
])('a policy that lost a restriction is not a policy, case %#', async (policy) => {
  expect(() => createGate({ policy })).toThrow(PolicyError);
  const gate = createGate({ policy: { deny: ['deploy'] } });
  expect(() => gate.setPolicy(policy)).toThrow(PolicyError);
  expect((await gate.check(call)).verdict).toBe('deny');
});
