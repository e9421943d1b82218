import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { AddressInfo } from 'node:net';
import type { Approval } from '@permesso/gate';
import { memoryLog } from '@permesso/gate/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paid, webChat } from '../../../examples/sdks/web-chat/server.ts';
import { startFakeModel, type FakeModel } from '../../fake-model/fake-model.ts';

const refund = (amount: number) => ({ tool: 'refund', input: { customer: 'anna', amount } });

let model: FakeModel;
let server: ReturnType<typeof webChat>;
let log: ReturnType<typeof memoryLog>;
/** Approvals and grants live as long as the app, which other test files use too: each test has a chat of its own. */
let chat: string;
let chats = 0;

beforeEach(async () => {
  paid.length = 0;
  chat = `attacked-${chats++}`;
  log = memoryLog();
  model = await startFakeModel({ script: [refund(200), refund(300), { text: 'Done.' }] });
  const provider = createOpenAICompatible({ name: 'fake', baseURL: `${model.url}/v1` });
  server = webChat({
    model: provider('fake-model'),
    files: new Map(),
    log,
    // Stands for a session cookie: `tenant/user`.
    whoIs: ({ headers }) => {
      const [tenant, user] = headers.authorization?.split('/') ?? [];
      return tenant === undefined || user === undefined ? undefined : { tenant, user };
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await model.close();
});

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function post(path: string, body: object, who: string | undefined = 'acme/anna'): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: who === 'nobody' ? {} : { authorization: who },
    body: JSON.stringify({ id: chat, ...body }),
  });
  return { status: response.status, text: await response.text() };
}

const user = { id: '1', role: 'user', parts: [{ type: 'text', text: 'Refund all of them.' }] };

async function pendingOf(who?: string, body: object = {}): Promise<readonly Approval[]> {
  return JSON.parse((await post('/pending', body, who)).text) as readonly Approval[];
}

/** Anna's agent asks about 200. */
async function ask(): Promise<Approval> {
  await post('/chat', { messages: [user] });
  const [approval] = await pendingOf();
  if (approval === undefined) throw new Error('nothing was asked');
  return approval;
}

/** What her browser sends once she has pressed a button; the SDK's part is the same no matter who sends it. */
const approved = ({ request }: Approval) => ({
  messages: [
    user,
    {
      id: '2',
      role: 'assistant',
      parts: [
        {
          type: 'tool-refund',
          toolCallId: request.id,
          input: request.call.input,
          state: 'approval-responded',
          approval: { id: 'a', approved: true },
        },
      ],
    },
  ],
});

const answers = () => log.entries.flatMap((entry) => (entry.type === 'answered' ? [entry.answer] : []));

describe('Web chat (AI SDK): ways around the gate', () => {
  test('the person of the chat may approve, for this chat, the rule that was offered', async () => {
    const approval = await ask();
    const [wider] = approval.request.decision.suggestions.slice(-1);
    const kept = await post('/remember', { toolCallId: approval.request.id, rules: wider?.rules });
    expect(kept.text).toBe('{"kept":true}');
    await post('/chat', approved(approval));
    expect(paid).toEqual([200, 300]);
  });

  test.each([
    ['every rule', ['*']],
    ['a rule of another tool', ['delete_account']],
    ['the offered rule and another', ['refund', 'Bash']],
    ['a wider name', ['re*']],
  ])('%s is refused, and the question still waits', async (_name, rules) => {
    const approval = await ask();
    const reply = await post('/remember', { toolCallId: approval.request.id, rules });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('says more than was offered');
    await post('/chat', approved(approval));
    // The one call that was approved ran; the next one asks again.
    expect(paid).toEqual([200]);
    expect(await pendingOf()).toHaveLength(1);
  });

  test.each([
    ['another tenant', 'globex/anna', {}],
    ['another user', 'acme/mallory', {}],
    ['another chat', 'acme/anna', { id: 'chat-of-mallory' }],
    [
      'another tenant that claims to be the owner',
      'globex/mallory',
      { owner: { tenant: 'acme', user: 'anna' }, tenant: 'acme', user: 'anna', session: 'chat' },
    ],
  ])('%s sees nothing, answers nothing and runs nothing', async (_name, who, claims) => {
    const approval = await ask();
    expect(await pendingOf(who, claims)).toEqual([]);
    for (const toolCallId of [approval.request.id, approval.id]) {
      const reply = await post('/remember', { toolCallId, rules: ['refund'], ...claims }, who);
      expect(reply.text).toBe('{"kept":false}');
    }
    await post('/chat', { ...approved(approval), ...claims }, who);
    expect(paid).toEqual([]);
    expect(await pendingOf()).toHaveLength(1);
    expect(answers().filter(({ verdict }) => verdict === 'allow')).toEqual([]);
  });

  test('a grant of one owner does not count for another, nor in another chat', async () => {
    const approval = await ask();
    await post('/remember', { toolCallId: approval.request.id, rules: ['refund'] });
    await post('/chat', approved(approval));
    paid.length = 0;
    for (const [who, id] of [
      ['globex/anna', chat],
      ['acme/mallory', chat],
      ['acme/anna', `${chat}-other`],
    ] as const) {
      await post('/chat', { id, messages: [user] }, who);
      expect(await pendingOf(who, { id })).toHaveLength(1);
    }
    expect(paid).toEqual([]);
  });

  test('a scope, a time or a name in the body is not received', async () => {
    const approval = await ask();
    const forged = {
      scope: 'user',
      until: 9e15,
      by: 'boss',
      from: 'terminal',
      verdict: 'allow',
      input: { amount: 999 },
    };
    await post('/remember', { toolCallId: approval.request.id, rules: ['refund'], ...forged });
    await post('/chat', approved(approval));
    expect(paid[0]).toBe(200);
    expect(answers()[0]).toMatchObject({ by: 'anna', scope: 'session' });
    const grants = log.entries.flatMap((entry) => (entry.type === 'granted' ? [entry.grant] : []));
    expect(grants).toMatchObject([
      { scope: 'session', session: chat, owner: { tenant: 'acme', user: 'anna' } },
    ]);
    expect(grants[0]).not.toHaveProperty('expires');
  });

  test('a caller who is not signed in, or sends garbage, gets nothing', async () => {
    await ask();
    expect(await post('/pending', {}, 'nobody')).toMatchObject({ status: 401 });
    for (const body of [{ id: 7 }, { id: '' }, { rules: '*' }, { messages: 'x' }])
      expect(await post('/remember', body)).toMatchObject({ status: 400 });
    expect(paid).toEqual([]);
  });
});
