import { definedFields } from '@permesso/engine/call';
import {
  errorCodes,
  errorText,
  idText,
  objectAt,
  own,
  shapeOf,
  withId,
  type JsonObject,
  type Message,
} from './protocol/message.ts';
import { answerWithId, isPlainAnswer, toMessage } from './protocol/read-message.ts';
import type { Route } from './route.ts';
import type { OpenWire, Wire } from './transports/wire.ts';

/** One server, as a session sees it. */
export interface Upstream {
  readonly name: string;
  /** Sends a request under an id of ours; the answer comes back under its original id. */
  readonly request: (message: Message, how: RequestOptions) => Pending;
  /** A request of our own. */
  readonly ask: (method: string, params: JsonObject) => Promise<JsonObject>;
  readonly notify: (message: Message) => void;
  /** The client's answer to a request of the server. */
  readonly answer: (message: Message, id: string) => void;
  readonly close: () => void;
}

export interface RequestOptions {
  readonly done: (answer: Message) => void;
  /** Receives what comes before the answer. */
  readonly route?: Route;
  readonly schema?: JsonObject;
  readonly options?: unknown;
}

export interface Pending {
  readonly cancel: (params: JsonObject) => void;
}

export interface UpstreamOptions {
  readonly name: string;
  readonly open: OpenWire;
  /** A request of the server to the client, with the route of the request that it belongs to, if known. */
  readonly requested: (message: Message, route: Route | undefined) => void;
  readonly notified: (message: Message, route: Route | undefined) => void;
  readonly report: (line: string) => void;
}

interface WaitingReply extends RequestOptions {
  readonly id: string;
  /** The client's own token, while the server uses ours. */
  readonly token: unknown;
}

/** Where the stateless revisions say to which `subscriptions/listen` a notification belongs: its id. */
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** How often a server may exit before it is no longer restarted. */
const mostEnds = 4;
const withinMs = 60_000;

