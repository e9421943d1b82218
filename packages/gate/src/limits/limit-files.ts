import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { privateDirectory, namesInFolder, publicProblem } from '../disk/private-file.ts';
import { readText } from '../disk/read-text.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { withLock } from '../disk/with-lock.ts';
import { aDay } from '../approval/stores/approval-store.ts';
import type { LimitClaim, LimitStore } from './limit-store.ts';

/**
 * Counts shared by the processes of a machine: one file per meter with its windows, changed by one process at a time.
 */
export function limitFiles(directory: string): LimitStore {
  const fileOf = (key: string): string =>
    join(directory, `${createHash('sha256').update(meterIn(key)).digest('hex').slice(0, 32)}.json`);
  const usedOf = (key: string): number => readCounts(fileOf(key)).get(key)?.used ?? 0;
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
        for (const [file, ofFile] of Map.groupBy(claims, ({ key }) => fileOf(key)))
          writeCounts(file, ofFile, now);
        forgetOver(directory, now);
        return { reserved: true, used: claims.map(({ key }) => usedOf(key)) };
      });
    },
  };
}

function meterIn(key: string): string {
  const end = key.indexOf('/');
  return end < 0 ? key : key.slice(0, end);
}

function writeCounts(file: string, claims: readonly LimitClaim[], now: number): void {
  const counts = new Map([...readCounts(file)].filter(([, count]) => !isOver(count, now)));
  for (const { key, amount, until } of claims) {
    const before = counts.get(key);
    counts.set(key, { used: (before?.used ?? 0) + amount, until: Math.max(until, before?.until ?? 0) });
  }
  replaceFile(file, { text: JSON.stringify([...counts]), mode: 0o600 });
}

/** Anyone with write access there could reset a count. */
function refusePublic(directory: string): void {
  const problem = publicProblem(directory);
  if (problem !== undefined) throw new Error(problem);
}

interface Count {
  readonly used: number;
  readonly until: number;
}

/** An unreadable count is not zero: the limit counts as used up until the file is removed. */
function readCounts(file: string): ReadonlyMap<string, Count> {
  const read = readText(file);
  if ('missing' in read) return new Map();
  const counts: unknown = 'text' in read ? parseJson(read.text) : undefined;
  if (Array.isArray(counts) && counts.every(isCount)) return new Map(counts);
  throw new Error(`a count cannot be read: remove ${file}`);
}

function isCount(value: unknown): value is readonly [string, Count] {
  if (!Array.isArray(value)) return false;
  const [key, count] = value as readonly unknown[];
  return (
    typeof key === 'string' &&
    isRecord(count) &&
    typeof count['used'] === 'number' &&
    typeof count['until'] === 'number'
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Expires a day late: another process's clock may be behind, and what it still counts must not be lost. */
function isOver({ until }: Count, now: number): boolean {
  return until < now - aDay;
}

/** Number of files to keep before looking for old ones. */
const someFiles = 200;

function forgetOver(directory: string, now: number): void {
  const names = namesInFolder(directory).filter((name) => /^[\da-f]{32}\.json$/.test(name));
  if (names.length < someFiles) return;
  for (const name of names) {
    const file = join(directory, name);
    if ([...readCounts(file).values()].every((count) => isOver(count, now))) rmSync(file, { force: true });
  }
}
