import { load } from './install.ts';

/** What the cases need of a client, whichever SDK it is. */
export interface Caller {
  readonly list: () => Promise<readonly string[]>;
  /** The text of the result, marked where the tool failed; or the error, with its code. */
  readonly call: (name: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly close: () => Promise<void>;
}

export type Way =
  | { readonly by: 'stdio'; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly by: 'http'; readonly url: string };

export interface ClientOptions {
  /** What the person chooses when asked; a client that cannot ask when absent. */
  readonly decision?: string;
  /** Told of each question. */
  readonly asked?: (message: string) => void;
}

export type OpenClient = (way: Way, options?: ClientOptions) => Promise<Caller>;

interface SdkClient {
  setRequestHandler: (what: unknown, handler: (request: Asked) => unknown) => void;
  connect: (transport: unknown) => Promise<void>;
  listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool: (call: unknown) => Promise<Result>;
  close: () => Promise<void>;
}

interface Asked {
  readonly params: { readonly message: string };
}

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
}

type Make<T> = new (...args: readonly unknown[]) => T;

const identity = { name: 'permesso-tests', version: '0' };

function capabilities({ decision }: ClientOptions): object {
  return decision === undefined ? {} : { elicitation: { form: {} } };
}

function answering({ decision, asked }: ClientOptions): (request: Asked) => unknown {
  return ({ params }) => {
    asked?.(params.message);
    return Promise.resolve({ action: 'accept', content: { decision } });
  };
}

function callerOf(client: SdkClient): Caller {
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input) => {
      try {
        const { content, isError } = await client.callTool({ name, arguments: input });
        return `${isError === true ? 'refused: ' : ''}${content?.[0]?.text ?? ''}`;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        return `error ${code}: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
    close: () => client.close(),
  };
}

/** The official SDK up to revision 2025-11-25. */
export async function firstGeneration(folder: string): Promise<OpenClient> {
  const { Client } = await load<{ Client: Make<SdkClient> }>(folder, 'sdk/dist/esm/client/index.js');
  const stdio = await load<{ StdioClientTransport: Make<unknown> }>(folder, 'sdk/dist/esm/client/stdio.js');
  const http = await load<{ StreamableHTTPClientTransport: Make<unknown> }>(
    folder,
    'sdk/dist/esm/client/streamableHttp.js',
  );
  const { ElicitRequestSchema } = await load<{ ElicitRequestSchema: unknown }>(
    folder,
    'sdk/dist/esm/types.js',
  );
  return async (way, options = {}) => {
    const client = new Client(identity, { capabilities: capabilities(options) });
    if (options.decision !== undefined) client.setRequestHandler(ElicitRequestSchema, answering(options));
    await client.connect(
      way.by === 'stdio'
        ? new stdio.StdioClientTransport({
            command: process.execPath,
            args: way.args,
            env: way.env,
            stderr: 'ignore',
          })
        : new http.StreamableHTTPClientTransport(new URL(way.url)),
    );
    return callerOf(client);
  };
}

/** Its successor, which speaks both eras: as a session, or stateless where the server can. */
export async function secondGeneration(
  folder: string,
  { stateless }: { readonly stateless: boolean },
): Promise<OpenClient> {
  const sdk = await load<{ Client: Make<SdkClient>; StreamableHTTPClientTransport: Make<unknown> }>(
    folder,
    'client/dist/index.mjs',
  );
  const stdio = await load<{ StdioClientTransport: Make<unknown> }>(folder, 'client/dist/stdio.mjs');
  return async (way, options = {}) => {
    const client = new sdk.Client(identity, {
      capabilities: capabilities(options),
      ...(stateless ? { versionNegotiation: { mode: 'auto' } } : {}),
    });
    if (options.decision !== undefined) client.setRequestHandler('elicitation/create', answering(options));
    await client.connect(
      way.by === 'stdio'
        ? new stdio.StdioClientTransport({
            command: process.execPath,
            args: way.args,
            env: way.env,
            stderr: 'ignore',
          })
        : new sdk.StreamableHTTPClientTransport(new URL(way.url)),
    );
    return callerOf(client);
  };
}
