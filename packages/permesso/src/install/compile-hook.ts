import { spawnSync } from 'node:child_process';
import { steering } from '../launch/launcher.ts';
import type { Programs } from './installer.ts';

/** Has the hook compiled before the first call needs it. Where this fails, that call does it: nothing is told. */
export function compileHook({ node, hook, compiled }: Programs): void {
  if (compiled === undefined || !hook.endsWith('.cjs')) return;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.includes(name)));
  spawnSync(node, [hook, 'compile', '--compiled', compiled], { env, stdio: 'ignore', timeout: 20_000 });
}
