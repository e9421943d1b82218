/** `node build.ts`: what is published, but for the pages of the console. Needs the `dist` of engine and protocol. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changedAt } from '../engine/changed-at.ts';
import { joinModules } from '../engine/join-modules.ts';
import { removeUnreached } from '../engine/remove-unreached.ts';
import { bundle } from './bundle.ts';
import { bundleCommandLine } from './bundle-cli.ts';

const own = import.meta.dirname;
const dist = join(own, 'dist');
const at = (path: string): string => join(own, path);

/** Nothing is done where `dist` is newer than the sources: tests call this at every start. */
export async function buildPermesso(): Promise<void> {
  const sources = [
    'src',
    'build.ts',
    'bundle.ts',
    'bundle-cli.ts',
    'bundle-hook.ts',
    '../engine/dist',
    '../protocol/dist',
  ];
  if (existsSync(at('dist/hook.cjs')) && changedAt([at('dist/hook.cjs')]) > changedAt(sources.map(at)))
    return;
  const made = `${dist}-${process.pid}`;
  execFileSync(at('../../node_modules/.bin/tsc'), ['-p', at('tsconfig.build.json'), '--outDir', made], {
    stdio: 'inherit',
  });
  await joinModules({
    dist: made,
    chunks: { permesso: ['index'] },
    lazy: [
      'node:child_process',
      'node:crypto',
      'node:fs',
      'node:os',
      'node:timers/promises',
      'node:tty',
      'node:zlib',
    ],
  });
  await bundleCommandLine({ sources: at('src'), dist: made });
  chmodSync(join(made, 'cli/main.cjs'), 0o755);
  // It needs little of the engine, and from the sources it takes only that.
  await bundle({ entry: at('src/hosts/opencode/plugin.ts'), file: join(made, 'opencode-plugin.js') });
  await bundle({ entry: at('src/hosts/opencode/window.ts'), file: join(made, 'opencode-window.js') });
  // Bundles hold code of the same packages as the engine.
  copyFileSync(at('../engine/dist/LICENSES.txt'), join(made, 'LICENSES.txt'));
  removeUnreached({
    dist: made,
    entries: [...publicModules(), 'sandbox/engine-process.js', 'sandbox/session/command-server.js'],
    kept: ['commands', 'cli', 'chunks', 'opencode-plugin.js', 'opencode-window.js'],
  });
  // The pages are built by the console's own command.
  if (existsSync(join(dist, 'console'))) renameSync(join(dist, 'console'), join(made, 'console'));
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}

/** What `package.json` exports. */
function publicModules(): readonly string[] {
  const text = readFileSync(at('package.json'), 'utf8');
  return Array.from(text.matchAll(/"\.\/dist\/([^"]+\.js)"/g), ([, path = '']) => path);
}

if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true });
  await buildPermesso();
}
