import { findPlaces } from '@permesso/gate/storage';
import { findPrograms } from './find-programs.ts';
import { guardTools, type OpenCodeHooks } from './guard.ts';
import { writeLoadReport } from './load-report.ts';

/**
 * The file that OpenCode loads. It takes every export for a plugin, so there is this one. Nothing may be thrown before
 * the hooks are in place: a plugin that fails to load is left out, and every tool runs.
 */
export const Permesso = ({ directory }: { readonly directory?: string } = {}): Promise<OpenCodeHooks> => {
  const project = typeof directory === 'string' && directory !== '' ? directory : process.cwd();
  const program = attempt(() =>
    findPrograms({
      here: import.meta.dirname,
      directory: project,
      env: process.env,
      ...('bun' in process.versions ? {} : { own: process.execPath }),
    }),
  );
  const beat = attempt(() => {
    writeLoadReport(findPlaces().state, {
      at: Date.now(),
      pid: process.pid,
      plugin: import.meta.filename,
      directory: project,
      ...('missing' in program ? { missing: program.missing } : {}),
    });
    return {};
  });
  if ('missing' in beat) process.stderr.write(`permesso: ${beat.missing}\n`);
  return Promise.resolve(guardTools({ program, directory: project }));
};

function attempt<Found extends object>(find: () => Found): Found | { readonly missing: string } {
  try {
    return find();
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}
