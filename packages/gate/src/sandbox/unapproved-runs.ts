import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { makeFolder } from '../disk/make-folder.ts';
import { errorCode } from '../disk/read-text.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { fingerprint } from './directory-fingerprint.ts';
import { isAtOrBelow } from './read-profile.ts';

/**
 * What ran sandboxed without a rule that allows it, and changed something that later calls may load. While there is such a record
 * for a directory, code in it is not only what the person trusted, so nothing runs it outside unasked. A run whose record
 * was not closed, because its runner was killed, counts as one that changed everything.
 */
export interface StartingRun {
  readonly command: string;
  /** In real paths. */
  readonly writable: readonly string[];
  /** The session's temporary directory: what is left there may steer a later command that a rule allows. */
  readonly scratch: string;
  /** Places in them that stay read-only. */
  readonly readOnly: readonly string[];
  readonly isAllowedByRules: boolean;
}

interface RunRecord {
  readonly command: string;
  readonly directories: readonly string[];
}

/** Before the command starts. What it returns is called once everything of it has ended. */
export function beginRun(folder: string, run: StartingRun): () => void {
  const directories = [...run.writable, run.scratch];
  const known = readRecords(folder) ?? [];
  const isKnown = (directory: string): boolean =>
    known.some((record) => record.directories.some((each) => isAtOrBelow(directory, each)));
  // A command that a rule allows is the person's code, unless it may load what unapproved code left.
  if (run.isAllowedByRules && !directories.some((directory) => touches(known, directory))) return () => {};
  const fresh = directories.filter((directory) => !isKnown(directory));
  if (fresh.length === 0) return () => {};
  const before = new Map(fresh.map((directory) => [directory, fingerprint(directory, run.readOnly)]));
  const file = join(folder, 'unapproved', `${randomBytes(12).toString('hex')}.json`);
  const write = (changed: readonly string[]): void =>
    replaceFile(file, {
      text: JSON.stringify({ command: run.command, directories: changed }),
      mode: 0o600,
    });
  makeFolder(join(folder, 'unapproved'));
  write(fresh);
  return () => {
    const changed = fresh.filter((directory) => {
      const earlier = before.get(directory);
      return earlier === undefined || fingerprint(directory, run.readOnly) !== earlier;
    });
    if (changed.length === 0) rmSync(file, { force: true });
    else write(changed);
  };
}

/** Commands that changed something in these directories, or around them; nothing where the record cannot be read. */
export function unapprovedIn(folder: string, directories: readonly string[]): readonly string[] | undefined {
  return readRecords(folder)
    ?.filter((record) => directories.some((directory) => touches([record], directory)))
    .map(({ command }) => command);
}

/** A person answers for what is in this directory now. */
export function approveRuns(folder: string, directory: string): void {
  for (const [name, record] of namedRecords(folder)) {
    const left = record?.directories.filter((each) => !isAtOrBelow(each, directory)) ?? [];
    const path = join(folder, 'unapproved', name);
    if (left.length === 0) rmSync(path, { force: true });
    else if (record !== undefined && left.length < record.directories.length)
      replaceFile(path, { text: JSON.stringify({ ...record, directories: left }), mode: 0o600 });
  }
}

function touches(records: readonly RunRecord[], directory: string): boolean {
  return records.some((record) =>
    record.directories.some((each) => isAtOrBelow(each, directory) || isAtOrBelow(directory, each)),
  );
}

function readRecords(folder: string): readonly RunRecord[] | undefined {
  const records = namedRecords(folder).map(([, record]) => record);
  return records.some((record) => record === undefined)
    ? undefined
    : records.filter((record) => record !== undefined);
}

/** Undefined for one that is damaged: nobody knows what it was about. */
function namedRecords(folder: string): readonly (readonly [name: string, record: RunRecord | undefined])[] {
  return namesIn(join(folder, 'unapproved'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readRecord(join(folder, 'unapproved', name))] as const);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function readRecord(path: string): RunRecord | undefined {
  try {
    const said: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRecord(said) || typeof said['command'] !== 'string' || !Array.isArray(said['directories']))
      return undefined;
    const directories = said['directories'].filter((each) => typeof each === 'string');
    return { command: said['command'], directories };
  } catch (error) {
    // Ended in this moment: it changed nothing.
    if (errorCode(error) === 'ENOENT') return { command: '', directories: [] };
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
