import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '@permesso/gate/disk';
import { residentDirectory } from '../launch/resident-places.ts';

/**
 * The latest requests whose calls the resident process has recorded. Its launcher may give up before it reads the
 * answer; the hook that is started then must not record the call again.
 */
export interface RecordedRequests {
  readonly add: (request: string) => void;
  readonly close: () => void;
}

/** More than are answered while a hook starts. */
const most = 4096;

/** The kernel's format for a random UUID, with a line break. */
const width = 37;

function listIn(state: string): string {
  return join(residentDirectory(state), 'recorded');
}

export function recordedRequests(state: string): RecordedRequests {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = openSync(listIn(state), flags, 0o600);
  let count = 0;
  return {
    add: (request) => {
      if (request.length !== width - 1) return;
      writeSync(file, `${request}\n`, (count % most) * width);
      count += 1;
    },
    close: () => closeSync(file),
  };
}

export function isRecorded(state: string, request: string): boolean {
  const read = readText(listIn(state));
  return request.length === width - 1 && 'text' in read && read.text.includes(`${request}\n`);
}
