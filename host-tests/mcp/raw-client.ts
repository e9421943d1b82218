import { spawn, type ChildProcess } from 'node:child_process';

export type Json = Readonly<Record<string, unknown>>;

/** A client that writes what it likes. */
export interface RawClient {
  readonly child: ChildProcess;
  readonly write: (bytes: Buffer | string) => Promise<void>;
  /** Sends a request and waits for its answer. */
  readonly ask: (method: string, params?: Json) => Promise<Json>;
  readonly initialize: () => Promise<void>;
  readonly over: Promise<number | null>;
}

const patience = 60_000;

export function rawClient(args: readonly string[], env: Readonly<Record<string, string>>): RawClient {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<unknown, (message: Json) => void>();
  const portions: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => {
    portions.push(bytes);
    if (!bytes.includes(10)) return;
    const lines = Buffer.concat(portions.splice(0)).toString().split('\n');
    portions.push(Buffer.from(lines.pop() ?? ''));
    for (const line of lines) {
      const message = JSON.parse(line) as Json | readonly Json[];
      for (const one of [message].flat()) waiting.get(one['id'])?.(one);
    }
  });
  child.stdin.on('error', () => undefined);
  const over = new Promise<number | null>((resolve) => child.on('close', resolve));
  let last = 0;
  const write = (bytes: Buffer | string): Promise<void> =>
    new Promise((resolve) => {
      if (child.stdin.write(bytes)) resolve();
      else child.stdin.once('drain', () => resolve());
    });
  const ask: RawClient['ask'] = (method, params = {}) =>
    new Promise((resolve, reject) => {
      // No hostile message bears such an id.
      const id = `ask-${++last}`;
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), patience);
      void over.then((code) => reject(new Error(`the gateway has ended with ${code}`)));
      waiting.set(id, (message) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(message);
      });
      void write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  return {
    child,
    write,
    ask,
    over,
    initialize: async () => {
      const clientInfo = { name: 'raw', version: '0' };
      await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      await write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    },
  };
}
