import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@permesso/gate/storage';

/** OpenCode silently skips a plugin that fails to load, so ours leaves a sign that it was loaded. */
export interface LoadReport {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly pid: number;
  /** The file that was loaded. */
  readonly plugin: string;
  readonly directory: string;
  /** What is missing, so that no call will run. */
  readonly missing?: string;
}

export function loadReportFile(state: string): string {
  return join(state, 'opencode', 'loaded.json');
}

export function writeLoadReport(state: string, beat: LoadReport): void {
  const file = loadReportFile(state);
  makeFolder(join(state, 'opencode'));
  const draft = `${file}.${beat.pid}`;
  writeFileSync(draft, `${JSON.stringify(beat)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
