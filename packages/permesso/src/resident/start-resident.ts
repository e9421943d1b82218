import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile, type Places } from '@permesso/gate/disk';
import { residentDirectory, residentForbidden, residentSocket } from '../launch/resident-places.ts';
import { recordedClient } from '../launch/shell-client.ts';

/** Milliseconds between attempts: one that keeps failing must not be started by every call. */
const every = 10_000;

/**
 * Starts the resident process for the next call, if the person wants one and none runs. Not waited for, and it never
 * changes an answer, so failures are not reported.
 */
export function startResident({ hook, places }: { readonly hook: string; readonly places: Places }): void {
  const { state } = places;
  try {
    if (recordedClient(state) === undefined || residentForbidden(places) !== undefined) return;
    const lock = lockFile(`${residentSocket(state)}.lock`);
    lock.clearDead();
    if (lock.holder() !== undefined) return;
    const mark = join(residentDirectory(state), 'started');
    const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Math.abs(Date.now() - last) < every) return;
    writeFileSync(mark, '', { mode: 0o600 });
    const child = spawn(process.execPath, [hook, 'resident'], {
      cwd: '/',
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      env: environment(process.env),
    });
    child.on('error', () => undefined);
    child.unref();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

/** It outlives the agent: variables that an agent or a project sets for its children must not affect other calls. */
function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'LANG', 'TZ'];
  const given = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { PATH: '/usr/bin:/bin', ...Object.fromEntries(given) };
}
