import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { isRecord, messageOf, parseJson } from '@permesso/engine/call';
import { announceBridge, prepareBridges, socketAddress } from './bridges.ts';
import type { Form } from './form.ts';
import { formClient, type FormClient } from './form-client.ts';
import { processFacts } from '@permesso/gate/payloads';
import { readRequestLine } from './request-line.ts';
import { newSeal, sealedText, titleFor, type Seal } from './seal.ts';

export interface BridgeOptions {
  /** From and to the agent program that started the bridge. */
  readonly input: Readable;
  readonly output: Writable;
  /** This user's state directory. */
  readonly state: string;
}

/**
 * A stdio MCP server without tools, between the hooks of an agent program and its window. It shows the forms that
 * hooks send it, one at a time, and signs the results. It decides nothing and writes no grant. Resolves when the
 * program has gone.
 */
export async function serveBridge({ input, output, state }: BridgeOptions): Promise<void> {
  // Not in the hook's bundle: it would load streams at every call.
  const { createServer } = await import('node:net');
  const [own, host] = [processFacts(process.pid), processFacts(process.ppid)];
  // Without /proc a hook cannot tell us from an impostor, so this server is of no use.
  const canBeFound = own !== undefined && host !== undefined;
  const seal = newSeal();
  process.title = titleFor(seal.publicKey);
  const name = `${process.pid}.${randomBytes(6).toString('hex')}.sock`;
  const leaving: (() => void)[] = [];
  const client = formClient({
    input,
    output,
    ready: () => {
      if (!canBeFound || leaving.length > 0) return;
      prepareBridges(state);
      const address = socketAddress(state, name);
      const server = createServer(servingForms(client, seal));
      server.listen(address.path, () => {
        chmodSync(address.path, 0o600);
        const { pid, started } = own;
        leaving.push(announceBridge(state, host, { pid, started, socket: name, publicKey: seal.publicKey }));
      });
      server.on('error', (error) => process.stderr.write(`permesso bridge: ${error.message}\n`));
      leaving.push(() => server.close(() => address.close()));
    },
  });
  await client.gone;
  for (const leave of leaving.toReversed()) leave();
}

/** One request per connection. Closing it before the answer removes the form from the screen. */
function servingForms(client: FormClient, seal: Seal): (socket: Socket) => void {
  const seen = new Set<string>();
  let queue: Promise<void> = Promise.resolve();
  return (socket) => {
    const closed = new AbortController();
    socket.on('close', () => closed.abort());
    // An aborted connection counts as a close.
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    readRequestLine(socket, (line) => {
      const request = parseRequest(line);
      // A request seen before is a replay.
      if (request === undefined || seen.has(request.nonce)) {
        socket.destroy();
        return;
      }
      seen.add(request.nonce);
      // One form at a time: with two on the screen, one key would answer both.
      const before = queue;
      queue = (async () => {
        await before;
        if (closed.signal.aborted) return;
        const outcome = JSON.stringify(await shown(client, request.form, closed.signal));
        const { nonce } = request;
        const signature = seal.sign(sealedText({ nonce, request: line, outcome }));
        if (!socket.destroyed) socket.end(`${JSON.stringify({ nonce, outcome, signature })}\n`);
      })();
    });
  };
}

async function shown(client: FormClient, form: Form, signal: AbortSignal): Promise<object> {
  try {
    return await client.show(form, signal);
  } catch (error) {
    return { error: messageOf(error), after: 0 };
  }
}

function parseRequest(line: string): { readonly nonce: string; readonly form: Form } | undefined {
  const value: unknown = parseJson(line);
  if (!isRecord(value) || typeof value['nonce'] !== 'string' || !isRecord(value['form'])) return undefined;
  return { nonce: value['nonce'], form: value['form'] as unknown as Form };
}
