import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../storage/make-folder.ts';
import { isRecord } from '@permesso/engine/internal/call/is-record';
import { errorCode } from '../storage/read-text.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { readProfile, type SandboxProfile } from './profile.ts';
import { SandboxRefused } from './refusal.ts';

/** A call as it was decided about, for a process that runs it later. */
export interface SandboxedCall {
  /** Text for bash. */
  readonly command: string;
  readonly cwd: string;
  readonly profile: SandboxProfile;
}

const pattern = /^[0-9a-f]{64}$/;

/** Its id is its digest: what runs by that id is what was decided about, or nothing. */
export function saveCall(folder: string, { command, cwd, profile }: SandboxedCall): string {
  const text = JSON.stringify({ command, cwd, profile: readProfile(profile) });
  const id = digest(text);
  makeFolder(join(folder, 'calls'));
  replaceFile(fileOf(folder, id), { text, mode: 0o600 });
  return id;
}

/** Each call runs once: the same command again is another decision. */
export function takeCall(folder: string, id: string): SandboxedCall {
  if (!pattern.test(id)) throw changed(`\`${id}\` is no id of a call`);
  const text = readCall(folder, id);
  rmSync(fileOf(folder, id), { force: true });
  if (digest(text) !== id) throw changed('the call was edited after it was decided about');
  const said: unknown = JSON.parse(text);
  if (!isRecord(said) || typeof said['command'] !== 'string' || typeof said['cwd'] !== 'string')
    throw changed('the call is incomplete');
  return { command: said['command'], cwd: said['cwd'], profile: readProfile(said['profile']) };
}

function readCall(folder: string, id: string): string {
  try {
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
