import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { mastra, type MastraGuard } from '@permesso/gate/mastra';
import { z } from 'zod';
import { answerAll, helperInstructions, type Driver, principalOf, type Scene } from '../contract/scene.ts';

export const modelFor = (url: string) => ({
  providerId: 'fake',
  modelId: 'fake-model',
  url: `${url}/v1`,
  apiKey: 'none',
});

const toolsOf = ({ shell, note, vault }: Scene['tools']) => ({
  shell: createTool({
    id: 'shell',
    description: 'Runs a command',
    inputSchema: z.object({ command: z.string() }),
    execute: (input) => Promise.resolve(shell(input)),
  }),
  note: createTool({
    id: 'note',
    description: 'Keeps a note',
    inputSchema: z.object({ text: z.string() }),
    execute: (input) => Promise.resolve(note(input)),
  }),
  vault: createTool({
    id: 'vault',
    description: 'Opens the vault',
    inputSchema: z.object({ name: z.string() }),
    execute: (input) => Promise.resolve(vault(input)),
  }),
});

/** Hooks decide and suspend, guarded tools are the last line. */
export const mastraDriver: Driver = {
  sdk: 'Mastra',
  run: async (scene) => {
    const { session, ask = 'suspend' } = scene;
    const make = (gate: Scene['gate'], more = {}): MastraGuard =>
      mastra(gate, {
        session,
        ask,
        named: { shell: 'Bash' },
        approvals: scene.approvals(),
        ...principalOf(scene),
        ...more,
      });
    const storage = new InMemoryStore();
    const agentFor = (guard: MastraGuard, gate: Scene['gate']): Agent => {
      const forHelper = make(gate, { agent: { name: 'helper', parents: ['main'] } });
      const helper = new Agent({
        ...forHelper.agentOptions,
        id: 'helper',
        name: 'helper',
        instructions: helperInstructions,
        model: modelFor(scene.model.url),
        tools: forHelper.guardTools(toolsOf(scene.tools)),
      });
      const delegate = createTool({
        id: 'delegate',
        description: 'Hands a task to a helper',
        inputSchema: z.object({ task: z.string() }),
        execute: async ({ task }) => (await helper.generate(task, { maxSteps: 4 })).text,
      });
      const agent = new Agent({
        ...guard.agentOptions,
        id: 'main',
        name: 'main',
        instructions: 'You help.',
        model: modelFor(scene.model.url),
        tools: guard.guardTools({ ...toolsOf(scene.tools), delegate }),
      });
      return new Mastra({ agents: { agent }, storage, logger: false }).getAgent('agent');
    };
    let guard = make(scene.gate);
    let agent = agentFor(guard, scene.gate);
    const how = { maxSteps: 6, ...(scene.signal === undefined ? {} : { abortSignal: scene.signal }) };
    let output = await agent.generate('Do it.', how);
    for (let round = 0; round < 6 && output.finishReason === 'suspended'; round++) {
      const gate = scene.restart?.() ?? scene.gate;
      guard = make(gate);
      agent = agentFor(guard, gate);
      const { toolCallId, toolName, args } = output.suspendPayload as {
        readonly toolCallId: string;
        readonly toolName: string;
        readonly args: unknown;
      };
      const { approved, comment } = await answerAll(guard, scene, {
        id: toolCallId,
        tool: toolName,
        input: args,
      });
      const run = { runId: output.runId ?? '', toolCallId, ...how };
      output = approved
        ? await agent.approveToolCallGenerate(run)
        : await agent.declineToolCallGenerate({
            ...run,
            ...(comment === undefined ? {} : { reason: comment }),
          });
    }
    if (output.finishReason === 'suspended') throw new Error('the conversation did not end');
  },
};
