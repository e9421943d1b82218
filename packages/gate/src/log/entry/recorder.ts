import { messageOf, type ToolCall } from '@permesso/engine/call';
import { createEvents, type Events } from './events.ts';
import type { Entry, GateEvent, Log } from './log.ts';

/**
 * Passes events to the log and the listeners. A failure here never changes a verdict, unless the gate requires its
 * log.
 */
export interface Recorder {
  readonly emit: (entry: GateEvent) => void;
  readonly on: Events['on'];
  /** Whether every decision and answer about this call is in the log, once that is certain. */
  readonly isWritten: (call: ToolCall) => Awaitable<boolean>;
}

type Awaitable<T> = T | Promise<T>;

export function createRecorder(log: Log | undefined): Recorder {
  // Created by the first listener: an app may hold a gate for each of its users, and most have none.
  let events: Events | undefined;
  const written = new WeakMap<ToolCall, Awaitable<boolean>>();
  return {
    emit: (entry) => {
      events?.emit(entry);
      if (log === undefined || entry.type === 'asked') return;
      const isWritten = write(entry, { log, events: () => events });
      if (entry.type !== 'decided' && entry.type !== 'answered') return;
      const before = written.get(entry.call) ?? true;
      if (before !== true || isWritten !== true) written.set(entry.call, both(before, isWritten));
    },
    on: (type, listener) => {
      events ??= createEvents((error) => {
        if (log !== undefined) void write(failure(messageOf(error)), { log, events: () => events });
      });
      return events.on(type, listener);
    },
    isWritten: (call) => written.get(call) ?? true,
  };
}

function both(one: Awaitable<boolean>, other: Awaitable<boolean>): Promise<boolean> {
  return Promise.all([one, other]).then((all) => all.every(Boolean));
}

/** The log may throw synchronously or reject later; listeners receive both, and nobody else does. */
function write(
  entry: Entry,
  { log, events }: { log: Log; events: () => Events | undefined },
): Awaitable<boolean> {
  const report = (error: unknown): false => {
    events()?.emit(failure(`the log could not be written: ${messageOf(error)}`));
    return false;
  };
  try {
    const done = log.write(entry);
    return done === undefined ? true : Promise.resolve(done).then(() => true, report);
  } catch (error) {
    return report(error);
  }
}

function failure(error: string): Entry {
  return { type: 'failed', at: Date.now(), error };
}
