import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../world/read-text.ts';
import { replaceFile } from '../../world/replace-file.ts';
import type { CanaryResult } from './run-canary.ts';

/** What a canary said, and about which registration: one that was changed since proves nothing. */
export interface CanaryRecord extends CanaryResult {
  readonly host: string;
  /** ISO. */
  readonly at: string;
  readonly about: string;
}

/** Names the registration and the program that were tried. */
export function registrationDigest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export function readCanaries(state: string): readonly CanaryRecord[] {
  const read = readText(canaryFile(state));
  if (!('text' in read)) return [];
  try {
    const value: unknown = JSON.parse(read.text);
    return Array.isArray(value) ? value.filter(isRecord) : [];
  } catch (error) {
    // Damaged: then nothing is proven.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

export function writeCanary(state: string, record: CanaryRecord): void {
  const others = readCanaries(state).filter(({ host }) => host !== record.host);
  mkdirSync(state, { recursive: true, mode: 0o700 });
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
