import { randomBytes } from 'node:crypto';
import { rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { isGone, ownMark, parseMark } from '../world/process-mark.ts';
import { errorCode, readText } from '../world/read-text.ts';
import { namesIn, privateDirectory, publicProblem, writePrivate } from './private-file.ts';

/** How often whoever is present says so, and how long it is believed: a stopped process says nothing. */
const every = 1000;
const believed = 5000;

/**
 * Says that somebody at this process can answer questions, until the returned function is called. A hook waits for an
 * answer only while somebody is there; else the agent would stand still for nobody.
 */
export function bePresent(state: string): () => void {
  const directory = privateDirectory(presentDirectory(state));
  const file = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
  writePrivate(file, JSON.stringify(ownMark()));
  const renewal = setInterval(() => renew(file), every);
  renewal.unref();
  const leave = (): void => {
    clearInterval(renewal);
    process.off('exit', leave);
    rmSync(file, { force: true });
  };
  process.on('exit', leave);
  return leave;
}

/**
 * Whether anybody who can answer is there now. What cannot be told is no: a question that nobody sees is denied at
 * once instead of in an hour.
 */
export function isSomebodyPresent(state: string): boolean {
  const directory = presentDirectory(state);
  // Where others may write, they could make an agent wait; they could not answer, but nobody would know why it waits.
  if (publicProblem(directory) !== undefined) return false;
  return namesIn(directory).some((name) => name.endsWith('.json') && isThere(join(directory, name)));
}

function presentDirectory(state: string): string {
  return join(state, 'present');
}

function isThere(file: string): boolean {
  const read = readText(file);
  const mark = 'text' in read ? parseMark(read.text) : undefined;
  if (mark !== undefined && !isGone(mark)) {
    const renewed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    return renewed !== undefined && Math.abs(Date.now() - renewed) < believed;
  }
  // Killed before it could say that it leaves.
  if (mark !== undefined) rmSync(file, { force: true });
  return false;
}

function renew(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
