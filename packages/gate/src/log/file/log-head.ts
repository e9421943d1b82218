import { parseJson } from '@permesso/engine/call';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../disk/read-text.ts';
import type { Tail } from '@permesso/protocol/entry';
import { headName } from './log-files.ts';

/** The end of a chain, stored separately: truncating the log leaves no trace in the chain itself. */
const size = 160;

export function writeHead(descriptor: number, { seq, hash }: Tail): void {
  // Always the same length and in one write, so that no reader sees parts of two versions.
  writeSync(descriptor, `${JSON.stringify({ seq, hash }).padEnd(size - 1)}\n`, 0);
}

export function openHead(directory: string): number {
  return openSync(
    join(directory, headName),
    constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW,
    0o600,
  );
}

/** Undefined if it is missing or unreadable. */
export function readHead(directory: string): Tail | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(join(directory, headName), 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(size);
    const length = readSync(descriptor, bytes, 0, size, 0);
    return parseHead(bytes.toString('utf8', 0, length));
  } finally {
    closeSync(descriptor);
  }
}

function parseHead(text: string): Tail | undefined {
  const { seq, hash } = (parseJson(text) ?? {}) as Partial<Tail>;
  return Number.isSafeInteger(seq) && typeof hash === 'string' ? { seq: Number(seq), hash } : undefined;
}
