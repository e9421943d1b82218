import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../disk/read-text.ts';
import { replaceFile } from '../disk/replace-file.ts';

/** Entries that the server accepted but has not confirmed as stored. */
export interface TakenEntries {
  /** The last line that was sent. */
  readonly seq: number;
  /** Its last valid entry: all are stored when this one is. */
  readonly entry: number;
  /** The server's cursor for them. */
  readonly after: string;
  /** When the first of them was accepted, in milliseconds since the epoch. */
  readonly since: number;
}

const takenName = 'taken.json';
/**
 * After this, the server is asked as if nothing were in transit: it says what it has stored, and the rest is sent
 * again.
 */
const patienceMs = 10 * 60_000;

/** Undefined if everything accepted is stored, or should have been long ago. */
export function readTaken(directory: string, stored: number): TakenEntries | undefined {
  const read = readText(join(directory, takenName));
  const taken = 'text' in read ? parseTaken(read.text) : undefined;
  if (taken === undefined || taken.seq <= stored) return undefined;
  // In both directions: a clock that was set back must not postpone it forever.
  return Math.abs(Date.now() - taken.since) > patienceMs ? undefined : taken;
}

export interface NewlyTaken {
  readonly batch: { readonly last: number; readonly entry: number };
  readonly after: string;
  /** Stored by the server up to here. */
  readonly stored: number;
}

/** The earlier ones together with these. */
export function withTaken(
  before: TakenEntries | undefined,
  { batch, after, stored }: NewlyTaken,
): TakenEntries {
  return {
    seq: Math.max(batch.last, before?.seq ?? 0),
    entry: Math.max(batch.entry, before?.entry ?? 0),
    after,
    // The earlier ones are stored: the time starts with these.
    since: before === undefined || before.entry <= stored ? Date.now() : before.since,
  };
}

export function writeTaken(directory: string, taken: TakenEntries | undefined): void {
  const file = join(directory, takenName);
  if (taken === undefined) rmSync(file, { force: true });
  else replaceFile(file, { text: JSON.stringify(taken), mode: 0o600 });
}

const shape = /^\{"seq":(\d{1,16}),"entry":(\d{1,16}),"after":"([\w:.+-]{1,200})","since":(\d{1,16})\}$/;

function parseTaken(text: string): TakenEntries | undefined {
  const [, seq, entry, after, since] = shape.exec(text) ?? [];
  if (after === undefined) return undefined;
  return { seq: Number(seq), entry: Number(entry), after, since: Number(since) };
}
