import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../disk/make-folder.ts';
import { isRecord } from '@permesso/engine/call';
import { namesInFolder } from '../disk/private-file.ts';
import { errorCode } from '../disk/read-text.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { readProfile, type SandboxProfile } from './read-profile.ts';
import { SandboxRefused } from './refusal.ts';

/** A call as it was decided about, for a process that runs it later. */
export interface SandboxedCall {
  /** Text for bash. */
  readonly command: string;
  readonly cwd: string;
  readonly profile: SandboxProfile;
  /** Calls of one session share their temporary directory. */
  readonly session?: string;
  /** Rules allow all of it. */
  readonly isAllowedByRules?: true;
}

const pattern = /^[0-9a-f]{64}$/;

/** Between a decision and its run there is at most the host's own work: a call that waits longer is decided again. */
const waitsAtMost = 10 * 60 * 1000;

/** Its id is its digest: what runs by that id is what was decided about, or nothing. */
export function saveCall(folder: string, { profile, ...call }: SandboxedCall): string {
  const about = { ...call, profile: readProfile(profile) };
  // Two equal calls at the same time are two decisions, and each runs once.
  const text = JSON.stringify({ ...about, nonce: randomBytes(12).toString('hex') });
  const id = digest(text);
  makeFolder(join(folder, 'calls'));
  replaceFile(fileOf(folder, id), { text, mode: 0o600 });
  return id;
}

/** A call that was allowed and has not run; nothing where no call has this id, or it is not what was decided about. */
export function waitingCall(folder: string, id: string): SandboxedCall | undefined {
  if (!pattern.test(id)) return undefined;
  try {
    return parseCall(readCall(folder, id), id);
  } catch (error) {
    if (error instanceof SandboxRefused) return undefined;
    throw error;
  }
}

/** Every call that was allowed and has not run. */
export function waitingCalls(folder: string): readonly SandboxedCall[] {
  return namesInFolder(join(folder, 'calls')).flatMap(
    (name) => waitingCall(folder, name.replace(/\.json$/u, '')) ?? [],
  );
}

/** Each call runs once: the same command again is another decision. */
export function takeCall(folder: string, id: string): SandboxedCall {
  if (!pattern.test(id)) throw changed(`\`${id}\` is not an id of a call`);
  const text = readCall(folder, id);
  rmSync(fileOf(folder, id), { force: true });
  sweepCalls(folder);
  return parseCall(text, id);
}

function parseCall(text: string, id: string): SandboxedCall {
  if (digest(text) !== id) throw changed('the call was edited after it was decided about');
  const said: unknown = JSON.parse(text);
  if (!isRecord(said) || typeof said['command'] !== 'string' || typeof said['cwd'] !== 'string')
    throw changed('the call is incomplete');
  const { command, cwd, session } = said;
  return {
    command,
    cwd,
    profile: readProfile(said['profile']),
    ...(typeof session === 'string' ? { session } : {}),
    ...(said['isAllowedByRules'] === true ? { isAllowedByRules: true } : {}),
  };
}

/** Calls that were allowed and that their host never ran. */
function sweepCalls(folder: string): void {
  for (const name of readdirSync(join(folder, 'calls'))) {
    const path = join(folder, 'calls', name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && isTooOld(found.mtimeMs)) rmSync(path, { force: true });
  }
}

function isTooOld(savedAt: number): boolean {
  return Date.now() - savedAt > waitsAtMost;
}

function readCall(folder: string, id: string): string {
  try {
    if (isTooOld(statSync(fileOf(folder, id)).mtimeMs)) throw changed('the call waited too long to be run');
    return readFileSync(fileOf(folder, id), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw changed(`no call ${id} is waiting to be run`);
    throw error;
  }
}

function fileOf(folder: string, id: string): string {
  return join(folder, 'calls', `${id}.json`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function changed(message: string): SandboxRefused {
  return new SandboxRefused('changed', {
    message: `Not run: ${message}.`,
    fix: 'let the call be decided again',
  });
}
