import { spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markName = 'looked';
const every = 60_000;

/** That somebody begins to look at the server, whatever comes of it: one that is away is not asked more often. */
export function markSync(directory: string): void {
  writeFileSync(join(directory, markName), `${Date.now()}\n`, { mode: 0o600 });
}

/** When somebody last began to; nothing when nobody ever did. */
export function lastSync(directory: string): Date | undefined {
  return statSync(join(directory, markName), { throwIfNoEntry: false })?.mtime;
}

export interface DueSync {
  readonly directory: string;
  /** The command line of this product: `permesso team sync` is what looks. */
  readonly program: string;
}

/**
 * Has the server looked at by a process of its own, when nobody did so for a minute: a hook lives too briefly to look
 * on its own, and nobody must wait for it. It never changes an answer, so nothing that fails here is told.
 */
export function syncIfDue({ directory, program }: DueSync): void {
  try {
    const last = lastSync(directory);
    // Either way: a clock that was set back must not put it off for ever.
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
