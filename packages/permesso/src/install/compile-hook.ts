import { spawnSync } from 'node:child_process';
import { coldOptions, steering } from '../launch/launcher.ts';
import type { Programs } from './installer.ts';

/**
 * Compiles the hook before the first call or command needs it. A failure is ignored: the first call then compiles it.
 */
export function compileHook(programs: Programs): void {
  const { node, hook, compiled } = programs;
  if (compiled === undefined || !hook.endsWith('.cjs')) return;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.includes(name)));
  // V8 accepts cached code only with the same options: the launcher's for calls, none for commands.
  for (const options of [coldOptions(programs), []])
    spawnSync(node, [...options, hook, 'compile', '--compiled', compiled], {
      env,
      stdio: 'ignore',
      timeout: 20_000,
    });
}
