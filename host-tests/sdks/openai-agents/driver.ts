import { Agent, OpenAIProvider, Runner, RunState, tool } from '@openai/agents';
import OpenAI from 'openai';
import { openaiAgents, type OpenAiAgentsGuard } from '@permesso/gate/openai-agents';
import { z } from 'zod';
import { answerAll, helperInstructions, type Driver, principalOf, type Scene } from '../contract/scene.ts';

export function runnerFor(url: string, useResponses = true): Runner {
  const openAIClient = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 });
  return new Runner({
    modelProvider: new OpenAIProvider({ openAIClient, useResponses }),
    tracingDisabled: true,
  });
}

const tools = ({ shell, note, vault }: Scene['tools']) => [
  tool({
    name: 'shell',
    description: 'Runs a command',
    parameters: z.object({ command: z.string() }),
    execute: (input) => shell(input),
  }),
  tool({
    name: 'note',
    description: 'Keeps a note',
    parameters: z.object({ text: z.string() }),
    execute: (input) => note(input),
  }),
  tool({
    name: 'vault',
    description: 'Opens the vault',
    parameters: z.object({ name: z.string() }),
    execute: (input) => vault(input),
  }),
];

function agentFor(scene: Scene, guard: OpenAiAgentsGuard): Agent {
  const helper = new Agent({
    name: 'helper',
    model: 'fake-model',
    instructions: helperInstructions,
    tools: guard.guardTools(tools(scene.tools), { agent: { name: 'helper', parents: ['main'] } }),
  });
  const delegate = tool({
    name: 'delegate',
    description: 'Hands a task to a helper',
    parameters: z.object({ task: z.string() }),
    execute: async ({ task }) => String((await runnerFor(scene.model.url).run(helper, task)).finalOutput),
  });
  return new Agent({
    name: 'main',
    model: 'fake-model',
    instructions: 'You help.',
    tools: guard.guardTools([...tools(scene.tools), delegate]),
  });
}

export const agentsDriver: Driver = {
  sdk: 'OpenAI Agents',
  cannot: {
    'that a call failed is recorded': "the SDK's `tool()` turns an error into a text before anybody sees it",
  },
  run: async (scene) => {
    const { session, ask = 'suspend', signal } = scene;
    const make = (gate: Scene['gate']): OpenAiAgentsGuard =>
      openaiAgents(gate, {
        session,
        ask,
        named: { shell: 'Bash' },
        approvals: scene.approvals(),
        ...principalOf(scene),
      });
    let guard = make(scene.gate);
    let agent = agentFor(scene, guard);
    const runner = runnerFor(scene.model.url);
    const how = { maxTurns: 8, ...(signal === undefined ? {} : { signal }) };
    let result = await runner.run<Agent, unknown>(agent, 'Do it.', how);
    for (let round = 0; round < 6 && result.interruptions.length > 0; round++) {
      const saved = result.state.toString();
      guard = make(scene.restart?.() ?? scene.gate);
      agent = agentFor(scene, guard);
      const state = await RunState.fromString(agent, saved);
      for (const item of state.getInterruptions()) {
        const raw = item.rawItem;
        const id = 'callId' in raw && typeof raw.callId === 'string' ? raw.callId : '';
        const { approved, comment } = await answerAll(guard, scene, {
          id,
          tool: item.name ?? '',
          input: JSON.parse(item.arguments ?? '{}') as unknown,
        });
        if (approved) state.approve(item);
        else state.reject(item, comment === undefined ? {} : { message: comment });
      }
      result = await runner.run(agent, state, how);
    }
    if (result.interruptions.length > 0) throw new Error('the conversation did not end');
  },
};
