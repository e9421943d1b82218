import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPlaces, makeFolder } from '@permesso/gate/disk';
import type { FoundProgram } from './ask-hook.ts';
import { findPrograms } from './plugin-programs.ts';

/** Programs silently skip a plugin that fails to load, so ours writes a marker when it loads. */
export interface LoadReport {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly pid: number;
  readonly plugin: string;
  readonly directory: string;
  /** What is missing, so that no call will run. */
  readonly missing?: string;
}

export interface PluginStart {
  /** As in `permesso hook NAME`. */
  readonly host: string;
  readonly file: string;
  readonly directory: string;
}

/**
 * Prepares the plugin's requests to the hook. Never throws: a plugin that fails to load is skipped, and every tool
 * runs.
 */
export function startPlugin({ host, file, directory }: PluginStart): FoundProgram {
  const program = attempt(() =>
    findPrograms({
      here: dirname(file),
      directory,
      env: process.env,
      ...('bun' in process.versions ? {} : { own: process.execPath }),
    }),
  );
  const beat = attempt(() => {
    writeLoadReport(loadReportFile(findPlaces().state, host), {
      at: Date.now(),
      pid: process.pid,
      plugin: file,
      directory,
      ...('missing' in program ? { missing: program.missing } : {}),
    });
    return {};
  });
  if ('missing' in beat) process.stderr.write(`permesso: ${beat.missing}\n`);
  return program;
}

function attempt<Found extends object>(find: () => Found): Found | { readonly missing: string } {
  try {
    return find();
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

export function loadReportFile(state: string, host: string): string {
  return join(state, 'plugins', `${host}.json`);
}

function writeLoadReport(file: string, beat: LoadReport): void {
  makeFolder(dirname(file));
  const draft = `${file}.${beat.pid}`;
  writeFileSync(draft, `${JSON.stringify(beat)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
