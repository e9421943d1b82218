/**
 * A web chat whose agent may refund money, with an approval card. In a framework these are route handlers; here they are
 * a plain server. The client is `client.tsx`. Driven by a browser in `npm run sdks`.
 */
import {
  convertToModelMessages,
  isStepCount,
  streamText,
  tool,
  type LanguageModel,
  type UIMessage,
} from 'ai';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createGate, memoryApprovals, memoryGrants } from 'permesso';
import { aiSdk, type AiSdkGuard } from 'permesso/ai-sdk';
import { z } from 'zod';

export const paid: number[] = [];

const refund = tool({
  description: 'Pays money back to the customer',
  inputSchema: z.object({ customer: z.string(), amount: z.number() }),
  execute: ({ amount }) => `Paid. That makes ${paid.push(amount)}.`,
});

const policy = {
  ask: [{ rule: 'refund', message: 'Moves money.' }],
  deny: [{ rule: 'refund', when: { amount: { gt: 1000 } }, guidance: 'Ask the finance team.' }],
};
// Of the whole app, so that an answer given in one request counts in the next. On disk: `approvalFiles(folder)`.
const [approvals, grants] = [memoryApprovals(), memoryGrants()];

/** One for each chat. A gate for each user would be chosen here as well. */
const guardFor = (chat: string): AiSdkGuard =>
  aiSdk(createGate({ policy, grants }), { session: chat, approvals });

interface Body {
  readonly id: string;
  readonly messages: UIMessage[];
  readonly toolCallId: string;
  readonly rules: readonly string[];
}

export function webChat(model: LanguageModel, files: ReadonlyMap<string, string>): Server {
  return createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      if (request.method === 'GET') {
        response.setHeader(
          'content-type',
          path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
        );
        return void response.end(files.get(path) ?? '');
      }
      const { id, messages, toolCallId, rules } = await bodyOf(request);
      const guard = guardFor(id);
      if (path === '/pending') return void response.end(JSON.stringify(guard.pending(id)));
      // More than a yes to this call: the rule that the card has shown, for this chat.
      if (path === '/remember') {
        const approval = guard.pending(id).find((one) => one.request.id === toolCallId);
        const kept = guard.answer(approval?.id ?? '', { verdict: 'allow', scope: 'session', rules });
        return void response.end(JSON.stringify({ kept }));
      }
      const heard = await convertToModelMessages(messages);
      guard.hear(heard);
      const result = streamText({
        model,
        messages: heard,
        tools: guard.guardTools({ refund }),
        toolApproval: guard.toolApproval,
        stopWhen: isStepCount(8),
      });
      await result.pipeUIMessageStreamToResponse(response);
    };
    handle().catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return JSON.parse(text) as Body;
}
