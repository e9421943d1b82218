/**
 * An MCP client inside your program: every call of a server's tools is decided before it is sent. Works with the clients of the
 * official SDKs; here a few lines stand for the client and the server, so that nothing must be installed.
 */
import assert from 'node:assert/strict';
import { createGate, type Approver } from '@permesso/gate';
import { guardTransport } from '@permesso/gate/mcp';

const reached: string[] = [];

interface Message {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly [key: string]: unknown;
}

interface Transport {
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly send: (message: Message) => Promise<void>;
  onmessage?: (message: Message) => void;
}

/** The way to a server. In production: `new StdioClientTransport({ command, args })` of the official SDK. */
function filesServer(): Transport {
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => {
      const { id } = message;
      const params = message['params'] as { name: string; arguments: { path: string } };
      reached.push(`${params.name} ${params.arguments.path}`);
      const result = { content: [{ type: 'text', text: 'done' }] };
      queueMicrotask(() => transport.onmessage?.({ jsonrpc: '2.0', id, result }));
    },
  };
  return transport;
}

const asked: string[] = [];
const approver: Approver = async ({ call }) => {
  asked.push(call.tool);
  return { verdict: 'deny', comment: 'Write to the drafts folder instead.' };
};
const gate = createGate({
  policy: { allow: ['mcp__files__read_*'], ask: ['mcp__files__write_file'], deny: ['Read(**/.env*)'] },
  approver,
});

// With the SDK: guardClient(new Client({ name: 'app', version: '1' }), { gate, server: 'files' }).
const transport = guardTransport(filesServer(), { gate, server: 'files', cwd: '/srv/app' });
const answers = new Map<unknown, (text: string) => void>();
Object.assign(transport, {
  onmessage: (message: { readonly id: unknown }) => answers.get(message.id)?.(JSON.stringify(message)),
});
await transport.start();
let last = 0;
async function callTool(name: string, path: string): Promise<string> {
  const id = ++last;
  const answer = new Promise<string>((resolve) => answers.set(id, resolve));
  const params = { name, arguments: { path } };
  await transport.send({ jsonrpc: '2.0', id, method: 'tools/call', params });
  return await answer;
}

assert.match(await callTool('read_file', 'notes.txt'), /done/);
// A rule about files binds the tool, although nobody has described it.
assert.match(await callTool('read_file', '.env'), /isError/);
assert.match(await callTool('write_file', 'plan.md'), /Write to the drafts folder instead/);
assert.deepEqual(reached, ['read_file notes.txt']);
assert.deepEqual(asked, ['mcp__files__write_file']);
process.stdout.write('MCP client: one of three calls has reached the server\n');
