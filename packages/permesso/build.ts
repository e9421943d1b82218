/** `node build.ts`: what is published, but for the pages of the console. Needs the `dist` of engine, protocol and gate. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { changedAt } from '../engine/changed-at.ts';
import { removeUnreached } from '../engine/remove-unreached.ts';
import { bundle, pluginHosts } from './bundle.ts';
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
    'late-modules.ts',
    'link-files.ts',
    '../engine/dist',
    '../gate/dist',
    '../gate/presets',
    '../protocol/dist',
  ];
  if (existsSync(at('dist/hook.cjs')) && changedAt([at('dist/hook.cjs')]) > changedAt(sources.map(at)))
    return;
  const made = `${dist}-${process.pid}`;
  execFileSync(at('../../node_modules/.bin/tsc'), ['-p', at('tsconfig.build.json'), '--outDir', made], {
    stdio: 'inherit',
  });
  await bundleCommandLine({ sources: at('src'), dist: made });
  chmodSync(join(made, 'cli/main.cjs'), 0o755);
  // Programs of the sandbox, started by their place beside the modules that start them.
  for (const program of ['sandbox/engine-process', 'sandbox/session/command-server'])
    await bundle({ entry: at(`../gate/src/${program}.ts`), file: join(made, `${program}.js`) });
  // The server has engine and protocol itself; of the library it needs little.
  const external = /^@permesso\/(?:engine|protocol)/;
  await bundle({ entry: at('src/team-server.ts'), file: join(made, 'team-server.js'), external });
  for (const name of ['presets', 'schema']) cpSync(at(`../gate/${name}`), at(name), { recursive: true });
  // It needs little of the engine, and from the sources it takes only that.
  for (const host of pluginHosts)
    await bundle({ entry: at(`src/hosts/${host}/plugin.ts`), file: join(made, `${host}-plugin.js`) });
  await bundle({ entry: at('src/hosts/opencode/window.ts'), file: join(made, 'opencode-window.js') });
  // Bundles hold code of the same packages as the engine.
  copyFileSync(at('../engine/dist/LICENSES.txt'), join(made, 'LICENSES.txt'));
  removeUnreached({
    dist: made,
    entries: ['team-server.js', 'sandbox/engine-process.js', 'sandbox/session/command-server.js'],
    kept: ['commands', 'cli', 'opencode-window.js', ...pluginHosts.map((host) => `${host}-plugin.js`)],
  });
  // The pages are built by the console's own command.
  if (existsSync(join(dist, 'console'))) renameSync(join(dist, 'console'), join(made, 'console'));
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}

if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true });
  await buildPermesso();
}
