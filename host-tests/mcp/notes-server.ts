/**
 * A server of the stateless revision, by the official SDK: `notes-server.ts FOLDER` on its standard streams, with
 * `--http` on a port of this machine, which it prints.
 */
import { createServer } from 'node:http';
import { load } from './install.ts';

const [, , folder = '', flag] = process.argv;

interface Server {
  registerTool: (name: string, about: object, run: () => Promise<object>) => void;
}

interface Sdk {
  McpServer: new (...args: readonly unknown[]) => Server;
  createMcpHandler: (make: () => Server) => { fetch: (request: Request) => Promise<Response> };
}

const { McpServer, createMcpHandler } = await load<Sdk>(folder, 'server/dist/index.mjs');
const { z } = await load<{
  z: { object: (shape: object) => unknown; string: () => { optional: () => unknown } };
}>(folder, '../zod/index.js');

function makeServer(): Server {
  const server = new McpServer({ name: 'notes', version: '1' }, { capabilities: { tools: {} } });
  for (const name of ['write_file', 'edit_file', 'move_file', 'ping_tool']) {
    const about = { description: `Does ${name}.`, inputSchema: z.object({ path: z.string().optional() }) };
    server.registerTool(name, about, () =>
      Promise.resolve({ content: [{ type: 'text', text: `did ${name}` }] }),
    );
  }
  return server;
}

if (flag === '--http') {
  const handler = createMcpHandler(makeServer);
  const front = createServer((request, response) => {
    void (async () => {
      const portions: Buffer[] = [];
      for await (const portion of request) portions.push(portion as Buffer);
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      );
      const body = request.method === 'POST' ? { body: Buffer.concat(portions) } : {};
      const reply = await handler.fetch(
        new Request(`http://127.0.0.1${request.url ?? '/'}`, {
          method: request.method ?? 'GET',
          headers,
          ...body,
        }),
      );
      response.writeHead(reply.status, Object.fromEntries(reply.headers));
      if (reply.body !== null) for await (const portion of reply.body) response.write(portion);
      response.end();
    })();
  });
  front.listen(0, '127.0.0.1', () => {
    const address = front.address();
    process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : ''}\n`);
  });
} else {
  const { serveStdio } = await load<{ serveStdio: (make: () => Server) => void }>(
    folder,
    'server/dist/stdio.mjs',
  );
  serveStdio(makeServer);
}
