import { describe, expect, test } from 'vitest';
import { guardClient, guardTransport, type McpTransport } from '../../src/mcp/mcp.ts';
import { createGate, fixedWorld, type Gate } from '../../src/index.ts';
import { scriptedApprover } from '../../src/entries/approvers.ts';
import { memoryLog } from '../../src/entries/stores.ts';
import { tools } from './fake-server.ts';

type Json = Record<string, unknown>;

/** A transport to a server that answers everything, and keeps what it was sent. */
function fakeTransport(): McpTransport & { sent: Json[]; options: unknown[]; sessionId: string } {
  const transport = {
    sent: [] as Json[],
    options: [] as unknown[],
    sessionId: 'their own',
    onmessage: undefined as ((message: Json) => void) | undefined,
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message: Json, options?: unknown): Promise<void> => {
      transport.sent.push(message);
      transport.options.push(options);
      const result =
        message['method'] === 'tools/list' ? { tools } : { content: [{ type: 'text', text: 'done' }] };
      if ('id' in message)
        queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id: message['id'], result }));
      return Promise.resolve();
    },
  };
  return transport;
}

/** As the SDKs do it: a client that numbers its requests and waits for their answers. */
class FakeClient {
  transport: unknown;
  #last = 0;
  readonly #waiting = new Map<unknown, (message: Json) => void>();
  #wire:
    | { send: (message: unknown, options?: unknown) => Promise<void>; onmessage?: (message: Json) => void }
    | undefined;

  async connect(transport: McpTransport): Promise<void> {
    this.transport = transport;
    this.#wire = transport as never;
    const onmessage = (message: Json): void => this.#waiting.get(message['id'])?.(message);
    Object.assign(transport, { onmessage });
    await transport.start();
  }

  request(method: string, params: Json, options?: unknown): Promise<Json> {
    const id = this.#last++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      void this.#wire?.send({ jsonrpc: '2.0', id, method, params, undefined: undefined }, options);
    });
  }
}

function gateWith(): Gate {
  return createGate({
    policy: { allow: ['mcp__files__read_file'], deny: ['mcp__files__drop'] },
    approver: scriptedApprover([{ verdict: 'deny', comment: 'Rather not.' }]),
    world: () => fixedWorld(),
  });
}

describe('a guarded client', () => {
  test('lists, calls and reads through the gate, whatever way it takes', async () => {
    const transport = fakeTransport();
    const client = guardClient(new FakeClient(), { gate: gateWith(), server: 'files' });
    await client.connect(transport);
    const listed = (await client.request('tools/list', {})) as { result: { tools: { name: string }[] } };
    expect(listed.result.tools.map(({ name }) => name)).toEqual(['read_file', 'write_file']);
    expect(await client.request('tools/call', { name: 'read_file' }, { timeout: 5 })).toMatchObject({
      id: 1,
      result: { content: [{ text: 'done' }] },
    });
    expect(transport.options.at(-1)).toEqual({ timeout: 5 });
    expect(JSON.stringify(await client.request('tools/call', { name: 'write_file' }))).toContain(
      'Rather not.',
    );
    expect(await client.request('tools/call', { name: 'drop' })).toMatchObject({ error: { code: -32_602 } });
    expect(transport.sent.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });

  test('is guarded before it connects, or not at all', async () => {
    const client = new FakeClient();
    await client.connect(fakeTransport());
    expect(() => guardClient(client, { gate: gateWith(), server: 'files' })).toThrow('before `connect`');
    expect(() => guardTransport(fakeTransport(), { gate: gateWith(), server: 'a__b' })).toThrow('letters');
  });
});

describe('a guarded transport', () => {
  test('is in all else the transport that it was', async () => {
    const transport = fakeTransport();
    const guarded = guardTransport(transport, { gate: gateWith(), server: 'files' });
    expect(guarded.sessionId).toBe('their own');
    guarded.sessionId = 'another';
    expect(transport.sessionId).toBe('another');
    const ends: string[] = [];
    const received = {
      onclose: () => ends.push('closed'),
      onerror: (error: Error) => ends.push(error.message),
    };
    Object.assign(guarded, received);
    transport.onerror?.(new Error('oh'));
    transport.onclose?.();
    expect(ends).toEqual(['oh', 'closed']);
    await expect(guarded.start()).resolves.toBeUndefined();
  });

  test('sends what an object said once, not what it says the second time', async () => {
    const transport = fakeTransport();
    const guarded = guardTransport(transport, { gate: gateWith(), server: 'files' });
    let looks = 0;
    const params = {
      get name(): string {
        return looks++ === 0 ? 'read_file' : 'drop';
      },
    };
    await guarded.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params } as never);
    await expect
      .poll(() => transport.sent.at(-1))
      .toMatchObject({ method: 'tools/call', params: { name: 'read_file' } });
    expect(looks).toBe(1);
  });

  test('does not send what is not a message', async () => {
    const transport = fakeTransport();
    const guarded = guardTransport(transport, { gate: gateWith(), server: 'files' });
    await expect(guarded.send('tools/call' as never)).rejects.toThrow('not an object');
    expect(transport.sent).toEqual([]);
  });
});

test('how a call ended is recorded: the answer, an error of the tool, an error of the server', async () => {
  const log = memoryLog();
  const gate = createGate({ policy: { allow: ['mcp__files__*'] }, log, world: () => fixedWorld() });
  const transport = fakeTransport();
  const answers: Json[] = [
    { result: { content: [] } },
    { result: { isError: true, content: [{ type: 'text', text: 'a secret of the tool' }] } },
    { error: { code: -32_000, message: 'no such file' } },
  ];
  const { send } = transport;
  transport.send = (message: unknown, options?: unknown): Promise<void> => {
    const { id, method } = message as Json;
    if (method !== 'tools/call') return send(message as never, options as never);
    queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, ...answers.shift() } as never));
    return Promise.resolve();
  };
  const client = guardClient(new FakeClient(), { gate, server: 'files' });
  await client.connect(transport);
  for (const path of ['a', 'b', 'c'])
    await client.request('tools/call', { name: 'read_file', arguments: { path } });
  expect(log.entries.map(({ type }) => type).join(' ')).toBe(
    Array.from({ length: 3 }, () => 'decided started ended').join(' '),
  );
  expect(log.entries.flatMap((entry) => (entry.type === 'ended' ? [entry.outcome] : []))).toEqual([
    { ok: true, durationMs: expect.any(Number) },
    { ok: false, error: 'the tool reported an error', durationMs: expect.any(Number) },
    { ok: false, error: 'no such file', durationMs: expect.any(Number) },
  ]);
});
