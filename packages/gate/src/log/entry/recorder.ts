import { messageOf } from '@permesso/engine/call';
import { createEvents, type Events } from './events.ts';
import type { Entry, GateEvent, Log } from './log.ts';

/** Tells the log and the listeners what happened. Whatever fails here never changes a verdict. */
export interface Recorder {
  readonly emit: (entry: GateEvent) => void;
  readonly on: Events['on'];
}

export function createRecorder(log: Log | undefined): Recorder {
  // Made by the first listener: an app may hold a gate for each of its users, and most have none.
  let events: Events | undefined;
  return {
    emit: (entry) => {
      events?.emit(entry);
      if (log !== undefined && entry.type !== 'asked') write(entry, { log, events: () => events });
    },
    on: (type, listener) => {
      events ??= createEvents((error) => {
        if (log !== undefined) write(failure(messageOf(error)), { log, events: () => events });
      });
      return events.on(type, listener);
    },
  };
}

/** The log may throw at once or reject later; either is told to listeners and to nobody else. */
function write(entry: Entry, { log, events }: { log: Log; events: () => Events | undefined }): void {
  const report = (error: unknown): void =>
    events()?.emit(failure(`the log could not be written: ${messageOf(error)}`));
  try {
    const written = log.write(entry);
    if (written !== undefined) Promise.resolve(written).catch(report);
  } catch (error) {
    report(error);
  }
}

function failure(error: string): Entry {
  return { type: 'failed', at: Date.now(), error };
}
