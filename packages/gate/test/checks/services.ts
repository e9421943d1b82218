import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Service {
  readonly url: string;
  /** What it was sent, in its order. */
  readonly bodies: readonly unknown[];
  readonly close: () => Promise<void>;
}

/** A real server on this machine that answers as it is told. */
export async function serve(path: string, answer: RequestListener): Promise<Service> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    bodies: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface OpaQuestion {
  readonly input: { readonly tool: string; readonly input: { readonly amount?: number } };
}

/** OPA's data API over one rule: refunds up to 50, and nothing is said of other tools. */
export async function serveOpa(): Promise<Service> {
  const bodies: unknown[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await json(request)) as OpaQuestion;
    bodies.push(body);
    const allow = (body.input.input.amount ?? 0) <= 50;
    const result = allow ? { allow } : { allow, reason: 'refunds end at 50' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body.input.tool === 'refund' ? { result } : {}));
  };
  const service = await serve('/v1/data/agents/refund', (request, response) => {
    reply(request, response).catch(() => response.destroy());
  });
  return { ...service, bodies };
}
