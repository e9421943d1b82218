import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from './protocol/message.ts';
import type { Route } from './route.ts';

/** The client's unanswered requests. */
export interface OpenRequests {
  /** Undefined if there are too many. */
  readonly open: (id: string, route: Route) => OpenRequest | undefined;
  /** Cancels those with this id; if a route is given, only those from that route. */
  readonly cancel: (id: string, params: JsonObject, route?: Route) => void;
  /** Ends all requests from this route: their sender has disconnected. */
  readonly leave: (route: Route) => void;
  /** Resolves when none are left, or after this many milliseconds. */
  readonly settled: (atMost: number) => Promise<void>;
  readonly closeAll: () => void;
}

export interface OpenRequest {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Sends the answer, unless the client has cancelled the request. */
  readonly reply: (text: string) => void;
  readonly whenCancelled: (then: (params: JsonObject) => void) => void;
}

/** No client waits for more than this; a flood of requests must not fill the memory. */
const mostOpen = 4096;

interface Kept {
  readonly id: string;
  readonly route: Route;
  readonly cancel: (params: JsonObject) => void;
}

export function openRequests(): OpenRequests {
  const all = new Set<Kept>();
  return {
    open: (id, route) => {
      if (all.size >= mostOpen) return undefined;
      const over = new AbortController();
      let then: ((params: JsonObject) => void) | undefined;
      const kept: Kept = {
        id,
        route,
        cancel: (params) => {
          all.delete(kept);
          over.abort();
          then?.(params);
        },
      };
      all.add(kept);
      return {
        id,
        signal: over.signal,
        reply: (text) => {
          if (all.delete(kept)) route.reply(text);
        },
        whenCancelled: (next) => {
          then = next;
        },
      };
    },
    cancel: (id, params, route) => {
      for (const kept of all)
        if (kept.id === id && (route === undefined || kept.route === route)) kept.cancel(params);
    },
    leave: (route) => {
      for (const kept of all) if (kept.route === route) kept.cancel({ reason: 'the client has gone' });
    },
    settled: async (atMost) => {
      const until = Date.now() + atMost;
      while (all.size > 0 && Date.now() < until) await wait(10);
    },
    closeAll: () => {
      for (const kept of all) kept.cancel({ reason: 'the session has ended' });
    },
  };
}
