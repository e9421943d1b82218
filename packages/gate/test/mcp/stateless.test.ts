import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/mcp/protocol/message.ts';
import { objectAt, textAt } from '../../src/mcp/protocol/message.ts';
import { scriptedApprover } from '../../src/entries/approvers.ts';
import { fakeServer, type Answer, type FakeServer } from './fake-server.ts';
import { openHere, textOf, type Here } from './open-here.ts';

const meta = (capabilities: JsonObject): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
const envelope = meta({ elicitation: { form: {} } });
const input = { path: 'a' };
const complete: Answer = ({ method }) =>
  method === 'tools/call'
    ? { result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] } }
    : undefined;

interface Stateless extends Here {
  readonly server: FakeServer;
  readonly call: (more?: JsonObject) => Promise<JsonObject>;
}

function open(answer: Answer = complete): Stateless {
  const server = fakeServer(answer);
  const here = openHere({ servers: { files: server } });
  const call = (more: JsonObject = {}): Promise<JsonObject> =>
    here.ask('tools/call', { name: 'write_file', arguments: input, _meta: envelope, ...more });
  return { ...here, server, call };
}

const stateIn = (answer: JsonObject): string => textAt(objectAt(answer, 'result'), 'requestState') ?? '';
const accepted = (decision: string): JsonObject => ({
  permission: { action: 'accept', content: { decision } },
});

describe('a call of the stateless revision', () => {
  test('that asks is answered with the question, and runs when the client comes back with a yes', async () => {
    const { call, server } = open();
    const first = await call();
    expect(first).toMatchObject({
      result: {
        resultType: 'input_required',
        inputRequests: { permission: { method: 'elicitation/create', params: { mode: 'form' } } },
      },
    });
    expect(server.called()).toEqual([]);
    const second = await call({ requestState: stateIn(first), inputResponses: accepted('Allow once') });
    expect(textOf(second)).toBe('done');
    expect(server.received.at(-1)).not.toMatch(/requestState|inputResponses|permission/);
    expect(JSON.parse(server.received.at(-1) ?? '')).toMatchObject({
      params: { name: 'write_file', arguments: input, _meta: envelope },
    });
  });

  test('that is denied says that it is whole', async () => {
    const { call, server } = open();
    const first = await call();
    const second = await call({
      requestState: stateIn(first),
      inputResponses: { permission: { action: 'decline' } },
    });
    expect(second).toMatchObject({ result: { resultType: 'complete', isError: true } });
    expect(server.called()).toEqual([]);
  });

  test.each([
    ['other arguments', { arguments: { path: '/etc/passwd' } }],
    ['another tool', { name: 'drop' }],
    ['more arguments', { arguments: { ...input, mode: '777' } }],
  ])('cannot carry its yes to %s', async (_, other) => {
    const { call, server } = open();
    const first = await call();
    const moved = await call({
      ...other,
      requestState: stateIn(first),
      inputResponses: accepted('Allow once'),
    });
    expect(JSON.stringify(moved)).toMatch(/isError|input_required/);
    expect(server.called()).toEqual([]);
  });

  test('cannot use its yes twice', async () => {
    const { call, server } = open();
    const yes = { requestState: stateIn(await call()), inputResponses: accepted('Allow once') };
    await call(yes);
    expect(await call(yes)).toMatchObject({ result: { resultType: 'input_required' } });
    expect(server.called()).toHaveLength(1);
  });

  test.each(['proxy-state', '', 'permesso.e30.AAAA'])('cannot make up a state: %s', async (requestState) => {
    const { call, server } = open();
    const answer = await call({ requestState, inputResponses: accepted('Allow once') });
    expect(answer).toMatchObject({ result: { resultType: 'input_required' } });
    expect(server.called()).toEqual([]);
  });

  test('is not asked about again when the server itself wants something', async () => {
    let turn = 0;
    const { call, server } = open(({ method, params }) => {
      if (method !== 'tools/call') return undefined;
      turn++;
      if (turn === 1)
        return {
          result: { resultType: 'input_required', inputRequests: { city: {} }, requestState: 'theirs' },
        };
      expect(params).toMatchObject({
        requestState: 'theirs',
        inputResponses: { city: { action: 'accept' } },
      });
      return { result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] } };
    });
    const first = await call();
    const second = await call({ requestState: stateIn(first), inputResponses: accepted('Allow once') });
    expect(second).toMatchObject({ result: { inputRequests: { city: {} } } });
    const carried = { requestState: stateIn(second), inputResponses: { city: { action: 'accept' } } };
    expect(textOf(await call(carried))).toBe('done');
    expect(server.called()).toHaveLength(2);
    // And the same once more is a new call.
    expect(await call(carried)).toMatchObject({ result: { inputRequests: { permission: {} } } });
  });

  test('a yes to what the server asks does not reach other arguments', async () => {
    const { call, server } = open(({ method }) =>
      method === 'tools/call'
        ? { result: { resultType: 'input_required', requestState: 'theirs' } }
        : undefined,
    );
    const second = await call({
      requestState: stateIn(await call()),
      inputResponses: accepted('Allow once'),
    });
    expect(server.called()).toHaveLength(1);
    const moved = await call({ arguments: { path: 'b' }, requestState: stateIn(second) });
    expect(moved).toMatchObject({ result: { inputRequests: { permission: {} } } });
    expect(server.called()).toHaveLength(1);
  });

  test('of a client that shows no forms is put to the approver', async () => {
    const server = fakeServer(complete);
    const approver = scriptedApprover([{ verdict: 'allow' }]);
    const here = openHere({ servers: { files: server }, approver });
    const answer = await here.ask('tools/call', { name: 'write_file', arguments: input, _meta: meta({}) });
    expect(textOf(answer)).toBe('done');
    expect(approver.asked).toHaveLength(1);
  });

  test('of a client that nobody trusts with questions is put to the approver', async () => {
    const server = fakeServer(complete);
    const approver = scriptedApprover([{ verdict: 'deny', comment: 'Not today.' }]);
    const here = openHere({ servers: { files: server }, approver, elicits: false });
    const answer = await here.ask('tools/call', { name: 'write_file', arguments: input, _meta: envelope });
    expect(textOf(answer)).toContain('Not today.');
    expect(server.called()).toEqual([]);
  });
});
