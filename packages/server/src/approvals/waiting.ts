import type { Database } from '../database/database.ts';
import { queries } from '../database/query.ts';

const settledOf = queries(import.meta.dirname)<{ id: string }, { ids: readonly string[] }>('settled-of.sql');

/** Agents waiting here for an answer. All of them together cost an occasional query. */
export interface DecisionWait {
  /** Resolves when the request may be settled, or when the signal aborts. */
  readonly until: (approval: string, signal: AbortSignal) => Promise<void>;
  readonly look: () => Promise<void>;
}

export function waitingAgents(database: Database): DecisionWait {
  const waiting = new Map<string, Set<() => void>>();
  return {
    until: async (approval, signal) => {
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wakes = waiting.get(approval) ?? new Set();
      waiting.set(approval, wakes.add(resolve));
      const stop = (): void => resolve();
      signal.addEventListener('abort', stop, { once: true });
      try {
        await promise;
      } finally {
        signal.removeEventListener('abort', stop);
        wakes.delete(resolve);
        if (wakes.size === 0) waiting.delete(approval);
      }
    },
    look: async () => {
      if (waiting.size === 0) return;
      const settled = await settledOf(database.system, { ids: [...waiting.keys()] });
      for (const { id } of settled) for (const wake of waiting.get(id) ?? []) wake();
    },
  };
}
