/**
 * A web chat whose agent may refund money, with an approval card. In a framework these are route handlers; here they are
 * a plain server. The client is `client.tsx`. Driven by a browser in `npm run tools -- sdks`, and attacked in
 * `host-tests/sdks/ai-sdk/web-chat-attacks.test.ts`.
 *
 * Who it is comes from the signed-in request, never from its body. The body may name a chat, since that is a chat of this
 * owner; and it may pick a rule, since `answer` refuses every rule that was not offered.
 */
import {
  convertToModelMessages,
  isStepCount,
  streamText,
  tool,
  type LanguageModel,
  type UIMessage,
} from 'ai';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AnswerRefused, createGate, type Principal } from '@permesso/gate';
import { memoryApprovals, memoryGrants, type Log } from '@permesso/gate/stores';
import { aiSdk, type AiSdkGuard } from '@permesso/gate/ai-sdk';
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

export interface WebChatOptions {
  readonly model: LanguageModel;
  readonly files: ReadonlyMap<string, string>;
  /** Your own authentication: a session cookie, a token. Nothing for users who are not signed in. */
  readonly whoIs: (
    request: IncomingMessage,
  ) => { readonly tenant: string; readonly user: string } | undefined;
  readonly log?: Log;
}

/** What a browser may send. Everything else in a body is ignored. */
const bodySchema = z.object({
  id: z.string().min(1),
  messages: z.array(z.custom<UIMessage>()).optional(),
  toolCallId: z.string().optional(),
  rules: z.array(z.string()).optional(),
});

export function webChat({ model, files, whoIs, log }: WebChatOptions): Server {
  /** One for each request. Grants and approvals are those of this owner alone. */
  const guardFor = (principal: Principal): AiSdkGuard => {
    const gate = createGate({ policy, grants, ...(log === undefined ? {} : { log }) });
    return aiSdk(gate, { principal, approvals, scopes: ['once', 'session'] });
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method === 'GET') {
      response.setHeader(
        'content-type',
        path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
      );
      return void response.end(files.get(path) ?? '');
    }
    const who = whoIs(request);
    if (who === undefined) return void response.writeHead(401).end('Sign in first.');
    const body = bodySchema.safeParse(await jsonOf(request));
    if (!body.success) return void response.writeHead(400).end('The request cannot be read.');
    const { id, messages = [], toolCallId = '', rules = [] } = body.data;
    const guard = guardFor({ ...who, session: id });
    if (path === '/pending') return void response.end(JSON.stringify(await guard.pending()));
    // More than a yes to this call: the rule that the card has shown, for this chat.
    if (path === '/remember') {
      const kept = await guard.answer(toolCallId, {
        verdict: 'allow',
        scope: 'session',
        rules,
        by: who.user,
      });
      return void response.end(JSON.stringify({ kept }));
    }
    const received = await convertToModelMessages(messages);
    await guard.observe(received);
    const result = streamText({
      model,
      messages: received,
      tools: guard.guardTools({ refund }),
      toolApproval: guard.toolApproval,
      stopWhen: isStepCount(8),
    });
    await result.pipeUIMessageStreamToResponse(response);
  }

  return createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // An answer that says more than was offered is the browser's fault; the rest is nobody's business.
      const refused = error instanceof AnswerRefused;
      response.writeHead(refused ? 400 : 500).end(refused ? error.message : 'Something went wrong.');
    });
  });
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
