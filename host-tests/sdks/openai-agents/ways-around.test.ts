import {
  Agent,
  applyPatchTool,
  codeInterpreterTool,
  handoff,
  MCPServerStdio,
  RunContext,
  RunState,
  shellTool,
  tool,
  webSearchTool,
} from '@openai/agents';
import { createGate, type GateOptions } from '@permesso/gate';
import { memoryApprovals } from '@permesso/gate/stores';
import { openaiAgents, type OpenAiAgentsGuard } from '@permesso/gate/openai-agents';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startFakeModel, type FakeModel } from '../../fake-model/fake-model.ts';
import type { Step } from '../../fake-model/script.ts';
import { runnerFor } from './driver.ts';

let fake: FakeModel;
let ran: string[];
const push: Step = { tool: 'shell', input: { command: 'git push' } };

beforeEach(async () => {
  fake = await startFakeModel({ script: [push, push] });
  ran = [];
});
afterEach(() => fake.close());

const shell = () =>
  tool({
    name: 'shell',
    description: 'Runs a command',
    parameters: z.object({ command: z.string() }),
    execute: ({ command }) => {
      ran.push(command);
      return `did ${command}`;
    },
  });
const asks = { policy: { ask: ['Bash(git push:*)'] } };
const denies = { policy: { deny: [{ rule: 'Bash(git push:*)', guidance: 'Not from here.' }] } };
const guardOf = (options: GateOptions, approvals = memoryApprovals()): OpenAiAgentsGuard =>
  openaiAgents(createGate(options), { session: 's', named: { shell: 'Bash' }, approvals });
const agentOf = (guard: OpenAiAgentsGuard): Agent =>
  new Agent({ name: 'main', model: 'fake-model', tools: guard.guardTools([shell()]) });
const told = (): string => fake.received().join('\n');

