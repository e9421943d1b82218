import { Command, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool, ToolMessage } from 'langchain';
import { langchain, type LangChainGuard, type Review } from '@permesso/gate/langchain';
import { z } from 'zod';
import { answerAll, helperInstructions, type Driver, principalOf, type Scene } from '../contract/scene.ts';

export function modelFor(url: string): ChatOpenAI {
  return new ChatOpenAI({
    model: 'fake-model',
    apiKey: 'none',
    maxRetries: 0,
    configuration: { baseURL: `${url}/v1` },
  });
}

const toolsOf = ({ shell, note, vault }: Scene['tools']) => [
  tool((input) => shell(input), {
    name: 'shell',
    description: 'Runs a command',
    schema: z.object({ command: z.string() }),
  }),
  tool((input) => note(input), {
    name: 'note',
    description: 'Keeps a note',
    schema: z.object({ text: z.string() }),
  }),
  tool((input) => vault(input), {
    name: 'vault',
    description: 'Opens the vault',
    schema: z.object({ name: z.string() }),
  }),
];

/** The middleware decides, guarded tools are the last line. */
export const langchainDriver: Driver = {
  sdk: 'LangChain',
  run: async (scene) => {
    const { ask = 'suspend' } = scene;
    const options = { ToolMessage, ask, named: { shell: 'Bash' }, ...principalOf(scene) };
    const make = (gate: Scene['gate']): LangChainGuard<ToolMessage> =>
      langchain(gate, { ...options, approvals: scene.approvals() });
    let guard = make(scene.gate);
    const checkpointer = new MemorySaver();
    const agentFor = () => {
      const own = { agent: { name: 'helper', parents: ['main'] } };
      const delegate = tool(
        async ({ task }) => {
          const helper = createAgent({
            model: modelFor(scene.model.url),
            systemPrompt: helperInstructions,
            tools: guard.guardTools(toolsOf(scene.tools), own),
            middleware: [langchain(scene.gate, { ...options, ...own }).middleware],
          });
          const { messages } = await helper.invoke({ messages: [{ role: 'user', content: task }] });
          return messages.at(-1)?.text ?? '';
        },
        { name: 'delegate', description: 'Hands a task to a helper', schema: z.object({ task: z.string() }) },
      );
      return createAgent({
        model: modelFor(scene.model.url),
        tools: guard.guardTools([...toolsOf(scene.tools), delegate]),
        middleware: [guard.middleware],
        checkpointer,
      });
    };
    const config = {
      configurable: { thread_id: scene.session },
      ...(scene.signal === undefined ? {} : { signal: scene.signal }),
    };
    let state: { readonly __interrupt__?: readonly { readonly id?: string; readonly value?: unknown }[] } =
      await agentFor().invoke({ messages: [{ role: 'user', content: 'Do it.' }] }, config);
    for (let round = 0; round < 6 && (state.__interrupt__?.length ?? 0) > 0; round++) {
      guard = make(scene.restart?.() ?? scene.gate);
      const answers = (state.__interrupt__ ?? []).map(async ({ id, value }) => {
        const review = value as Review;
        const [action] = review.actionRequests;
        const { approved, comment } = await answerAll(guard, scene, {
          id: review.approval.request.id,
          tool: action.name,
          input: action.args,
        });
        const decision = approved ? { type: 'approve' } : { type: 'reject', message: comment };
        return [id ?? '', { decisions: [decision] }] as const;
      });
      const resume = Object.fromEntries(await Promise.all(answers));
      state = await agentFor().invoke(new Command({ resume }), config);
    }
    if ((state.__interrupt__?.length ?? 0) > 0) throw new Error('the conversation did not end');
  },
};
