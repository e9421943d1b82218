import { checkOptions } from '@permesso/engine/policy';
import { randomUUID } from 'node:crypto';
import { definedFields } from '@permesso/engine/call';
import { answerScopes, type Approver } from '@permesso/protocol/approval';
import type { Gate } from '../../gate/gate.ts';
import { readMessage } from '../protocol/read-message.ts';
import { requestStates } from '../protocol/request-state.ts';
import type { Route } from '../route.ts';
import { openSession, type Session } from '../session.ts';
import { createMessageCounts } from '../message-counts.ts';
import { nameProblem } from '../read-servers.ts';
import type { OpenWire, WireEvents } from './wire.ts';

/** The part of an MCP transport that both generations of the official SDKs share. */
export interface McpTransport {
  start: () => Promise<void>;
  // Each SDK has its own types for messages.
  send: (message: never, options?: never) => Promise<void>;
  close: () => Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

/** The server behind the gate, and who is asked about its calls. */
export interface McpGuardOptions {
  readonly gate: Gate;
  /** The server's name in rules: `mcp__NAME__tool`. */
  readonly server: string;
  /** Asked instead of the gate's own approver. */
  readonly approver?: Approver;
  /** The agent's session. Defaults to one per transport. */
  readonly session?: string;
  /** Where relative paths in arguments start. Defaults to this process's directory. */
  readonly cwd?: string;
  /** Called for each message that was not forwarded. */
  readonly onReport?: (line: string) => void;
}

interface AnyTransport {
  start: () => Promise<void>;
  send: (message: unknown, options?: unknown) => Promise<void>;
  close: () => Promise<void>;
  onmessage?: ((message: unknown, extra?: unknown) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

type Listening = Pick<AnyTransport, 'onmessage' | 'onclose' | 'onerror'>;

/**
 * Wraps the transport of an MCP client so that every call is decided: hidden tools are not listed, and a denied call
 * is answered here and never reaches the server.
 *
 * @example
 * ```ts
 * import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
 * import { createGate } from '@permesso/gate';
 * import { guardTransport } from '@permesso/gate/mcp';
 * const gate = createGate({ policy: { deny: ['mcp__files__delete'] } });
 * const transport = guardTransport(new StdioClientTransport({ command: 'files-server' }), { gate, server: 'files' });
 * ```
 */
export function guardTransport<T extends McpTransport>(transport: T, options: McpGuardOptions): T {
  checkOptions(options, ['gate', 'server', 'approver', 'session', 'cwd', 'onReport'], 'guardTransport');
  const problem = nameProblem(options.server);
  if (problem !== undefined) throw new TypeError(`${options.server}: ${problem}`);
  const inner = transport as unknown as AnyTransport;
  // The app's listeners; we listen to the transport itself.
  const outer: Listening = {};
  const route: Route = { reply: deliver, tell: deliver };
  let extra: unknown;
  const session = openFor(inner, { ...options, route, failed: (error) => outer.onerror?.(error) });
  function deliver(text: string): void {
    outer.onmessage?.(JSON.parse(text), extra);
  }

  const received: Listening = {
    onmessage: (message, more) => {
      extra = more;
      session.fromServer(message);
    },
    onclose: () => {
      session.close();
      outer.onclose?.();
    },
    onerror: (error) => outer.onerror?.(error),
  };
  Object.assign(inner, received);

  const send: AnyTransport['send'] = async (message, how) => {
    // An object's getters may return something else each time; its JSON text cannot change.
    const read = await Promise.resolve(readMessage(JSON.stringify(message)));
    if ('problem' in read) throw new TypeError(read.problem.message);
    for (const one of 'message' in read ? [read.message] : read.batch) session.receive(one, route, how);
  };
  return new Proxy(transport, {
    get: (target, key) => {
      if (key === 'send') return send;
      if (key === 'onmessage' || key === 'onclose' || key === 'onerror') return outer[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, key, value) => {
      if (key === 'onmessage' || key === 'onclose' || key === 'onerror') {
        outer[key] = value;
        return true;
      }
      return Reflect.set(target, key, value, target);
    },
  });
}

interface Opening extends McpGuardOptions {
  readonly route: Route;
  readonly failed: (error: Error) => void;
}

interface Guarded extends Session {
  readonly fromServer: (message: unknown) => void;
}

function openFor(inner: AnyTransport, options: Opening): Guarded {
  const { gate, server, approver, route, failed } = options;
  let events: WireEvents | undefined;
  const open: OpenWire = (told) => {
    events = told;
    return {
      send: ({ text, id, options: how }) => {
        inner.send(JSON.parse(text), how).catch((error: unknown) => {
          failed(error instanceof Error ? error : new Error(String(error)));
          if (id !== undefined) told.failed(id, `the message could not be sent: ${String(error)}`);
        });
      },
      close: () => undefined,
    };
  };
  const session = openSession({
    servers: new Map([[server, open]]),
    ...(options.cwd === undefined ? {} : { started: new Map([[server, { roots: [options.cwd] }]]) }),
    many: false,
    gate,
    ...definedFields({ approver }),
    // The client is the app itself: it asks its person through the approver.
    elicits: false,
    session: options.session ?? `mcp-${randomUUID()}`,
    cwd: options.cwd ?? process.cwd(),
    scopes: answerScopes,
    states: requestStates(),
    tally: createMessageCounts(),
    stray: route,
    report: options.onReport ?? (() => undefined),
  });
  return {
    ...session,
    fromServer: (message) => {
      const read = readMessage(JSON.stringify(message) ?? '');
      if ('message' in read) events?.message(read.message);
    },
  };
}
