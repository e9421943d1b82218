import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { definedFields } from '@permesso/engine/call';
import { readEvents } from '../protocol/event-stream.ts';
import { longestMessage } from '../protocol/lines.ts';
import { objectAt, own, textAt } from '../protocol/message.ts';
import { readMessage } from '../protocol/read-message.ts';
import { requestHeaders } from '../protocol/request-headers.ts';
import type { OpenWire, Outgoing, WireEvents } from './wire.ts';

export interface HttpServer {
  readonly url: URL;
  /** Sent with every request, for example an authorization. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that speaks streamable HTTP. */
export function httpWire(server: HttpServer, report: (line: string) => void): OpenWire {
  return (events) => {
    const over = new AbortController();
    const session: { id?: string; version?: string } = {};
    const underWay = new Map<number, ClientRequest>();
    const exchange = (method: 'POST' | 'GET' | 'DELETE', more: Exchange): ClientRequest =>
      exchangeWith(server, { method, signal: over.signal, session, ...more });

    const listen = (): void => {
      exchange('GET', {
        // Without such a stream the server has nothing to report on its own.
        answered: (reply) => readReply(reply, { events, report }),
        failed: () => undefined,
      });
    };

    return {
      send: (message) => {
        const { value, id } = message;
        const method = textAt(value, 'method');
        if (method === 'notifications/cancelled') {
          underWay.get(Number(own(objectAt(value, 'params'), 'requestId')))?.destroy();
          // Without a session, disconnecting cancels the request, and there is nothing else to notify.
          if (session.id === undefined) return;
        }
        const sent = exchange('POST', {
          message,
          answered: (reply) => {
            const named = reply.headers['mcp-session-id'];
            if (method === 'initialize' && typeof named === 'string') session.id = named;
            const status = reply.statusCode ?? 0;
            readReply(reply, {
              events: method === 'initialize' ? noting(events, session) : events,
              report,
              ...definedFields({ id }),
            });
            if (method === 'notifications/initialized' && status < 300) listen();
            // The server has dropped the session: the next request opens a new one.
            if (status === 404 && session.id !== undefined) events.ended('the server has ended the session');
          },
          failed: (why) => {
            if (id !== undefined) events.failed(id, why);
            else if (!over.signal.aborted) report(why);
          },
        });
        if (id === undefined) return;
        underWay.set(id, sent);
        sent.on('close', () => underWay.delete(id));
      },
      close: () => {
        if (session.id === undefined) return over.abort();
        const ended = (): void => over.abort();
        exchange('DELETE', { answered: ended, failed: ended });
        setTimeout(ended, 1000).unref();
      },
    };
  };
}

/** Later requests of a session repeat the revision that was agreed when it was opened. */
function noting(events: WireEvents, session: { version?: string }): WireEvents {
  return {
    ...events,
    message: (message, related) => {
      const version = textAt(objectAt(message.value, 'result'), 'protocolVersion');
      if (version !== undefined) session.version = version;
      events.message(message, related);
    },
  };
}

interface Exchange {
  readonly message?: Outgoing;
  readonly answered: (reply: IncomingMessage) => void;
  readonly failed: (why: string) => void;
}

interface Sending extends Exchange {
  readonly method: string;
  readonly signal: AbortSignal;
  readonly session: { readonly id?: string; readonly version?: string };
}

function exchangeWith({ url, headers = {} }: HttpServer, sending: Sending): ClientRequest {
  const { method, message, signal, session, answered, failed } = sending;
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  const body = message === undefined ? undefined : Buffer.from(message.text);
  const sent = request(url, {
    method,
    signal,
    headers: {
      ...headers,
      accept: method === 'POST' ? 'application/json, text/event-stream' : 'text/event-stream',
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
      ...definedFields({ 'mcp-session-id': session.id, 'mcp-protocol-version': session.version }),
      ...(message === undefined ? {} : requestHeaders(message.value, message.schema)),
    },
  });
  sent.on('response', answered);
  sent.on('error', (error) => failed(`the server cannot be reached: ${error.message}`));
  sent.end(body);
  return sent;
}

interface StreamContext {
  readonly events: WireEvents;
  readonly report: (line: string) => void;
  /** The request that this is the reply to. */
  readonly id?: number;
}

function readReply(reply: IncomingMessage, { events, report, id }: StreamContext): void {
  const type = (reply.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const take = (text: string): void => {
    const read = readMessage(text);
    const messages = 'message' in read ? [read.message] : 'batch' in read ? read.batch : [];
    if ('problem' in read) report(`the server sent what is not a message: ${read.problem.message}`);
    for (const message of messages) events.message(message, id);
  };
  const decoder = new StringDecoder('utf8');
  let whole = '';
  const push =
    type === 'text/event-stream'
      ? readEvents(take)
      : (portion: string): void => {
          if (whole.length <= longestMessage) whole += portion;
        };
  reply.on('data', (bytes: Buffer) => push(decoder.write(bytes)));
  reply.on('error', () => undefined);
  reply.on('close', () => {
    if (type === 'application/json' && whole !== '') take(whole);
    // Does nothing if an answer came; every request gets one.
    if (id !== undefined)
      events.failed(id, `the server answered ${reply.statusCode ?? '?'} without an answer`);
  });
}
