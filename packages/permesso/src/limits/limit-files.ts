import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@permesso/engine/internal/call/is-record';
import { privateDirectory, privateFileNames, publicProblem } from '../storage/private-file.ts';
import { readText } from '../storage/read-text.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { withLock } from '../storage/with-lock.ts';
import type { LimitStore } from './limit-store.ts';

/** Counts that the processes of a machine share: a file for each, changed by one process at a time. */
export function limitFiles(directory: string): LimitStore {
  const fileOf = (key: string): string =>
    join(directory, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  const usedOf = (key: string): number => readCount(fileOf(key)).used;
  return {
    used: (keys) => {
      refusePublic(directory);
      return keys.map(usedOf);
    },
    reserve: (claims) => {
      privateDirectory(directory);
      return withLock(join(directory, 'counts'), () => {
        const before = claims.map(({ key }) => usedOf(key));
        if (claims.some(({ amount, most }, place) => (before[place] ?? 0) + amount > most))
          return { reserved: false, used: before };
        const now = Date.now();
        const used = claims.map(({ key, amount, until }) => {
          const file = fileOf(key);
          const count = readCount(file);
          const after = { used: count.used + amount, until: Math.max(until, count.until) };
          replaceFile(file, { text: JSON.stringify(after), mode: 0o600 });
          return after.used;
        });
        forgetOver(directory, now);
        return { reserved: true, used };
      });
    },
  };
}

/** Write access there could set a count back. */
function refusePublic(directory: string): void {
  const problem = publicProblem(directory);
  if (problem !== undefined) throw new Error(problem);
}

interface Count {
  readonly used: number;
  readonly until: number;
}

/** A count that cannot be read is not zero: the limit counts as used up until the file is gone. */
function readCount(file: string): Count {
  const read = readText(file);
  if ('missing' in read) return { used: 0, until: 0 };
  const count: unknown = 'text' in read ? parseJson(read.text) : undefined;
  if (isRecord(count) && typeof count['used'] === 'number' && typeof count['until'] === 'number')
    return { used: count['used'], until: count['until'] };
  throw new Error(`a count cannot be read: remove ${file}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Files that are kept before old ones are looked for. */
const someFiles = 200;

function forgetOver(directory: string, now: number): void {
  const names = privateFileNames(directory).filter((name) => /^[\da-f]{32}\.json$/.test(name));
  if (names.length < someFiles) return;
  for (const name of names) {
    const file = join(directory, name);
    if (readCount(file).until < now) rmSync(file, { force: true });
  }
}
