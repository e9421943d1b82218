import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { makeFolder, readText, replaceFile } from '@permesso/gate/disk';

/** What was done for one user: `--remove` reverts exactly this. */
export interface UserRecord {
  readonly name: string;
  /** The identity created for the user; absent if one existed. */
  readonly agent?: string;
  /** Hosts registered in the user's home. */
  readonly hosts: readonly string[];
}

function recordIn(state: string): string {
  return join(state, 'users.json');
}

export function readRecord(state: string): readonly UserRecord[] {
  const read = readText(recordIn(state));
  if (!('text' in read)) return [];
  const value: unknown = JSON.parse(read.text);
  const users = isRecord(value) ? value['users'] : undefined;
  return Array.isArray(users) ? (users as readonly UserRecord[]) : [];
}

/** Readable by root alone. Written only if it changed: a second run changes nothing. */
export function writeRecord(state: string, users: readonly UserRecord[]): void {
  const text = `${JSON.stringify({ users }, undefined, 2)}\n`;
  const before = readText(recordIn(state));
  if (users.length === 0 || ('text' in before && before.text === text)) return;
  makeFolder(state);
  replaceFile(recordIn(state), { text, mode: 0o600 });
}

export function removeRecord(state: string): void {
  rmSync(recordIn(state), { force: true });
}
