/** A chat in the browser: the agent waits, a card shows the request, and the answer comes with the next HTTP request. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnswerRefused, createGate, type Answer, type Approval, type Principal } from '@permesso/gate';
import { memoryApprovals } from '@permesso/gate/stores';
import { aiSdk } from '@permesso/gate/ai-sdk';

const approvals = memoryApprovals();
const gate = createGate({ policy: { ask: [{ rule: 'refund', message: 'Moves money.' }] } });
const paid: number[] = [];
const refund = { execute: ({ amount }: { amount: number }) => paid.push(amount) };
/** For each request. `principal` comes from your own sign-in. */
const guardOf = (principal: Principal) => aiSdk(gate, { principal, approvals, scopes: ['once', 'session'] });
const sessions = new Map([
  ['cookie-of-ann', { tenant: 'acme', user: 'ann', session: 'chat-1' }],
  ['cookie-of-eve', { tenant: 'acme', user: 'eve', session: 'chat-2' }],
]);

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return JSON.parse(text) as Record<string, unknown>;
}

const server = createServer((request, response) => {
  const principal = sessions.get(request.headers.cookie ?? '');
  if (principal === undefined) return void response.writeHead(401).end();
  const guard = guardOf(principal);
  const reply = async (): Promise<unknown> => {
    if (request.url === '/pending') return await guard.pending();
    const { id, verdict, rules } = await jsonOf(request);
    const answer: Answer =
      verdict === 'allow'
        ? { verdict, scope: 'session', rules: rules as readonly string[], by: principal.user }
        : { verdict: 'deny', by: principal.user };
    // Refused unless the rule was offered, and this person's request: a body may hold anything.
    return { answered: await guard.answer(String(id), answer) };
  };
  reply().then(
    (body) => response.end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(error instanceof AnswerRefused ? 400 : 500).end('{}'),
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/** What a browser gets. */
const { port } = server.address() as AddressInfo;
async function get(cookie: string, path: string, body?: object): Promise<string> {
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie }, ...post });
  return `${response.status} ${await response.text()}`;
}

// The agent's turn. The AI SDK calls this itself: `generateText({ tools, toolApproval: guard.toolApproval })`.
const guard = guardOf({ tenant: 'acme', user: 'ann', session: 'chat-1' });
const tools = guard.guardTools({ refund });
const toolCall = { toolCallId: 'call-1', toolName: 'refund', input: { amount: 20 } };
assert.equal((await guard.toolApproval({ toolCall, tools, messages: [] })).type, 'user-approval');

const shown = await get('cookie-of-ann', '/pending');
const [card] = JSON.parse(shown.slice(4)) as Approval[];
assert.match(card?.request.decision.message ?? '', /Moves money/);
assert.equal(await get('cookie-of-eve', '/pending'), '200 []');
assert.equal(await get('nobody', '/pending'), '401 ');
const allow = { id: card?.id, verdict: 'allow', rules: card?.request.decision.suggestions[0]?.rules };
assert.equal(await get('cookie-of-eve', '/answer', allow), '200 {"answered":false}');
assert.equal(await get('cookie-of-ann', '/answer', { ...allow, rules: ['*'] }), '400 {}');
assert.equal(await get('cookie-of-ann', '/answer', allow), '200 {"answered":true}');
await (tools.refund.execute as (input: object, about: object) => unknown)(toolCall.input, toolCall);
assert.deepEqual(paid, [20]);
server.close();
server.closeAllConnections();
process.stdout.write('web chat: the person of the chat answered, and nobody else\n');
