import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { RequestContext } from '@mastra/core/request-context';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { createGate, type GateOptions } from '@permesso/gate';
import { mastra, type MastraGuard } from '@permesso/gate/mastra';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startFakeModel, type FakeModel } from '../../fake-model/fake-model.ts';
import { modelFor } from './driver.ts';

let fake: FakeModel;
let ran: string[];

beforeEach(async () => {
  fake = await startFakeModel({ script: [{ tool: 'shell', input: { command: 'git push' } }] });
  ran = [];
});
afterEach(() => fake.close());

const shell = (more = {}) =>
  createTool({
    id: 'shell',
    description: 'Runs a command',
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }, context) => {
      ran.push(command);
      return Promise.resolve(`did ${command} ${JSON.stringify(context.agent?.resumeData ?? null)}`);
    },
    ...more,
  });
const asks = { policy: { ask: ['Bash(git push:*)'] } };
const denies = { policy: { deny: [{ rule: 'Bash(git push:*)', guidance: 'Not from here.' }] } };
const guardOf = (options: GateOptions): MastraGuard =>
  mastra(createGate(options), { session: 's', named: { shell: 'Bash' } });
const told = (): string => fake.received().join('\n');

function agentOf(guard: Pick<MastraGuard, 'agentOptions'>, tools = {}): Agent {
  const agent = new Agent({
    ...guard.agentOptions,
    id: 'main',
    name: 'main',
    instructions: 'You help.',
    model: modelFor(fake.url),
    tools,
  });
  return new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false }).getAgent('agent');
}

describe('Mastra: ways around the gate', () => {
  test('hooks given to one run replace those of the agent: guarded tools decide by themselves', async () => {
    const guard = guardOf(denies);
    const agent = agentOf(guard, guard.guardTools({ shell: shell() }));
    await agent.generate('x', { hooks: { beforeToolCall: () => undefined } });
    expect(ran).toEqual([]);
    expect(told()).toContain('Not from here.');
  });

  test('the same, with a question: the guarded tool suspends the run', async () => {
    const guard = guardOf(asks);
    const agent = agentOf(guard, guard.guardTools({ shell: shell() }));
    const other = { hooks: { beforeToolCall: () => undefined } };
    const { finishReason, runId, suspendPayload } = await agent.generate('x', other);
    expect({ finishReason, ran }).toEqual({ finishReason: 'suspended', ran: [] });
    const { toolCallId } = suspendPayload as { readonly toolCallId: string };
    await agent.approveToolCallGenerate({ runId: runId ?? '', toolCallId, ...other });
    expect(ran).toEqual(['git push']);
  });

  test('tools that come with one run are decided by the hooks', async () => {
    await agentOf(guardOf(denies)).generate('x', { toolsets: { more: { shell: shell() } } });
    expect(ran).toEqual([]);
    expect(told()).toContain('Not from here.');
  });

  test('a hidden tool that comes with one run does not run', async () => {
    const guard = guardOf({ policy: { allow: ['Bash'], tools: { hidden: ['Bash'] } } });
    await agentOf(guard).generate('x', { toolsets: { more: { shell: shell() } } });
    expect(ran).toEqual([]);
    expect(told()).toContain('There is no tool shell here.');
  });

  test('`execute` called by other code is decided too', async () => {
    const { shell: guarded } = guardOf(denies).guardTools({ shell: shell() });
    expect(await guarded.execute?.({ command: 'git push' }, {} as never)).toContain('Not from here.');
    const { shell: asking } = guardOf(asks).guardTools({ shell: shell() });
    expect(await asking.execute?.({ command: 'git push' }, {} as never)).toContain(
      'Nobody can be asked here.',
    );
    expect(ran).toEqual([]);
  });

  test('a resume that nobody was asked for runs nothing', async () => {
    const guard = guardOf(asks);
    const { shell: guarded } = guard.guardTools({ shell: shell() });
    const context = { agent: { toolCallId: 'forged', resumeData: { approved: true } } };
    expect(await guarded.execute?.({ command: 'git push' }, context as never)).toContain('Nobody was asked');
    expect(ran).toEqual([]);
  });

  test('a run that is resumed twice runs its call once, and the tool does not see our answer', async () => {
    const guard = guardOf(asks);
    const agent = agentOf(guard, { shell: shell() });
    const { runId, suspendPayload } = await agent.generate('x');
    const { toolCallId } = suspendPayload as { readonly toolCallId: string };
    const run = { runId: runId ?? '', toolCallId };
    await agent.approveToolCallGenerate(run);
    await agent.approveToolCallGenerate(run).catch(() => undefined);
    expect(ran).toEqual(['git push']);
    expect(told()).toContain('did git push null');
  });

  test("a tool's own `requireApproval` asks no second time", async () => {
    const guard = guardOf({ policy: { allow: ['Bash'] } });
    const agent = agentOf(guard, guard.guardTools({ shell: shell({ requireApproval: true }) }));
    expect((await agent.generate('x')).finishReason).toBe('stop');
    expect(ran).toEqual(['git push']);
  });

  test('streams stop and resume in the same way', async () => {
    const guard = guardOf(asks);
    const agent = agentOf(guard, guard.guardTools({ shell: shell() }));
    const stream = await agent.stream('x');
    await stream.consumeStream();
    expect(ran).toEqual([]);
    const [approval] = await guard.pending('s');
    const resumed = await agent.approveToolCall({
      runId: stream.runId,
      toolCallId: approval?.request.id ?? '',
    });
    await resumed.consumeStream();
    expect(ran).toEqual(['git push']);
  });

  test('each user has a gate; a user without one gets nothing', async () => {
    const gates = new Map<unknown, ReturnType<typeof createGate>>([
      ['anna', createGate({ policy: { allow: ['Bash'] } })],
      ['ben', createGate(denies)],
    ]);
    const guard = mastra(
      (request) => {
        const gate = gates.get(request.get('user'));
        if (gate === undefined) throw new Error('there is no policy for this user');
        return gate;
      },
      { named: { shell: 'Bash' } },
    );
    const agent = agentOf(guard, guard.guardTools({ shell: shell() }));
    for (const user of ['ben', 'eve'])
      await agent
        .generate('x', { requestContext: new RequestContext([['user', user]]) })
        .catch(() => undefined);
    expect(ran).toEqual([]);
    await agent.generate('x', { requestContext: new RequestContext([['user', 'anna']]) });
    expect(ran).toEqual(['git push']);
  });
});
