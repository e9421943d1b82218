import type { ServerResponse } from 'node:http';
import type { EventStream, Exchange } from './http-exchange.ts';
import type { Route } from '../route.ts';

/** The way to the client of one HTTP session for what belongs to no request. */
export interface ClientStream extends Pick<Route, 'tell'> {
  /** The stream that the client keeps open for it. */
  readonly attach: (stream: EventStream, response: ServerResponse) => void;
  /** An exchange that is under way carries it where there is no such stream. */
  readonly lend: (exchange: Exchange) => void;
  readonly isOpen: () => boolean;
  readonly end: () => void;
}

const mostWaiting = 100;

export function clientStream(report: (line: string) => void): ClientStream {
  let open: EventStream | undefined;
  const lent = new Set<Exchange>();
  const waiting: string[] = [];
  return {
    tell: (text) => {
      for (const exchange of lent) if (exchange.isOver()) lent.delete(exchange);
      const [exchange] = lent;
      if (open !== undefined) open.send(text);
      else if (exchange !== undefined) exchange.tell(text);
      else if (waiting.length < mostWaiting) waiting.push(text);
      else report('a message for a client that does not listen was dropped');
    },
    attach: (stream, response) => {
      open?.end();
      open = stream;
      for (const text of waiting.splice(0)) stream.send(text);
      response.on('close', () => {
        if (open === stream) open = undefined;
      });
    },
    lend: (exchange) => {
      for (const one of lent) if (one.isOver()) lent.delete(one);
      lent.add(exchange);
    },
    isOpen: () => open !== undefined,
    end: () => open?.end(),
  };
}
