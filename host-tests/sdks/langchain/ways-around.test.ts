import { AIMessage } from '@langchain/core/messages';
import { Command, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { createAgent, createMiddleware, humanInTheLoopMiddleware, tool, ToolMessage } from 'langchain';
import { createGate, type GateOptions } from '@permesso/gate';
import { langchain, type LangChainGuard, type ReviewDecision } from '@permesso/gate/langchain';
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

const shell = () =>
  tool(
    ({ command }) => {
      ran.push(command);
      return `did ${command}`;
    },
    { name: 'shell', description: 'Runs a command', schema: z.object({ command: z.string() }) },
  );
const asks = { policy: { ask: ['Bash(git push:*)'], allow: ['Bash(git status)'] } };
const denies = { policy: { deny: [{ rule: 'Bash(git push:*)', guidance: 'Not from here.' }] } };
const guardOf = (options: GateOptions): LangChainGuard<ToolMessage> =>
  langchain(createGate(options), { ToolMessage, named: { shell: 'Bash' } });
const say = { messages: [{ role: 'user', content: 'Do it.' }] };
const thread = { configurable: { thread_id: '1' } };
const told = (): string => fake.received().join('\n');

function agentOf(guard: LangChainGuard<ToolMessage>) {
  return createAgent({
    model: modelFor(fake.url),
    tools: guard.guardTools([shell()]),
    middleware: [guard.middleware],
    checkpointer: new MemorySaver(),
  });
}

const resume = (...decisions: readonly (ReviewDecision | object)[]): Command =>
  new Command({ resume: { decisions } });

describe('LangChain: ways around the gate', () => {
  test('a middleware behind ours that rewrites the call: what runs is decided', async () => {
    const guard = guardOf({ policy: { allow: ['Bash(git status)'], ...denies.policy } });
    const rewriting = createMiddleware({
      name: 'rewriting',
      wrapToolCall: (request, handler) =>
        handler({ ...request, toolCall: { ...request.toolCall, args: { command: 'git push' } } }),
    });
    await fake.close();
    fake = await startFakeModel({ script: [{ tool: 'shell', input: { command: 'git status' } }] });
    const agent = createAgent({
      model: modelFor(fake.url),
      tools: guard.guardTools([shell()]),
      middleware: [guard.middleware, rewriting],
    });
    await agent.invoke(say);
    expect(ran).toEqual([]);
    expect(told()).toContain('Not from here.');
  });

  test('tools that HITL middleware does not list run by themselves: here they are decided', async () => {
    const guard = guardOf(denies);
    const agent = createAgent({
      model: modelFor(fake.url),
      tools: [shell()],
      middleware: [humanInTheLoopMiddleware({ interruptOn: { other: true } }), guard.middleware],
    });
    await agent.invoke(say);
    expect(ran).toEqual([]);
    expect(told()).toContain('Not from here.');
  });

  test('without a checkpointer a question ends the run', async () => {
    const guard = guardOf(asks);
    const agent = createAgent({
      model: modelFor(fake.url),
      tools: [shell()],
      middleware: [guard.middleware],
    });
    await agent.invoke(say).catch((error: unknown) => expect(String(error)).toMatch(/checkpointer/i));
    expect(ran).toEqual([]);
  });

  test.each([
    ['nothing', {}],
    ['a bare yes', true],
    ['a text', 'approve'],
    ['no decision', { decisions: [] }],
    ['two decisions for one call', { decisions: [{ type: 'approve' }, { type: 'approve' }] }],
    ['an unknown type', { decisions: [{ type: 'approved' }] }],
    [
      'an edit into another tool',
      { decisions: [{ type: 'edit', editedAction: { name: 'vault', args: {} } }] },
    ],
  ])('resumed with %s: a no', async (_name, value) => {
    const agent = agentOf(guardOf(asks));
    await agent.invoke(say, thread);
    await agent.invoke(new Command({ resume: value }), thread);
    expect(ran).toEqual([]);
    expect(fake.turns.at(-1)?.reply.text).toMatch(/^Done/);
  });

  test('resumed twice from one checkpoint: runs once', async () => {
    const agent = agentOf(guardOf(asks));
    await agent.invoke(say, thread);
    const { config } = await agent.graph.getState(thread);
    for (let time = 0; time < 2; time++) await agent.invoke(resume({ type: 'approve' }), config);
    expect(ran).toEqual(['git push']);
  });

  test("LangChain's own edit is decided again", async () => {
    const edit = (command: string): ReviewDecision => ({
      type: 'edit',
      editedAction: { name: 'shell', args: { command } },
    });
    for (const command of ['git status', 'git push --force', 'rm -rf /']) {
      const agent = agentOf(guardOf(asks));
      await agent.invoke(say, thread);
      await agent.invoke(resume(edit(command)), thread);
    }
    // The last one needs another approval than the one that was given.
    expect(ran).toEqual(['git status', 'git push --force']);
  });

  test('the tool called directly, through any of its doors, is decided', async () => {
    const [guarded] = guardOf(denies).guardTools([shell()]);
    const doors = guarded as unknown as Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
    for (const door of ['invoke', 'call', '_call', 'func'])
      await expect(doors[door]?.({ command: 'git push' })).rejects.toThrow('Not from here.');
    await expect(guarded?.batch([{ command: 'git push' }])).rejects.toThrow('Not from here.');
    expect(ran).toEqual([]);
  });

  test('a hidden tool that the model calls all the same', async () => {
    const guard = guardOf({ policy: { allow: ['Bash'], tools: { hidden: ['Bash'] } } });
    const note = tool(() => 'ok', { name: 'note', description: 'n', schema: z.object({}) });
    const agent = createAgent({
      model: modelFor(fake.url),
      tools: [shell(), note],
      middleware: [guard.middleware],
    });
    await agent.invoke(say);
    expect(fake.offered()).toEqual(['note']);
    expect(ran).toEqual([]);
    expect(told()).toContain('There is no tool shell here.');
  });

  test('a tool that the provider runs is refused unless it is named as outside', async () => {
    const search = { type: 'web_search' };
    const run = (outside: readonly string[]) =>
      createAgent({
        model: modelFor(fake.url),
        tools: [search, shell()],
        middleware: [
          langchain(createGate(denies), { ToolMessage, outside, named: { shell: 'Bash' } }).middleware,
        ],
      }).invoke(say);
    await expect(run([])).rejects.toThrow('outside: ["web_search"]');
    expect(fake.turns).toEqual([]);
    await run(['web_search']).catch(() => undefined);
    expect(fake.turns.length).toBeGreaterThan(0);
    expect(ran).toEqual([]);
  });

  test('a plain graph with a tool node: guarded tools deny, interrupt and resume by themselves', async () => {
    const call = { name: 'shell', args: { command: 'git push' }, id: 'c', type: 'tool_call' as const };
    const graphOf = (guard: LangChainGuard<ToolMessage>) =>
      new StateGraph(MessagesAnnotation)
        .addNode('tools', new ToolNode(guard.guardTools([shell()])))
        .addEdge('__start__', 'tools')
        .compile({ checkpointer: new MemorySaver() });
    const start = { messages: [new AIMessage({ content: '', tool_calls: [call] })] };
    const refused = await graphOf(guardOf(denies)).invoke(start, thread);
    expect(refused.messages.at(-1)?.text).toContain('Not from here.');
    expect(ran).toEqual([]);
    const graph = graphOf(guardOf(asks));
    await graph.invoke(start, thread);
    expect(ran).toEqual([]);
    const done = await graph.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), thread);
    expect(done.messages.at(-1)?.text).toContain('did git push');
    expect(ran).toEqual(['git push']);
  });

  test('each user has a gate; a user without one gets nothing', async () => {
    const gates = new Map([
      ['anna', createGate({ policy: { allow: ['Bash'] } })],
      ['ben', createGate(denies)],
    ]);
    interface User {
      readonly user: string;
    }
    const guard = langchain<User, ToolMessage>(
      ({ user }) => {
        const gate = gates.get(user);
        if (gate === undefined) throw new Error(`there is no policy for ${user}`);
        return gate;
      },
      { ToolMessage, named: { shell: 'Bash' } },
    );
    const agent = createAgent({
      model: modelFor(fake.url),
      tools: guard.guardTools([shell()]),
      middleware: [guard.middleware],
      contextSchema: z.object({ user: z.string() }),
    });
    await agent.invoke(say, { context: { user: 'ben' } });
    await expect(agent.invoke(say, { context: { user: 'eve' } })).rejects.toThrow('no policy for eve');
    expect(ran).toEqual([]);
    await agent.invoke(say, { context: { user: 'anna' } });
    expect(ran).toEqual(['git push']);
  });
});
