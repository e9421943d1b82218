import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { errorCode } from '../storage/read-text.ts';

/**
 * Ends the processes that carry an engine's network, where the engine itself was killed and could not: they would listen
 * for ever. The engine works in the folder of its sockets, so a bridge whose parent does not is without one.
 */
export function endBridges(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = /^\d+$/u.test(name) ? Number(name) : undefined;
    if (pid === undefined || bridgedFolder(pid, folder) === undefined) continue;
    const parent = parentPid(pid);
    if (
      parent !== undefined &&
      lookAt(() => readlinkSync(`/proc/${parent}/cwd`)) === bridgedFolder(pid, folder)
    )
      continue;
    lookAt(() => process.kill(pid, 'SIGTERM'));
  }
}

/** The folder of the socket that a process listens on for an engine; other people's processes have none below ours. */
function bridgedFolder(pid: number, folder: string): string | undefined {
  const words = lookAt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.split('\0') ?? [];
  const socket = /^UNIX-LISTEN:([^,]+)/u.exec(words[1] ?? '')?.[1];
  if (socket === undefined || basename(words[0] ?? '') !== 'socat') return undefined;
  const at = dirname(socket);
  return dirname(at) === folder && basename(at).startsWith('r-') ? at : undefined;
}

function parentPid(pid: number): string | undefined {
  return /^PPid:\s+(\d+)$/mu.exec(lookAt(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '')?.[1];
}

/** A process may end while it is looked at, or be somebody else's. */
function lookAt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(errorCode(error))) return undefined;
    throw error;
  }
}
