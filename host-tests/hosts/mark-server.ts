import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** An MCP server on stdio with one tool, `mark`, that writes a file: proof that an MCP call ran. */
interface Request {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly arguments?: { readonly path?: string; readonly text?: string };
  };
}

const mark = {
  name: 'mark',
  description: 'Writes a text to a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, text: { type: 'string' } },
    required: ['path', 'text'],
  },
};

function answer({ method, params }: Request): unknown {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'mark', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools: [mark] };
    case 'tools/call':
      writeFileSync(params?.arguments?.path ?? '', params?.arguments?.text ?? '');
      return { content: [{ type: 'text', text: 'marked' }] };
    default:
      return {};
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) continue;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: answer(request) })}\n`);
}
