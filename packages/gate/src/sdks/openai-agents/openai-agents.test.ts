import { describe, expect, test } from 'vitest';
import { createGate, type GateOptions } from '../../gate/gate.ts';
import { openaiAgents, type AgentLike } from './openai-agents.ts';
import type { FunctionTool, GuardrailData, RunContext } from './guard-tool.ts';

const ran: string[] = [];
const deploy: FunctionTool & { readonly description: string } = {
  type: 'function',
  name: 'deploy',
  description: 'Deploys',
  needsApproval: () => Promise.resolve(false),
  isEnabled: () => Promise.resolve(true),
  invoke: (_context: RunContext, input: string) => Promise.resolve(void ran.push(input)),
};

type Called = (...given: readonly unknown[]) => Promise<unknown>;

function guarded(options: GateOptions): {
  readonly [K in 'invoke' | 'needsApproval' | 'isEnabled' | 'guardrail']: Called;
} {
  const [tool] = openaiAgents(createGate(options)).guardTools([deploy]);
  if (tool === undefined) throw new Error('the tool is gone');
  const [first] = tool.inputGuardrails as readonly [{ run: (data: GuardrailData) => Promise<unknown> }];
  return {
    invoke: tool.invoke as Called,
    needsApproval: tool.needsApproval as Called,
    isEnabled: tool.isEnabled as Called,
    guardrail: first.run as Called,
  };
}

const run: RunContext = { context: undefined, isToolApproved: () => true };
const input = JSON.stringify({ target: 'production' });
const details = { toolCall: { callId: 'c', arguments: input } };
const data: GuardrailData = { context: run, toolCall: details.toolCall };

describe('a guarded tool', () => {
  test('runs what is allowed, each time decided', async () => {
    ran.length = 0;
    const tool = guarded({ policy: { allow: ['deploy'] } });
    expect(await tool.needsApproval(run, JSON.parse(input), 'c')).toBe(false);
    expect(await tool.guardrail(data)).toEqual({ behavior: { type: 'allow' } });
    await tool.invoke(run, input, details);
    expect(ran).toEqual([input]);
  });

  test('says no as guardrail and where it runs, and needs no approval for that', async () => {
    ran.length = 0;
    const tool = guarded({
      policy: { deny: [{ rule: 'deploy', when: { target: { equals: 'production' } }, guidance: 'Never.' }] },
    });
    expect(await tool.needsApproval(run, JSON.parse(input), 'c')).toBe(false);
    expect(JSON.stringify(await tool.guardrail(data))).toMatch(/"rejectContent".*Never\./);
    expect(await tool.invoke(run, input, details)).toContain('Never.');
    expect(ran).toEqual([]);
  });

  test('an approval of the SDK counts once, for a question that was put', async () => {
    ran.length = 0;
    const tool = guarded({ policy: {} });
    expect(await tool.invoke(run, input, details)).toContain('Nobody was asked');
    expect(await tool.needsApproval(run, JSON.parse(input), 'c')).toBe(true);
    expect(await tool.guardrail(data)).toEqual({ behavior: { type: 'allow' } });
    await tool.invoke(run, input, details);
    await tool.invoke(run, input, details);
    expect(ran).toEqual([input]);
  });

  test('is disabled when hidden', async () => {
    expect(await guarded({ policy: { tools: { hidden: ['deploy'] } } }).isEnabled(run)).toBe(false);
    expect(await guarded({ policy: {} }).isEnabled(run)).toBe(true);
  });
});

test('a saved run that somebody else resumes as approved runs nothing until its own person answers', async () => {
  ran.length = 0;
  const ann = { tenant: 'acme', user: 'ann' };
  const guard = openaiAgents<{ readonly principal: typeof ann }>(
    createGate({ policy: { ask: ['deploy'] } }),
    {
      principal: ({ principal }) => principal,
    },
  );
  const [tool] = guard.guardTools([deploy]);
  const needsApproval = tool?.needsApproval as Called;
  const invoke = tool?.invoke as Called;
  // Eve resumes it: the SDK keeps the context of Ann, and says that it is approved.
  const saved: RunContext = { context: { principal: ann }, isToolApproved: () => true };
  expect(await needsApproval(saved, JSON.parse(input), 'c')).toBe(true);
  expect(await invoke(saved, input, details)).toContain('nobody known has answered');
  const [approval] = await guard.pending(ann);
  const id = approval?.id ?? '';
  expect(await guard.answer(id, { verdict: 'allow' }, { tenant: 'acme', user: 'eve' })).toBe(false);
  expect(await invoke(saved, input, details)).toContain('nobody known has answered');
  expect(ran).toEqual([]);
  expect(await guard.answer(id, { verdict: 'allow' }, ann)).toBe(true);
  await invoke(saved, input, details);
  expect(ran).toEqual([input]);
});

test('agents that hand over to each other in a circle are refused, not followed for ever', () => {
  const handoffs: AgentLike[] = [];
  const agent = (name: string): AgentLike => ({
    name,
    tools: [],
    mcpServers: [],
    handoffs,
    clone: () => agent(name),
  });
  handoffs.push(agent('a'), agent('b'));
  expect(() => openaiAgents(createGate({ policy: {} })).guardAgent(agent('a'))).toThrow('handed back');
});
