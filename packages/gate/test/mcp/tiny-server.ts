/**
 * The smallest MCP server that still can be attacked: two tools that do nothing, one that ends it. What reaches it is
 * written to the file that it is started with.
 */
import { appendFileSync } from 'node:fs';

type Json = Record<string, unknown>;

const [, , log = '/dev/null'] = process.argv;

const tools = ['read_note', 'write_note', 'drop_notes', 'crash'].map((name) => ({
  name,
  description: `Does ${name} with all the notes that there are.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}));

function answer({ method, params = {} }: { method?: unknown; params?: Json }): Json | undefined {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'tiny', version: '1' },
    };
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call' && params['name'] === 'crash') process.exit(3);
  if (method === 'tools/call') return { content: [{ type: 'text', text: `did ${String(params['name'])}` }] };
  return method === 'ping' ? {} : undefined;
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (portion: string) => {
  const lines = (rest + portion).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    appendFileSync(log, `${line}\n`);
    const { id, ...message } = JSON.parse(line) as Json;
    if (id === undefined) continue;
    const result = answer(message);
    const said = result === undefined ? { error: { code: -32_601, message: 'no such method' } } : { result };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
  }
});
