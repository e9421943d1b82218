import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from './protocol/message.ts';
import type { Route } from './route.ts';

/** Requests of the client that have no answer yet. */
export interface OpenRequests {
  /** Nothing when there are too many. */
  readonly open: (id: string, route: Route) => OpenRequest | undefined;
  /** Those with this id; only those that came by this route, if one is named. */
  readonly cancel: (id: string, params: JsonObject, route?: Route) => void;
  /** All that came by this route: their sender has gone. */
  readonly leave: (route: Route) => void;
  /** When there are none, or after so many milliseconds. */
  readonly settled: (atMost: number) => Promise<void>;
  readonly closeAll: () => void;
}

export interface OpenRequest {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Sends the answer, unless the client has cancelled: then it wants none. */
  readonly reply: (text: string) => void;
  readonly whenCancelled: (then: (params: JsonObject) => void) => void;
}

/** More than this no client waits for; a flood of them must not fill the memory. */
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
