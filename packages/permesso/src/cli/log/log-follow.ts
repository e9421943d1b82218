import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { definedFields } from '@permesso/engine/call';
import { activeName, readLogBackwards } from '@permesso/gate/log';
import type { LogEntry } from '@permesso/protocol/entry';

export interface Following {
  readonly directory: string;
  /** Only entries after this one. */
  readonly after: number;
  readonly tell: (entry: LogEntry) => void;
  /** Stops the loop; absent: runs forever. */
  readonly signal?: AbortSignal;
  readonly everyMs?: number;
}

/** Reports each entry as it is written, across rotations. Polls the file's size, and reads only what is new. */
export async function followLog({ directory, after, tell, signal, everyMs = 250 }: Following): Promise<void> {
  let last = after;
  let seen = '';
  for (;;) {
    if (signal?.aborted === true) return;
    const now = markOf(directory);
    if (now !== seen) {
      seen = now;
      for (const entry of since(directory, last)) {
        tell(entry);
        last = entry.seq;
      }
    }
    await wait(everyMs, undefined, definedFields({ signal })).catch(onlyAbort);
  }
}

function since(directory: string, last: number): readonly LogEntry[] {
  const fresh: LogEntry[] = [];
  for (const entry of readLogBackwards(directory)) {
    if (entry.seq <= last) break;
    fresh.push(entry);
  }
  return fresh.toReversed();
}

function markOf(directory: string): string {
  const found = statSync(join(directory, activeName), { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size}`;
}

function onlyAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
