import { spawnSync } from 'node:child_process';
import { coldOptions, steering } from '../launch/launcher.ts';
import type { Programs } from './installer.ts';

/** Has the hook compiled before the first call, or command, needs it. Where this fails, that call does it: nothing is told. */
export function compileHook(programs: Programs): void {
  const { node, hook, compiled } = programs;
  if (compiled === undefined || !hook.endsWith('.cjs')) return;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.includes(name)));
  // V8 takes code only from a process with the same options: the launcher's for calls, none for commands.
  for (const options of [coldOptions(programs), []])
    spawnSync(node, [...options, hook, 'compile', '--compiled', compiled], {
      env,
      stdio: 'ignore',
      timeout: 20_000,
    });
}
