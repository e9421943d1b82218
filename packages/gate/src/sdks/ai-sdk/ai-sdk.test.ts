import { describe, expect, test } from 'vitest';
import { createGate } from '../../gate/gate.ts';
import { aiSdk } from './ai-sdk.ts';
import { answerIn } from './approval-parts.ts';

const request = { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' };
const response = { type: 'tool-approval-response', approvalId: 'a', approved: true };
const assistant = (...content: readonly object[]): object => ({ role: 'assistant', content });
const tool = (...content: readonly object[]): object => ({ role: 'tool', content });

describe('answerIn', () => {
  test.each([
    ['no messages', [], undefined],
    ['a request without an answer', [assistant(request)], undefined],
    ['an answer without its request', [tool(response)], undefined],
    ['an answer about another call', [assistant({ ...request, toolCallId: 'd' }), tool(response)], undefined],
    ['text and garbage', [{ role: 'user', content: 'hi' }, null, 7, {}, { content: [null, 'x'] }], undefined],
    ['yes', [assistant(request), tool(response)], { verdict: 'allow', from: 'ai-sdk' }],
    [
      'yes, then no',
      [assistant(request), tool(response), tool({ ...response, approved: false, reason: 'no' })],
      { verdict: 'deny', from: 'ai-sdk', comment: 'no' },
    ],
    // Not a boolean: nothing that a browser can send counts as an approval but the one word.
    [
      'something like yes',
      [assistant(request), tool({ ...response, approved: 'true' })],
      { verdict: 'deny', from: 'ai-sdk' },
    ],
  ])('%s', (_name, messages, expected) => {
    expect(answerIn(messages, 'c')).toEqual(expected);
  });
});

describe('aiSdk', () => {
  const gate = createGate({
    policy: { allow: ['ok'], deny: ['mcp__files__delete', 'gone'], tools: { hidden: ['secret'] } },
  });
  const execute = (): string => 'ran';

  test('gives every tool its verdict in a status that the SDK knows', async () => {
    const { toolApproval } = aiSdk(gate);
    const statuses = [];
    for (const toolName of ['ok', 'gone', 'other', '__proto__'])
      statuses.push(
        (await toolApproval({ toolCall: { toolName, toolCallId: toolName, input: {} }, messages: [] })).type,
      );
    expect(statuses).toEqual(['approved', 'denied', 'user-approval', 'user-approval']);
  });

  test('a deny of a file binds the tools of an MCP server, with and without its name', async () => {
    const files = createGate({ policy: { allow: ['mcp', 'read_text_file'], deny: ['Read(**/.env*)'] } });
    for (const options of [{ server: 'files' }, {}]) {
      const { toolApproval } = aiSdk(files, options);
      const status = async (path: string): Promise<unknown> =>
        (
          await toolApproval({
            toolCall: { toolName: 'read_text_file', toolCallId: path, input: { path } },
            messages: [],
          })
        ).type;
      expect(await status('.env')).toBe('denied');
      expect(await status('README.md')).toBe('approved');
    }
  });

  test('an input that is not an object is denied', async () => {
    const { toolApproval } = aiSdk(gate);
    for (const input of ['text', null, undefined, [1]])
      expect(
        await toolApproval({ toolCall: { toolName: 'ok', toolCallId: 'c', input }, messages: [] }),
      ).toMatchObject({
        type: 'denied',
      });
  });

  test('receives a no, and nothing but a no', async () => {
    const guard = aiSdk(gate, { session: 's' });
    for (const toolCallId of ['c', 'd'])
      await guard.toolApproval({ toolCall: { toolName: 'other', toolCallId, input: {} }, messages: [] });
    const about = (id: string, approved: boolean): readonly object[] => [
      assistant({ ...request, approvalId: id, toolCallId: id }),
      tool({ ...response, approvalId: id, approved }),
    ];
    await guard.observe([...about('c', false), ...about('d', true)]);
    expect((await guard.pending('s')).map((one) => one.request.id)).toEqual(['d']);
  });

  test('leaves hidden tools out, and what is denied without condition', () => {
    const tools = aiSdk(gate).guardTools({ ok: { execute }, secret: { execute }, gone: { execute } });
    expect(Object.keys(tools)).toEqual(['ok']);
  });

  test('knows the tools of an MCP server by their server', () => {
    const tools = aiSdk(gate).guardTools({ delete: { execute }, list: { execute } }, { server: 'files' });
    expect(Object.keys(tools)).toEqual(['list']);
  });

  test('keeps what else a tool is, and takes nothing from the one it was given', () => {
    const own = { description: 'd', inputSchema: {}, execute };
    const { ok } = aiSdk(gate).guardTools({ ok: own });
    expect(ok).toMatchObject({ description: 'd', inputSchema: own.inputSchema });
    expect(own.execute).toBe(execute);
  });
});
