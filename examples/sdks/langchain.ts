/**
 * LangChain: a question interrupts the graph; the person edits the call, and the edited call is decided again.
 * Checks itself, offline. Run by `npm run tools -- sdks`.
 */
import { Command, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool, ToolMessage } from 'langchain';
import assert from 'node:assert/strict';
import { createGate } from '@permesso/gate';
import { langchain } from '@permesso/gate/langchain';
import { z } from 'zod';
import { startFakeModel } from '../../host-tests/fake-model/fake-model.ts';

const mails: string[] = [];
const sendMail = tool(({ to }) => `sent ${mails.push(to)} mail`, {
  name: 'send_mail',
  description: 'Sends a mail',
  schema: z.object({ to: z.string() }),
});

const gate = createGate({
  policy: {
    allow: [{ rule: 'send_mail', when: { to: { matches: '.*@example\\.com' } } }],
    ask: [{ rule: 'send_mail', when: { to: { equals: 'everybody@example.com' } } }],
  },
});
const guard = langchain(gate, { ToolMessage });

// A model that writes to everybody. Yours stands here.
const fake = await startFakeModel({
  script: [{ tool: 'send_mail', input: { to: 'everybody@example.com' } }],
});
const agent = createAgent({
  model: new ChatOpenAI({
    model: 'fake-model',
    apiKey: 'none',
    configuration: { baseURL: `${fake.url}/v1` },
  }),
  tools: guard.guardTools([sendMail]),
  middleware: [guard.middleware],
  checkpointer: new MemorySaver(),
});
const thread = { configurable: { thread_id: 'thread-1' } };
await agent.invoke({ messages: [{ role: 'user', content: 'Tell them.' }] }, thread);

const [approval] = await guard.pending('thread-1');
assert.match(approval?.request.decision.message ?? '', /send_mail/);
assert.deepEqual(mails, []);

// The decisions of LangChain's own human-in-the-loop middleware, so its UIs work.
const editedAction = { name: 'send_mail', args: { to: 'anna@example.com' } };
await agent.invoke(new Command({ resume: { decisions: [{ type: 'edit', editedAction }] } }), thread);
assert.deepEqual(mails, ['anna@example.com']);
await fake.close();
