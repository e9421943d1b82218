import type { Readable, Writable } from 'node:stream';
import { isRecord, parseJson } from '@permesso/engine/call';
import { canElicit, readLines, lineWriter } from '@permesso/gate/mcp-gateway';
import type { Form } from './form.ts';
import type { FormOutcome } from './read-result.ts';

export interface FormClientOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** The program can show forms, and the session is open. */
  readonly ready: () => void;
}

export interface FormClient {
  /** Shows the form. Aborting removes it from the screen and rejects. */
  readonly show: (form: Form, signal: AbortSignal) => Promise<FormOutcome>;
  /** Resolves when the program has gone. */
  readonly gone: Promise<void>;
}

/** Protocol versions in which a server may send requests. Later ones forbid it, so they are not negotiated. */
const versions = ['2025-06-18', '2025-11-25'];

const methodNotFound = -32_601;

/** The program that started us, as an MCP client: we offer it no tools and send it forms. */
export function formClient({ input, output, ready }: FormClientOptions): FormClient {
  const write = lineWriter(output);
  const send = (message: object): void => write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const open = new Map<string, (outcome: Omit<FormOutcome, 'after'>) => void>();
  let sent = 0;
  let shows = false;

  function receiveMessage(message: Readonly<Record<string, unknown>>): void {
    const { id, method } = message;
    if (typeof method !== 'string') {
      if (typeof id !== 'string') return;
      const { result, error } = message;
      const settle = open.get(id);
      // A second answer is ignored.
      open.delete(id);
      settle?.(isRecord(error) ? { error: String(error['message']) } : { result });
      return;
    }
    if (id === undefined) {
      if (method === 'notifications/initialized' && shows) ready();
      return;
    }
    if (method === 'initialize') shows = canElicit(recordAt(recordAt(message, 'params'), 'capabilities'));
    const result = resultFor(method, recordAt(message, 'params'));
    send(
      result === undefined ? { id, error: { code: methodNotFound, message: 'not found' } } : { id, result },
    );
  }

  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const lines = readLines({
    line: (text) => {
      const message = parseJson(text);
      if (isRecord(message)) receiveMessage(message);
    },
    unreadable: () => undefined,
  });
  input.on('data', (bytes: Buffer) => lines.push(bytes));
  for (const event of ['end', 'close', 'error']) input.on(event, () => resolve());
  output.on('error', () => resolve());

  return {
    gone,
    show: (form, signal) => {
      const id = `permesso-${++sent}`;
      const { promise: outcome, resolve: settle, reject } = Promise.withResolvers<FormOutcome>();
      const began = performance.now();
      const onAbort = (): void => {
        if (!open.delete(id)) return;
        send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'no longer needed' } });
        reject(new Error('the form was withdrawn'));
      };
      open.set(id, (said) => {
        signal.removeEventListener('abort', onAbort);
        settle({ ...said, after: Math.round(performance.now() - began) });
      });
      signal.addEventListener('abort', onAbort, { once: true });
      send({ id, method: 'elicitation/create', params: form });
      if (signal.aborted) onAbort();
      return outcome;
    },
  };
}

function resultFor(method: string, params: Readonly<Record<string, unknown>>): object | undefined {
  switch (method) {
    case 'initialize': {
      const wanted = params['protocolVersion'];
      const protocolVersion = versions.find((version) => version === wanted) ?? versions[0];
      return {
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'permesso', title: 'Permesso', version: '1' },
      };
    }
    case 'ping':
      return {};
    // The model gets no tools: nothing here can be called.
    case 'tools/list':
      return { tools: [] };
    default:
      return undefined;
  }
}

function recordAt(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const found = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isRecord(found) ? found : {};
}
