import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedShell } from './case.ts';

/** What became of every case when a host was last run. */
export interface HostResults {
  readonly version: string;
  /** The day, as `2026-01-31`. */
  readonly date: string;
  readonly deeds: Readonly<Record<string, string>>;
  /** What it makes of answers that nobody puts right: `runs`, `blocked`, `edited` or `hangs`. */
  readonly answers?: Readonly<Record<string, string>>;
  /** The day of these. */
  readonly measured?: string;
  /** What shell ran a command, in each case that looks at it. */
  readonly shells?: Readonly<Record<string, StartedShell>>;
}

export type Results = Readonly<Record<string, HostResults>>;

const file = join(import.meta.dirname, 'results.json');

export function readResults(): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}
