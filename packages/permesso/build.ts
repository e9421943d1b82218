/** `node build.ts`: what is published, but for the pages of the console. Needs the `dist` of engine and protocol. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { joinModules } from '../engine/join-modules.ts';
import { bundle } from './bundle.ts';
import { bundleHook } from './bundle-hook.ts';
import { bundleCommandLine } from './bundle-cli.ts';
import { removeUnreached } from './remove-unreached.ts';

const own = import.meta.dirname;
const dist = join(own, 'dist');
const at = (path: string): string => join(own, path);

rmSync(dist, { recursive: true, force: true });
execFileSync(at('../../node_modules/.bin/tsc'), ['-p', at('tsconfig.build.json')], { stdio: 'inherit' });
await joinModules({
  dist,
  chunks: { permesso: ['index'] },
  joined: {
    '@permesso/engine/internal/': at('../engine/dist'),
    '@permesso/protocol/': at('../protocol/dist'),
  },
});
await bundleCommandLine({ sources: at('src'), dist });
chmodSync(at('dist/cli/main.js'), 0o755);
// Started at every call of an agent: one file each, with everything that it needs.
await bundleHook({ sources: at('src'), folder: dist, engine: 'built' });
// It needs little of the engine, and from the sources it takes only that.
await bundle({ entry: at('src/hosts/opencode/plugin.ts'), file: at('dist/opencode-plugin.js') });
removeUnreached({
  dist,
  entries: [...publicModules(), 'sandbox/engine-process.js'],
  kept: ['commands', 'cli', 'chunks', 'console', 'local-console/job-thread.js', 'opencode-plugin.js'],
});

/** What `package.json` exports. */
function publicModules(): readonly string[] {
  const text = readFileSync(at('package.json'), 'utf8');
  return Array.from(text.matchAll(/"\.\/dist\/([^"]+\.js)"/g), ([, path = '']) => path);
}
