import { describe, expect, test } from 'vitest';
import { createGate } from '../../gate/gate.ts';
import { langchain, type ToolRequest } from './langchain.ts';
import { answerOf, type Review } from './review.ts';

class ToolMessage {
  readonly content: string;
  constructor(fields: { readonly content: string }) {
    this.content = fields.content;
  }
}

const toolCall = { id: 'c', name: 'deploy', args: { target: 'production' } };
const configurable = { thread_id: 't' };

describe('answerOf', () => {
  test.each([
    [undefined, 'deny'],
    ['approve', 'deny'],
    [{ decisions: 'approve' }, 'deny'],
    [{ decisions: [{ type: 'approve' }, { type: 'approve' }] }, 'deny'],
    [{ decisions: [{ type: 'edit', editedAction: { name: 'other', args: {} } }] }, 'deny'],
    [{ decisions: [{ type: 'edit', editedAction: { name: 'deploy', args: [] } }] }, 'deny'],
    [{ decisions: [{ type: 'reject' }] }, 'deny'],
    [{ decisions: [{ type: 'approve' }] }, 'allow'],
    [{ decisions: [{ type: 'approve', scope: 'for ever', rules: 'all' }] }, 'allow'],
  ])('%j is %s', (resumed, verdict) => {
    const answer = answerOf(resumed, 'deploy');
    expect(answer.verdict).toBe(verdict);
    expect(answer.scope).toBe(undefined);
  });

  test('carries words, an edit, a scope with its rules', () => {
    const read = (decision: object): object => answerOf({ decisions: [decision] }, 'deploy');
    expect(read({ type: 'reject', message: 'Later.' })).toMatchObject({ verdict: 'deny', comment: 'Later.' });
    expect(read({ type: 'edit', editedAction: { name: 'deploy', args: { a: 1 } } })).toMatchObject({
      input: { a: 1 },
    });
    expect(read({ type: 'approve', scope: 'session', rules: ['deploy'] })).toMatchObject({
      scope: 'session',
      rules: ['deploy'],
    });
  });
});

describe('the middleware', () => {
  const run = async (
    policy: Parameters<typeof createGate>[0]['policy'],
    runtime: ToolRequest['runtime'] = { configurable },
  ): Promise<unknown> => {
    const { middleware } = langchain(createGate({ policy }), { ToolMessage });
    return await middleware.wrapToolCall({ toolCall, tool: {}, runtime }, ({ toolCall: { args } }) => args);
  };

  test('runs what is allowed and refuses what is denied, in a message for the model', async () => {
    expect(await run({ allow: ['deploy'] })).toEqual({ target: 'production' });
    expect(
      await run({
        deny: [{ rule: 'deploy', when: { target: { equals: 'production' } }, guidance: 'Never.' }],
      }),
    ).toMatchObject({
      content: expect.stringContaining('Never.') as string,
    });
  });

  test('where the run cannot be interrupted, a question is a no', async () => {
    expect(await run({})).toMatchObject({
      content: expect.stringContaining('Nobody can be asked here.') as string,
    });
  });

  test('interrupts with what LangChain shows, and with the approval', async () => {
    const shown: Review[] = [];
    const resumed = {
      decisions: [{ type: 'edit', editedAction: { name: 'deploy', args: { target: 'staging' } } }],
    };
    const interrupt = (review: Review): unknown => {
      shown.push(review);
      return resumed;
    };
    const asks = {
      ask: ['deploy'],
      deny: [{ rule: 'deploy', when: { target: { equals: 'staging' } }, guidance: 'No.' }],
    };
    expect(await run(asks, { configurable, interrupt })).toMatchObject({
      content: expect.stringContaining('No.') as string,
    });
    expect(shown[0]).toMatchObject({
      actionRequests: [{ name: 'deploy', args: toolCall.args }],
      reviewConfigs: [{ actionName: 'deploy', allowedDecisions: ['approve', 'edit', 'reject'] }],
      approval: { request: { id: 'c', call: { session: 't' } } },
    });
  });

  test('leaves hidden tools out of what the model sees, and refuses what the provider would run', async () => {
    const { middleware } = langchain(createGate({ policy: { tools: { hidden: ['secret'] } } }), {
      ToolMessage,
    });
    const tool = (name: string): object => ({ name, invoke: () => Promise.resolve() });
    const shown = await middleware.wrapModelCall(
      { tools: [tool('secret'), tool('open')], runtime: {} },
      ({ tools }) => tools.length,
    );
    expect(shown).toBe(1);
    const search = middleware.wrapModelCall({ tools: [{ type: 'web_search' }], runtime: {} }, () => 0);
    await expect(search).rejects.toThrow('outside: ["web_search"]');
  });
});
