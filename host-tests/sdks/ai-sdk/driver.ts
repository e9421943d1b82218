import { aiSdk, type AiSdkGuard } from '@permesso/gate/ai-sdk';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, tool, wrapLanguageModel, type ModelMessage, type ToolSet } from 'ai';
import { createOpenAICompatible as createForAi6 } from 'openai-compatible-for-ai-6';
import {
  generateText as generateText6,
  stepCountIs,
  tool as tool6,
  wrapLanguageModel as wrapLanguageModel6,
  type ModelMessage as ModelMessage6,
  type ToolSet as ToolSet6,
} from 'ai-6';
import { z } from 'zod';
import { answerAll, helperInstructions, type Driver, principalOf, type Scene } from '../contract/scene.ts';

const schemas = {
  shell: z.object({ command: z.string() }),
  note: z.object({ text: z.string() }),
  vault: z.object({ name: z.string() }),
  delegate: z.object({ task: z.string() }),
};

const named = { shell: 'Bash' };

function guardFor(scene: Scene, gate: Scene['gate'] = scene.gate): AiSdkGuard {
  const { session, ask = 'suspend' } = scene;
  return aiSdk(gate, { session, named, ask, approvals: scene.approvals(), ...principalOf(scene) });
}

const helper = { agent: { name: 'helper', parents: ['main'] } };

export function tools7(scene: Scene, { shell, note, vault }: Scene['tools'] = scene.tools): ToolSet {
  return {
    shell: tool({
      description: 'Runs a command',
      inputSchema: schemas.shell,
      execute: (input) => shell(input),
    }),
    note: tool({ description: 'Keeps a note', inputSchema: schemas.note, execute: (input) => note(input) }),
    vault: tool({
      description: 'Opens the vault',
      inputSchema: schemas.vault,
      execute: (input) => vault(input),
    }),
  };
}

export function model7(scene: Scene): Parameters<typeof wrapLanguageModel>[0]['model'] {
  return createOpenAICompatible({ name: 'fake', baseURL: `${scene.model.url}/v1`, apiKey: 'none' })(
    'fake-model',
  ) as never;
}

/** `toolApproval` decides, guarded tools are the last line, the middleware hides. */
export const aiSdk7: Driver = {
  sdk: 'AI SDK 7',
  run: async (scene) => {
    let guard = guardFor(scene);
    const setUp = () => ({
      model: wrapLanguageModel({ model: model7(scene), middleware: guard.middleware('v4') }),
      tools: {
        ...guard.guardTools(tools7(scene)),
        ...guard.guardTools({
          delegate: tool({
            description: 'Hands a task to a helper',
            inputSchema: schemas.delegate,
            execute: async ({ task }) => {
              const { text } = await generateText({
                model: model7(scene),
                instructions: helperInstructions,
                prompt: task,
                tools: guard.guardTools(tools7(scene), helper),
                toolApproval: guard.toolApproval,
                stopWhen: isStepCount(6),
              });
              return text;
            },
          }),
        }),
      },
      toolApproval: guard.toolApproval,
      stopWhen: isStepCount(6),
      ...(scene.signal === undefined ? {} : { abortSignal: scene.signal }),
    });
    const messages: ModelMessage[] = [{ role: 'user', content: 'Do it.' }];
    for (let round = 0; round < 6; round++) {
      const result = await generateText({ ...setUp(), messages });
      const asked = result.content.filter(
        (part) => part.type === 'tool-approval-request' && part.isAutomatic !== true,
      );
      if (asked.length === 0) return;
      messages.push(...result.responseMessages);
      // What a web app keeps between two requests is exactly this.
      const saved = JSON.parse(JSON.stringify(messages)) as ModelMessage[];
      messages.splice(0, messages.length, ...saved);
      guard = guardFor(scene, scene.restart?.());
      messages.push({
        role: 'tool',
        content: (
          await Promise.all(
            asked.map(async (part) => {
              if (part.type !== 'tool-approval-request') return [];
              const { toolCallId: id, toolName: name, input } = part.toolCall;
              const { approved, comment } = await answerAll(guard, scene, { id, tool: name, input });
              return [
                {
                  type: 'tool-approval-response' as const,
                  approvalId: part.approvalId,
                  approved,
                  ...(comment === undefined ? {} : { reason: comment }),
                },
              ];
            }),
          )
        ).flat(),
      });
    }
    throw new Error('the conversation did not end');
  },
};

function tools6(scene: Scene): ToolSet6 {
  const { shell, note, vault } = scene.tools;
  return {
    shell: tool6({
      description: 'Runs a command',
      inputSchema: schemas.shell,
      execute: (input) => shell(input),
    }),
    note: tool6({ description: 'Keeps a note', inputSchema: schemas.note, execute: (input) => note(input) }),
    vault: tool6({
      description: 'Opens the vault',
      inputSchema: schemas.vault,
      execute: (input) => vault(input),
    }),
  };
}

function model6(scene: Scene): Parameters<typeof wrapLanguageModel6>[0]['model'] {
  return createForAi6({ name: 'fake', baseURL: `${scene.model.url}/v1`, apiKey: 'none' })(
    'fake-model',
  ) as never;
}

/** Guarded tools do all of it: `needsApproval` asks, `execute` decides. */
export const aiSdk6: Driver = {
  sdk: 'AI SDK 6',
  run: async (scene) => {
    let guard = guardFor(scene);
    const setUp = () => ({
      model: wrapLanguageModel6({ model: model6(scene), middleware: guard.middleware('v3') }),
      tools: {
        ...guard.guardTools(tools6(scene)),
        ...guard.guardTools({
          delegate: tool6({
            description: 'Hands a task to a helper',
            inputSchema: schemas.delegate,
            execute: async ({ task }) => {
              const { text } = await generateText6({
                model: model6(scene),
                system: helperInstructions,
                prompt: task,
                tools: guard.guardTools(tools6(scene), helper),
                stopWhen: stepCountIs(6),
              });
              return text;
            },
          }),
        }),
      },
      stopWhen: stepCountIs(6),
      ...(scene.signal === undefined ? {} : { abortSignal: scene.signal }),
    });
    const messages: ModelMessage6[] = [{ role: 'user', content: 'Do it.' }];
    for (let round = 0; round < 6; round++) {
      const result = await generateText6({ ...setUp(), messages });
      const asked = result.content.filter((part) => part.type === 'tool-approval-request');
      if (asked.length === 0) return;
      messages.push(...result.response.messages);
      const saved = JSON.parse(JSON.stringify(messages)) as ModelMessage6[];
      messages.splice(0, messages.length, ...saved);
      guard = guardFor(scene, scene.restart?.());
      messages.push({
        role: 'tool',
        content: await Promise.all(
          asked.map(async (part) => {
            const { toolCallId: id, toolName: name, input } = part.toolCall;
            const { approved, comment } = await answerAll(guard, scene, { id, tool: name, input });
            return {
              type: 'tool-approval-response' as const,
              approvalId: part.approvalId,
              approved,
              ...(comment === undefined ? {} : { reason: comment }),
            };
          }),
        ),
      });
    }
    throw new Error('the conversation did not end');
  },
};
