import { spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markName = 'looked';
const every = 60_000;

/** Records that a sync starts, whatever its result: an unreachable server is not asked more often. */
export function markSync(directory: string): void {
  writeFileSync(join(directory, markName), `${Date.now()}\n`, { mode: 0o600 });
}

/** When a sync last started; undefined if never. */
export function lastSync(directory: string): Date | undefined {
  return statSync(join(directory, markName), { throwIfNoEntry: false })?.mtime;
}

export interface DueSync {
  readonly directory: string;
  /** The product's command line: `permesso team sync` does the sync. */
  readonly program: string;
}

/**
 * Starts a sync in a separate process if none has started for a minute: a hook lives too briefly to sync itself, and
 * nobody must wait for it. It never changes an answer, so its failures are not reported.
 */
export function syncIfDue({ directory, program }: DueSync): void {
  try {
    const last = lastSync(directory);
    // In both directions: a clock that was set back must not postpone it forever.
    if (last !== undefined && Math.abs(Date.now() - last.getTime()) < every) return;
    if (!existsSync(program)) return;
    markSync(directory);
    const options = { cwd: directory, detached: true, stdio: 'ignore', windowsHide: true } as const;
    const child = spawn(process.execPath, [program, 'team', 'sync'], options);
    child.on('error', () => undefined);
    child.unref();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}
