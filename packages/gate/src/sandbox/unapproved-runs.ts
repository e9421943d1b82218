import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields, isRecord } from '@permesso/engine/call';
import { makeFolder } from '../disk/make-folder.ts';
import { realPath } from '../disk/policy-git.ts';
import { namesInFolder } from '../disk/private-file.ts';
import { isGone, ownMark, parseMark, type ProcessMark } from '../disk/process-mark.ts';
import { errorCode } from '../disk/read-text.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { waitingCalls } from './call-record.ts';
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
  /** While it runs: nobody knows yet what it changes. */
  readonly runner?: ProcessMark;
}

/** Before the command starts. What it returns is called once everything of it has ended. */
export function beginRun(folder: string, run: StartingRun): () => void {
  const directories = [...run.writable, run.scratch];
  const known = readRecords(folder) ?? [];
  // A command that a rule allows is the person's code, unless it may load what unapproved code left.
  if (run.isAllowedByRules && !directories.some((directory) => touches(known, directory))) return () => {};
  const look = (directory: string): string | undefined => fingerprint(directory, run.readOnly);
  const fresh = directories.filter((directory) => !hasChanged(known, directory));
  const before = new Map(fresh.map((directory) => [directory, look(directory)]));
  const { command } = run;
  const name = `${randomBytes(12).toString('hex')}.json`;
  makeFolder(join(folder, 'unapproved'));
  writeRecord(folder, name, { command, directories, runner: ownMark() });
  return () => {
    // A person may have answered for a directory meanwhile: what changed there since is not what they saw.
    const others = readRecords(folder) ?? [];
    const changed = directories.filter((directory) => {
      const earlier = before.get(directory);
      return !hasChanged(others, directory) && (earlier === undefined || look(directory) !== earlier);
    });
    if (changed.length === 0) rmSync(join(folder, 'unapproved', name), { force: true });
    else writeRecord(folder, name, { command, directories: changed });
  };
}

/** By a command that has ended. One that still runs may yet change nothing, and its record goes with it. */
function hasChanged(records: readonly RunRecord[], directory: string): boolean {
  return records.some(
    (record) => hasEnded(record) && record.directories.some((each) => isAtOrBelow(directory, each)),
  );
}

function hasEnded({ runner }: RunRecord): boolean {
  return runner === undefined || isGone(runner);
}

/**
 * Commands that changed something in these directories, or around them, or may still: those that run, and those that were let in and
 * wait to be run. Nothing where the records cannot be read.
 */
export function unapprovedIn(folder: string, directories: readonly string[]): readonly string[] | undefined {
  const records = readRecords(folder);
  const waiting = waitingCalls(folder)
    .filter(({ isAllowedByRules }) => isAllowedByRules !== true)
    .map(({ command, profile }) => ({
      command,
      directories: profile.writable.map((path) => realPath(path) ?? path),
    }));
  return records
    ?.concat(waiting)
    .filter((record) => directories.some((directory) => touches([record], directory)))
    .map(({ command }) => command.slice(0, mostNamed));
}

/** A script in a command line would be in every entry of the log from then on. */
const mostNamed = 200;

/** What a person is shown before they answer for a directory. */
export interface ChangingRun {
  readonly name: string;
  /** Nothing where the record is damaged. */
  readonly command: string | undefined;
}

/** Commands that have ended. */
export function changingRuns(folder: string, directory: string): readonly ChangingRun[] {
  return namedRecords(folder)
    .filter(([, record]) => record === undefined || (hasEnded(record) && touches([record], directory)))
    .map(([name, record]) => ({ name, command: record?.command }));
}

/** A person answers for what these commands, which they were shown, left in this directory. */
export function approveRuns(
  folder: string,
  { directory, runs }: { readonly directory: string; readonly runs: readonly ChangingRun[] },
): void {
  const shown = new Set(runs.map(({ name }) => name));
  for (const [name, record] of namedRecords(folder))
    if (shown.has(name))
      keepDirectories(folder, { name, record, keeps: (each) => !isAtOrBelow(each, directory) });
}

/** Temporary directories of sessions that are gone: every call would read the records of all sessions there ever were. */
export function sweepRuns(folder: string): void {
  const keeps = (each: string): boolean => !isAtOrBelow(each, folder) || existsSync(each);
  for (const [name, record] of namedRecords(folder))
    if (record !== undefined && hasEnded(record)) keepDirectories(folder, { name, record, keeps });
}

interface Keeping {
  readonly name: string;
  readonly record: RunRecord | undefined;
  readonly keeps: (directory: string) => boolean;
}

function keepDirectories(folder: string, { name, record, keeps }: Keeping): void {
  const left = record?.directories.filter(keeps) ?? [];
  if (record === undefined || left.length === 0) rmSync(join(folder, 'unapproved', name), { force: true });
  else if (left.length < record.directories.length)
    writeRecord(folder, name, { command: record.command, directories: left });
}

function writeRecord(folder: string, name: string, record: RunRecord): void {
  replaceFile(join(folder, 'unapproved', name), { text: JSON.stringify(record), mode: 0o600 });
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
  return namesInFolder(join(folder, 'unapproved'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readRecord(join(folder, 'unapproved', name))] as const);
}

function readRecord(path: string): RunRecord | undefined {
  try {
    const said: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isRecord(said) || typeof said['command'] !== 'string' || !Array.isArray(said['directories']))
      return undefined;
    const directories = said['directories'].filter((each) => typeof each === 'string');
    const runner = parseMark(JSON.stringify(said['runner'] ?? null));
    return { command: said['command'], directories, ...definedFields({ runner }) };
  } catch (error) {
    // Ended in this moment: it changed nothing.
    if (errorCode(error) === 'ENOENT') return { command: '', directories: [] };
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
