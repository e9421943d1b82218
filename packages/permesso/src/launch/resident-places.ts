import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Places, shippedFiles } from '@permesso/gate/disk';

/** The first words of a request and a reply. Another number is another protocol: the cold hook answers. */
export const residentProtocol = 'permesso-resident 4';

/** A socket address has room for 107 characters. */
export const longestAddress = 107;

/** Accessible to its owner only, and a guarded place: the process that binds its socket answers for the hook. */
export function residentDirectory(state: string): string {
  return join(state, 'resident');
}

export function residentSocket(state: string): string {
  return join(residentDirectory(state), 'socket');
}

/** Why a resident process is not allowed on this machine. */
export function residentForbidden({ managed }: Pick<Places, 'managed'>): string | undefined {
  const file = join(dirname(managed), 'no-resident');
  return existsSync(file) ? `the administrator of this machine forbids it (${file})` : undefined;
}

/** Why the socket cannot be trusted; undefined if everything belongs to this user alone. */
export function residentExposed(state: string): string | undefined {
  const directory = lstatSync(residentDirectory(state), { throwIfNoEntry: false });
  if (directory === undefined) return `${residentDirectory(state)} is missing`;
  if (!directory.isDirectory()) return `${residentDirectory(state)} is not a directory`;
  if (directory.uid !== process.getuid?.()) return `${residentDirectory(state)} belongs to somebody else`;
  if ((directory.mode & 0o077) !== 0) return `${residentDirectory(state)} is open to others`;
  const socket = lstatSync(residentSocket(state), { throwIfNoEntry: false });
  if (socket === undefined) return `${residentSocket(state)} is missing`;
  if (!socket.isSocket()) return `${residentSocket(state)} is not a socket`;
  return socket.uid === process.getuid?.() ? undefined : `${residentSocket(state)} belongs to somebody else`;
}

/** A digest of the code and presets on disk: a process that was started from others must not answer. */
export function installedCode(hook: string): string {
  return [hook, ...shippedFiles()]
    .map((file) => {
      const found = lstatSync(file, { throwIfNoEntry: false });
      return found === undefined ? `${file} -` : `${file} ${found.size} ${found.mtimeMs} ${found.ino}`;
    })
    .join('\n');
}
