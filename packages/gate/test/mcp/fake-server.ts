import type { JsonObject } from '../../src/mcp/protocol/message.ts';
import { readMessage } from '../../src/mcp/protocol/read-message.ts';
import type { OpenWire, WireEvents } from '../../src/mcp/transports/wire.ts';

/** A server in this process that keeps what reached it and answers as it is told. */
export interface FakeServer {
  readonly open: OpenWire;
  /** Every message that reached it, as text. */
  readonly received: string[];
  readonly methods: () => readonly unknown[];
  /** Names of tools that were really called. */
  readonly called: () => readonly unknown[];
  readonly says: (value: JsonObject | string) => void;
  readonly dies: () => void;
  readonly starts: () => number;
}

export type Answer = (request: JsonObject) => JsonObject | undefined;

export const tools: readonly JsonObject[] = ['read_file', 'write_file', 'drop'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
}));

/** Answers like a small server of files; `answer` comes first. */
export function fakeServer(answer: Answer = () => undefined): FakeServer {
  const received: string[] = [];
  let events: WireEvents | undefined;
  let starts = 0;
  const say = (value: JsonObject | string, to: WireEvents | undefined): void => {
    const found = readMessage(typeof value === 'string' ? value : JSON.stringify(value));
    if ('message' in found) to?.message(found.message);
  };
  const parsed = (): readonly JsonObject[] => received.map((text) => JSON.parse(text) as JsonObject);
  return {
    received,
    methods: () => parsed().map((value) => value['method'] ?? 'an answer'),
    called: () =>
      parsed().flatMap((value) =>
        value['method'] === 'tools/call' ? [(value['params'] as JsonObject)['name']] : [],
      ),
    says: (value) => say(value, events),
    dies: () => events?.ended('the server has ended (SIGKILL)'),
    starts: () => starts,
    open: (told) => {
      starts++;
      events = told;
      return {
        close: () => undefined,
        send: ({ text, value, id }) => {
          received.push(text);
          if (id === undefined) return;
          queueMicrotask(() => {
            const result = answer({ ...value, id }) ?? standard(value);
            if (result['silent'] !== true) say({ jsonrpc: '2.0', id, ...result }, told);
          });
        },
      };
    },
  };
}

/** An answer that never comes. */
export const silent: JsonObject = { silent: true };

function standard(request: JsonObject): JsonObject {
  switch (request['method']) {
    case 'initialize':
      return {
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'fake', version: '0' },
        },
      };
    case 'tools/list':
      return { result: { tools } };
    case 'tools/call':
      return { result: { content: [{ type: 'text', text: 'done' }] } };
    default:
      return { result: {} };
  }
}