export function createUpstream(options: UpstreamOptions): Upstream {
  const { name, report } = options;
  const waiting = new Map<number, WaitingReply>();
  let last = 0;
  let wire: Wire | undefined;
  let closed = false;
  let ends: readonly number[] = [];
  /** How the session was opened, to repeat it with a restarted server. */
  let opening: Message | undefined;
  let opened: Message | undefined;
  /** What is pending until a new server is ready. */
  let held: (() => void)[] | undefined;

  function connected(): Wire | undefined {
    if (wire !== undefined || closed) return wire;
    if (ends.filter((at) => at > Date.now() - withinMs).length >= mostEnds) return undefined;
    const again = ends.length > 0;
    wire = options.open({
      message: receive,
      failed: (id, why) => fail(id, why),
      ended: (why) => end(why),
    });
    if (again && opening !== undefined) reopen(opening);
    return wire;
  }

  function reopen(first: Message): void {
    held = [];
    send(first, {
      done: () => {
        if (opened !== undefined) wire?.send({ text: opened.text, value: opened.value });
        report(`${name} was started again`);
        release();
      },
    });
  }

  function release(): void {
    const all = held ?? [];
    held = undefined;
    for (const one of all) one();
  }

  function end(why: string): void {
    if (closed || wire === undefined) return;
    wire = undefined;
    ends = [...ends, Date.now()].slice(-mostEnds);
    report(`${name}: ${why}`);
    for (const id of waiting.keys()) fail(id, why);
    release();
  }

  function fail(id: number, why: string): void {
    const one = waiting.get(id);
    if (one === undefined) return;
    waiting.delete(id);
    const text = errorText(String(id), { code: errorCodes.refused, message: `${name}: ${why}` });
    one.done(renamed(toMessage(JSON.parse(text) as JsonObject), one.id));
  }

  function receive(message: Message, related?: number): void {
    const shape = isPlainAnswer(message.scan) ? 'response' : shapeOf(message);
    const route = related === undefined ? undefined : waiting.get(related)?.route;
    if (shape === 'response') settleResponse(message);
    else if (shape === 'request') options.requested(message, route);
    else ownNames(message, route);
  }

  function settleResponse(message: Message): void {
    const id = Number(idText(message));
    const one = waiting.get(id);
    // No request has this id, or its sender no longer waits.
    if (one === undefined) return;
    waiting.delete(id);
    one.done(renamed(message, one.id));
  }

  /** A notification may name the request that it belongs to, by the names that the server was given. */
  function ownNames(message: Message, related: Route | undefined): void {
    const params = objectAt(message.value, 'params');
    const meta = objectAt(params, '_meta');
    const token = waiting.get(Number(own(params, 'progressToken')));
    const subscription = waiting.get(Number(own(meta, subscriptionKey)));
    const route = related ?? (token ?? subscription)?.route;
    if (message.value['method'] === 'notifications/progress' && token !== undefined) {
      options.notified(
        toMessage({ ...message.value, params: { ...params, progressToken: token.token } }),
        route,
      );
    } else if (subscription !== undefined) {
      const named = { ...meta, [subscriptionKey]: JSON.parse(subscription.id) as unknown };
      options.notified(toMessage({ ...message.value, params: { ...params, _meta: named } }), route);
    } else options.notified(message, route);
  }

  function send(message: Message, how: RequestOptions): Pending {
    const id = ++last;
    const token = own(objectAt(objectAt(message.value, 'params'), '_meta'), 'progressToken');
    waiting.set(id, { ...how, id: idText(message), token });
    const sent = token === undefined ? message : withToken(message, id);
    const to = wire;
    if (to === undefined) {
      queueMicrotask(() => fail(id, 'it is not running'));
      return { cancel: () => undefined };
    }
    to.send({
      text: withId(sent, String(id)),
      value: sent.value,
      id,
      ...definedFields({ schema: how.schema, options: how.options }),
    });
    return {
      cancel: (params) => {
        if (!waiting.delete(id)) return;
        const value = {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { ...params, requestId: id },
        };
        wire?.send({ text: JSON.stringify(value), value });
      },
    };
  }

  function request(message: Message, how: RequestOptions): Pending {
    if (message.value['method'] === 'initialize') opening = message;
    connected();
    if (held === undefined) return send(message, how);
    let sent: Pending | undefined;
    let cancelled = false;
    held.push(() => {
      if (!cancelled) sent = send(message, how);
    });
    return {
      cancel: (params) => {
        cancelled = true;
        sent?.cancel(params);
      },
    };
  }

  return {
    name,
    request,
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        const message = toMessage({ jsonrpc: '2.0', id: 0, method, params });
        const timer = setTimeout(() => {
          pending.cancel({ reason: 'it took too long' });
          reject(new Error('it took too long'));
        }, patience);
        const done = ({ value }: Message): void => {
          clearTimeout(timer);
          const result = own(value, 'result');
          if (result === undefined) reject(new Error(JSON.stringify(own(value, 'error'))));
          else resolve(objectAt(value, 'result'));
        };
        const pending = request(message, { done });
      }),
    notify: (message) => {
      if (message.value['method'] === 'notifications/initialized') opened = message;
      connected();
      const pass = (): void => wire?.send({ text: message.text, value: message.value });
      if (held === undefined) pass();
      else held.push(pass);
    },
    answer: (message, id) => wire?.send({ text: withId(message, id), value: message.value }),
    close: () => {
      closed = true;
      wire?.close();
    },
  };
}

/** How long the server may take to answer a request of ours. */
const patience = 10_000;

function renamed(message: Message, id: string): Message {
  // Only a text that holds the key is looked into.
  if (!message.text.includes(subscriptionKey)) return answerWithId(message, id);
  const result = objectAt(message.value, 'result');
  const meta = objectAt(result, '_meta');
  if (!Object.hasOwn(meta, subscriptionKey)) return answerWithId(message, id);
  const named: unknown = JSON.parse(id);
  const changed = { ...result, _meta: { ...meta, [subscriptionKey]: named } };
  return toMessage({ ...message.value, id: named, result: changed });
}

/** A token must be unique on this connection, and clients number theirs from zero. */
function withToken({ value }: Message, token: number): Message {
  const params = objectAt(value, 'params');
  const meta = { ...objectAt(params, '_meta'), progressToken: token };
  return toMessage({ ...value, params: { ...params, _meta: meta } });
}
