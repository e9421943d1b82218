import { messageOf } from '@permesso/engine/internal/errors';
import { createEvents, type Events } from './events.ts';
import type { Entry, Log } from './log.ts';

/** Tells the log and the listeners what happened. Whatever fails here never changes a verdict. */
export interface Recorder {
  readonly emit: (entry: Entry) => void;
  readonly on: Events['on'];
}

export function createRecorder(log: Log | undefined): Recorder {
  const events = createEvents((error) => write({ type: 'failed', at: Date.now(), error: messageOf(error) }));

  function write(entry: Entry): void {
    if (log === undefined) return;
    // The log may throw at once or reject later; either is told to listeners and to nobody else.
    try {
      const written = log.write(entry);
      if (written !== undefined) Promise.resolve(written).catch(report);
    } catch (error) {
      report(error);
    }
  }

  function report(error: unknown): void {
    events.emit({
      type: 'failed',
      at: Date.now(),
      error: `the log could not be written: ${messageOf(error)}`,
    });
  }

  return {
    emit: (entry) => {
      events.emit(entry);
      write(entry);
    },
    on: events.on,
  };
}
