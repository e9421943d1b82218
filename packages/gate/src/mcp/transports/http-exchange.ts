import type { ServerResponse } from 'node:http';
import { asEvent } from '../protocol/event-stream.ts';
import type { Route } from '../route.ts';

/** A stream of events to a client, kept alive while nothing happens. */
export interface EventStream {
  readonly send: (text: string) => void;
  readonly end: () => void;
}

const keepAliveMs = 15_000;

export function eventStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): EventStream {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
  });
  response.flushHeaders();
  const timer = setInterval(() => response.write(': still here\n\n'), keepAliveMs);
  timer.unref();
  response.on('close', () => clearInterval(timer));
  return {
    send: (text) => {
      if (!response.destroyed) response.write(asEvent(text));
    },
    end: () => response.end(),
  };
}

export interface Exchange extends Route {
  readonly isOver: () => boolean;
}

/**
 * One POST with its requests: the answer is JSON if it is the only message, and events if others precede it or it
 * takes long.
 */
export function httpExchange(response: ServerResponse, headers: Readonly<Record<string, string>>): Exchange {
  let stream: EventStream | undefined;
  let over = false;
  const streaming = (): EventStream => (stream ??= eventStream(response, headers));
  const patience = setTimeout(() => {
    if (!over) streaming();
  }, keepAliveMs);
  patience.unref();
  response.on('close', () => {
    over = true;
    clearTimeout(patience);
  });
  return {
    isOver: () => over,
    tell: (text) => {
      if (!over) streaming().send(text);
    },
    reply: (text) => {
      if (over) return;
      over = true;
      clearTimeout(patience);
      if (stream === undefined) {
        response.writeHead(200, { ...headers, 'content-type': 'application/json' });
        response.end(text);
      } else {
        stream.send(text);
        stream.end();
      }
    },
  };
}
