import { meantBy } from '@permesso/engine/policy';
import type { GateEvent } from './log.ts';

const types: readonly GateEvent['type'][] = [
  'asked',
  'decided',
  'answered',
  'started',
  'ended',
  'granted',
  'revoked',
  'failed',
];

export type Listener<T extends GateEvent['type']> = (entry: Extract<GateEvent, { readonly type: T }>) => void;

export interface Events {
  readonly emit: (entry: GateEvent) => void;
  /** Returns a function that stops listening. */
  readonly on: <T extends GateEvent['type']>(type: T, listener: Listener<T>) => () => void;
}

interface Registered {
  readonly type: GateEvent['type'];
  readonly tell: (entry: GateEvent) => void;
}

export function createEvents(onError: (error: unknown) => void): Events {
  let listeners: Set<Registered> | undefined;
  return {
    emit: (entry) => {
      if (listeners === undefined) return;
      // A listener that fails on a failure is not reported: the log and the listeners would report each other
      // forever.
      const report = (error: unknown): void => {
        if (entry.type !== 'failed') onError(error);
      };
      for (const { type, tell } of listeners) {
        if (type !== entry.type) continue;
        // A listener may throw synchronously or, if it is asynchronous, reject later.
        try {
          Promise.resolve(tell(entry)).catch(report);
        } catch (error) {
          report(error);
        }
      }
    },
    on: (type, listener) => {
      if (!types.includes(type))
        throw new TypeError(`there is no event \`${type}\` (${meantBy(type, types)})`);
      const registered = { type, tell: listener as (entry: GateEvent) => void };
      const all = (listeners ??= new Set());
      all.add(registered);
      return () => void all.delete(registered);
    },
  };
}
