import { join } from 'node:path';

const dist = join(import.meta.dirname, '../dist');

/** What users have, made by `build-before-tests.ts`: it starts in a tenth of the time that the sources take. */
export const builtHook: string = join(dist, 'hook.cjs');
export const builtCommandLine: string = join(dist, 'cli/main.cjs');
export const builtJobThread: string = join(dist, 'local-console/job-thread.cjs');