describe('OpenAI Agents: ways around the gate', () => {
  test('`alwaysApprove`: the next call is not one that anybody was asked about', async () => {
    const agent = agentOf(guardOf(asks));
    const runner = runnerFor(fake.url);
    const first = await runner.run(agent, 'x');
    for (const item of first.interruptions) first.state.approve(item, { alwaysApprove: true });
    await runner.run(agent, first.state);
    expect(ran).toEqual(['git push']);
    expect(told()).toContain('Nobody was asked about this exact call');
  });

  test('a saved state that somebody else resumes as approved: its own person has to answer', async () => {
    const ann = { tenant: 'acme', user: 'ann' };
    const guard = openaiAgents<{ readonly principal: typeof ann }>(createGate(asks), {
      named: { shell: 'Bash' },
      principal: ({ principal }) => principal,
    });
    const agent = agentOf(guard);
    const runner = runnerFor(fake.url);
    const saved = (await runner.run(agent, 'x', { context: { principal: ann } })).state.toString();
    const [approval] = await guard.pending(ann);
    const eve = { tenant: 'acme', user: 'eve' };
    expect(await guard.answer(approval?.id ?? '', { verdict: 'allow' }, eve)).toBe(false);
    const state = await RunState.fromString(agent, saved);
    for (const item of state.getInterruptions()) state.approve(item);
    await runner.run(agent, state, { context: { principal: eve } });
    expect(ran).toEqual([]);
    expect(told()).toContain('nobody known has answered');
    const again = await RunState.fromString(agent, saved);
    expect(await guard.answer(approval?.id ?? '', { verdict: 'allow' }, ann)).toBe(true);
    for (const item of again.getInterruptions()) again.approve(item);
    await runner.run(agent, again);
    expect(ran).toEqual(['git push']);
  });

  test('a saved state in which the call was changed runs nothing', async () => {
    const agent = agentOf(guardOf(asks));
    const runner = runnerFor(fake.url);
    const { state } = await runner.run(agent, 'x');
    const changed = await RunState.fromString(
      agent,
      state.toString().replaceAll('git push', 'git push --force'),
    );
    for (const item of changed.getInterruptions()) changed.approve(item);
    await runner.run(agent, changed).catch(() => undefined);
    expect(ran).toEqual([]);
  });

  test('a saved state that is resumed twice runs its call once', async () => {
    const agent = agentOf(guardOf(asks));
    const runner = runnerFor(fake.url);
    const saved = (await runner.run(agent, 'x')).state.toString();
    for (let time = 0; time < 2; time++) {
      const state = await RunState.fromString(agent, saved);
      for (const item of state.getInterruptions()) state.approve(item);
      await runner.run(agent, state);
    }
    expect(ran).toEqual(['git push']);
  });

  test('`needsApproval: false` of the tool itself: the gate asks all the same', async () => {
    const agent = agentOf(guardOf(asks));
    const { interruptions } = await runnerFor(fake.url).run(agent, 'x');
    expect(interruptions.map(({ name }) => name)).toEqual(['shell']);
  });

  test('`invoke` called by other code is decided too', async () => {
    const [guarded] = guardOf(denies).guardTools([shell()]);
    const said = await guarded?.invoke(new RunContext(), JSON.stringify({ command: 'git push' }));
    expect(said).toContain('Not from here.');
    expect(await guarded?.invoke(new RunContext(), 'no json')).toContain('not an object');
    expect(ran).toEqual([]);
  });

  test('an agent as a tool: its own tools are decided under its own name', async () => {
    const guard = guardOf({
      policy: {
        allow: ['ask_helper', 'Bash'],
        deny: [{ rule: 'Bash(git push:*)', agents: ['helper'], guidance: 'Not you.' }],
      },
    });
    const helper = guard.guardAgent(new Agent({ name: 'helper', model: 'fake-model', tools: [shell()] }));
    const main = new Agent({
      name: 'main',
      model: 'fake-model',
      tools: guard.guardTools([helper.asTool({ toolName: 'ask_helper', toolDescription: 'Asks' })]),
    });
    await fake.close();
    fake = await startFakeModel({
      script: (turn) =>
        turn.results.length > 0
          ? { text: 'Done.' }
          : turn.tools.some(({ name }) => name === 'shell')
            ? { calls: [{ tool: 'shell', input: { command: 'git push' } }] }
            : { calls: [{ tool: 'ask_helper', input: { input: 'push' } }] },
    });
    await runnerFor(fake.url).run(main, 'x');
    expect(fake.turns.some(({ tools }) => tools.some(({ name }) => name === 'shell'))).toBe(true);
    expect(ran).toEqual([]);
    expect(JSON.stringify(fake.turns.map(({ results }) => results))).toContain('Not you.');
  });

  test('a handoff: the other agent is behind the gate, or it is refused', async () => {
    const other = new Agent({ name: 'other', model: 'fake-model', tools: [shell()] });
    const guard = guardOf(denies);
    const main = guard.guardAgent(new Agent({ name: 'main', model: 'fake-model', handoffs: [other] }));
    await fake.close();
    fake = await startFakeModel({ script: [{ tool: 'transfer_to_other', input: {} }, push] });
    await runnerFor(fake.url).run(main, 'x');
    expect(ran).toEqual([]);
    expect(told()).toContain('Not from here.');
    const loose = new Agent({ name: 'main', model: 'fake-model', handoffs: [handoff(other)] });
    expect(() => guard.guardAgent(loose)).toThrow('handoff(guardAgent(other))');
    expect(() =>
      guard.guardAgent(new Agent({ name: 'main', handoffs: [handoff(guard.guardAgent(other))] })),
    ).not.toThrow();
  });

  test.each([
    ['web search', webSearchTool()],
    ['code interpreter', codeInterpreterTool()],
    ['shell', shellTool({ shell: { run: () => Promise.resolve({ output: [] }) } })],
    ['apply patch', applyPatchTool({ editor: {} as never })],
  ])('%s is run elsewhere: refused, unless it is named as outside', (_name, one) => {
    expect(() => guardOf(asks).guardTools([one])).toThrow(`outside: ["${one.name}"]`);
    expect(openaiAgents(createGate(asks), { outside: [one.name] }).guardTools([one])).toEqual([one]);
  });

  test('`mcpServers` are refused with the way to guard them', () => {
    const agent = new Agent({
      name: 'main',
      mcpServers: [new MCPServerStdio({ command: 'true', name: 'files' })],
    });
    expect(() => guardOf(asks).guardAgent(agent)).toThrow('getAllMcpTools');
  });

  test('a hidden tool is not offered, also when the policy changes between two runs', async () => {
    const gate = createGate({ policy: { tools: { hidden: ['Bash'] } } });
    const guard = openaiAgents(gate, { named: { shell: 'Bash' } });
    const note = tool({ name: 'note', description: 'n', parameters: z.object({}), execute: () => 'ok' });
    const agent = new Agent({ name: 'main', model: 'fake-model', tools: guard.guardTools([shell(), note]) });
    await runnerFor(fake.url)
      .run(agent, 'x')
      .catch(() => undefined);
    expect(fake.offered()).toEqual(['note']);
    gate.setPolicy(denies.policy);
    await runnerFor(fake.url).run(agent, 'x');
    expect(fake.turns.at(-1)?.tools.map(({ name }) => name)).toEqual(['shell', 'note']);
    expect(ran).toEqual([]);
  });

  test('each user has a gate; a user without one gets nothing', async () => {
    const gates = new Map([
      ['anna', createGate({ policy: { allow: ['Bash'] } })],
      ['ben', createGate(denies)],
    ]);
    interface User {
      readonly user: string;
    }
    const guard = openaiAgents<User>(
      ({ user }) => {
        const gate = gates.get(user);
        if (gate === undefined) throw new Error(`there is no policy for ${user}`);
        return gate;
      },
      { session: ({ user }) => user, named: { shell: 'Bash' } },
    );
    const agent = new Agent<User>({ name: 'main', model: 'fake-model', tools: guard.guardTools([shell()]) });
    await runnerFor(fake.url).run(agent, 'x', { context: { user: 'ben' } });
    expect(ran).toEqual([]);
    await expect(runnerFor(fake.url).run(agent, 'x', { context: { user: 'eve' } })).rejects.toThrow(
      'no policy for eve',
    );
    expect(ran).toEqual([]);
    await runnerFor(fake.url).run(agent, 'x', { context: { user: 'anna' } });
    expect(ran).toEqual(['git push', 'git push']);
  });

  test('chat completions and streams go through it', async () => {
    const agent = agentOf(guardOf(denies));
    await runnerFor(fake.url, false).run(agent, 'x');
    const stream = await runnerFor(fake.url).run(agent, 'x', { stream: true });
    await stream.completed;
    expect(ran).toEqual([]);
    expect(told()).toContain('Not from here.');
  });

  test('denying a tool with an output schema does not break the run', async () => {
    const [one] = guardOf(denies).guardTools([
      tool({
        name: 'shell',
        description: 'Runs a command',
        parameters: z.object({ command: z.string() }),
        outputSchema: z.object({ ok: z.boolean() }),
        errorFunction: (_context: unknown, error: unknown) => {
          ran.push(`told ${String(error)}`);
          return { ok: false };
        },
        execute: () => ({ ok: true }),
      }),
    ]);
    const agent = new Agent({ name: 'main', model: 'fake-model', tools: one === undefined ? [] : [one] });
    await runnerFor(fake.url).run(agent, 'x');
    expect(ran[0]).toContain('Not from here.');
    expect(told()).toContain('"ok":false');
  });
});
