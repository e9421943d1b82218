import type { Entry } from './log.ts';

export type Listener<T extends Entry['type']> = (entry: Extract<Entry, { readonly type: T }>) => void;

export interface Events {
  readonly emit: (entry: Entry) => void;
  /** Returns the way to stop listening. */
  readonly on: <T extends Entry['type']>(type: T, listener: Listener<T>) => () => void;
}

export function createEvents(onError: (error: unknown) => void): Events {
  const listeners = new Set<{ readonly type: Entry['type']; readonly tell: (entry: Entry) => void }>();
  return {
    emit: (entry) => {
      for (const { type, tell } of listeners) {
        if (type !== entry.type) continue;
        try {
          tell(entry);
        } catch (error) {
          onError(error);
        }
      }
    },
    on: (type, listener) => {
      const registered = { type, tell: listener as (entry: Entry) => void };
      listeners.add(registered);
      return () => void listeners.delete(registered);
    },
  };
}
