import { parseJson } from '@permesso/engine/call';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { realPath, readText, replaceFile, makeFolder } from '@permesso/gate/disk';
import type { CanaryResult } from './run-canary.ts';

/** A canary's result and the registration it tested: a registration that changed since is unproven. */
export interface CanaryRecord extends CanaryResult {
  readonly host: string;
  /** ISO. */
  readonly at: string;
  readonly about: string;
}

export interface TriedCanary {
  readonly registration: unknown;
  /** The program, the hook and the other files that took part: after an update of any of them nothing is proven. */
  readonly files: readonly (string | undefined)[];
}

/** Identifies what was tried. */
export function triedDigest({ registration, files }: TriedCanary): string {
  const parts = [registration, ...files.map((file) => (file === undefined ? undefined : markOf(file)))];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function markOf(file: string): readonly unknown[] {
  const found = statSync(file, { throwIfNoEntry: false });
  return [file, realPath(file), found?.size, found?.mtimeMs, found?.ino];
}

export function readCanaries(state: string): readonly CanaryRecord[] {
  const read = readText(canaryFile(state));
  if (!('text' in read)) return [];
  // Damaged, so nothing is proven.
  const value: unknown = parseJson(read.text);
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function writeCanary(state: string, record: CanaryRecord): void {
  const others = readCanaries(state).filter(({ host }) => host !== record.host);
  makeFolder(state);
  replaceFile(canaryFile(state), {
    text: `${JSON.stringify([...others, record], undefined, 2)}\n`,
    mode: 0o600,
  });
}

export function canaryFile(state: string): string {
  return join(state, 'canary.json');
}

function isRecord(value: unknown): value is CanaryRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  return (
    ['host', 'at', 'about', 'why'].every((name) => typeof record[name] === 'string') &&
    ['proven', 'failed', 'unproven'].includes(String(record['result']))
  );
}
