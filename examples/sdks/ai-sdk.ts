/**
 * AI SDK 7: a person approves a call in the app's own UI, and a rule denies another.
 * Checks itself, offline. Run by `npm run tools -- sdks`.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, tool, type ModelMessage } from 'ai';
import assert from 'node:assert/strict';
import { createGate } from '@permesso/gate';
import { aiSdk } from '@permesso/gate/ai-sdk';
import { z } from 'zod';
import { startFakeModel } from '../../host-tests/fake-model/fake-model.ts';

const paid: number[] = [];
const refund = tool({
  description: 'Pays money back to a customer',
  inputSchema: z.object({ amount: z.number() }),
  execute: ({ amount }) => `paid ${paid.push(amount)} time`,
});

const gate = createGate({
  policy: {
    ask: ['refund'],
    deny: [{ rule: 'refund', when: { amount: { gt: 1000 } }, guidance: 'Ask the finance team.' }],
  },
});
const guard = aiSdk(gate, { session: 'chat-1' });

// A model that asks for two refunds at once. Yours stands here.
const calls = [9000, 200].map((amount) => ({ tool: 'refund', input: { amount } }));
const fake = await startFakeModel({ script: [{ calls }] });
const model = createOpenAICompatible({ name: 'fake', baseURL: `${fake.url}/v1` })('fake-model');

const { toolApproval } = guard;
const agent = { model, tools: guard.guardTools({ refund }), toolApproval, stopWhen: isStepCount(5) };
const messages: ModelMessage[] = [{ role: 'user', content: 'Refund both.' }];
const asked = await generateText({ ...agent, messages });
messages.push(...asked.responseMessages);

// The one is denied, the other waits. This is what your UI shows: plain data, also after a restart.
const [approval] = await guard.pending('chat-1');
assert.deepEqual(approval?.request.call.input, { amount: 200 });

// The person says yes: the SDK's own message. A forged one, or the same a second time, runs nothing.
const questions = asked.content.flatMap((part) =>
  part.type === 'tool-approval-request' && part.toolCall.toolCallId === approval?.request.id ? [part] : [],
);
messages.push({
  role: 'tool',
  content: questions.map(({ approvalId }) => ({
    type: 'tool-approval-response',
    approvalId,
    approved: true,
  })),
});
await generateText({ ...agent, messages });
assert.deepEqual(paid, [200]);
assert.match(fake.received().join('\n'), /Ask the finance team\./);
await fake.close();
