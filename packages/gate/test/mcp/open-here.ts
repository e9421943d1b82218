import { setTimeout as wait } from 'node:timers/promises';
import { answerScopes } from '@permesso/protocol/approval';
import type { JsonObject } from '../../src/mcp/protocol/message.ts';
import { readMessage } from '../../src/mcp/protocol/read-message.ts';
import { requestStates } from '../../src/mcp/protocol/request-state.ts';
import type { Route } from '../../src/mcp/route.ts';
import { openSession, type Session, type SessionOptions } from '../../src/mcp/session.ts';
import { createMessageCounts } from '../../src/mcp/message-counts.ts';
import { createGate, fixedWorld, type Gate, type Layer } from '../../src/index.ts';
import type { FakeServer } from './fake-server.ts';

/** A client of a session in this process. */
export interface Here {
  readonly session: Session;
  readonly route: Route;
  readonly gate: Gate;
  /** What the client was sent, parsed. */
  readonly got: JsonObject[];
  readonly reports: string[];
  /** Sends text as it came over the wire. */
  readonly write: (text: string) => void;
  /** Sends a request and waits for its answer. */
  readonly ask: (method: string, params?: JsonObject) => Promise<JsonObject>;
  readonly initialize: (capabilities?: JsonObject) => Promise<JsonObject>;
  readonly next: (fits: (message: JsonObject) => boolean) => Promise<JsonObject>;
}

export interface HereOptions extends Partial<Omit<SessionOptions, 'servers' | 'gate'>> {
  readonly servers: Readonly<Record<string, FakeServer>>;
  readonly policy?: Layer;
  readonly gate?: Gate;
}

const cwd = '/home/dev/project';

export function openHere({ servers, policy = {}, gate, ...rest }: HereOptions): Here {
  const got: JsonObject[] = [];
  const reports: string[] = [];
  const take = (text: string): void => void got.push(JSON.parse(text) as JsonObject);
  const route: Route = { reply: take, tell: take };
  const used = gate ?? createGate({ policy, world: () => fixedWorld({ cwd }) });
  const session = openSession({
    servers: new Map(Object.entries(servers).map(([name, { open }]) => [name, open])),
    many: false,
    gate: used,
    elicits: true,
    session: 'here',
    cwd,
    scopes: answerScopes,
    states: requestStates(),
    tally: createMessageCounts(),
    stray: route,
    report: (line) => reports.push(line),
    ...rest,
  });
  let last = 100;
  const write = (text: string): void => {
    const found = readMessage(text);
    if ('message' in found) session.receive(found.message, route);
    else if ('batch' in found) session.receiveBatch(found.batch, route);
    else got.push({ unread: found.problem.message });
  };
  const next: Here['next'] = async (fits) => {
    for (let turn = 0; turn < 500; turn++) {
      const found = got.find(fits);
      if (found !== undefined) return found;
      await wait(turn < 50 ? 0 : 10);
    }
    throw new Error(`nothing of the kind came, only ${JSON.stringify(got)}`);
  };
  const ask: Here['ask'] = async (method, params = {}) => {
    const id = ++last;
    write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return await next((message) => message['id'] === id && message['method'] === undefined);
  };
  return {
    session,
    route,
    gate: used,
    got,
    reports,
    write,
    ask,
    next,
    initialize: (capabilities = {}) =>
      ask('initialize', {
        protocolVersion: '2025-11-25',
        capabilities,
        clientInfo: { name: 'c', version: '0' },
      }),
  };
}

export function textOf(answer: JsonObject): string {
  const result = answer['result'] as { readonly content?: readonly { readonly text?: string }[] } | undefined;
  return result?.content?.[0]?.text ?? JSON.stringify(answer['error'] ?? answer);
}
