/** `node build.ts`: what is published, but for the pages of the console. Needs the `dist` of engine and protocol. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { joinModules } from '../engine/join-modules.ts';
import { bundle } from './bundle.ts';
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
  lazy: [
    'node:child_process',
    'node:crypto',
    'node:fs',
    'node:os',
    'node:timers/promises',
    'node:tty',
    'node:zlib',
  ],
  joined: {
    '@permesso/engine/internal/': at('../engine/dist'),
    '@permesso/protocol/': at('../protocol/dist'),
  },
});
await bundleCommandLine({ sources: at('src'), dist });
chmodSync(at('dist/cli/main.cjs'), 0o755);
// It needs little of the engine, and from the sources it takes only that.
await bundle({ entry: at('src/hosts/opencode/plugin.ts'), file: at('dist/opencode-plugin.js') });
await bundle({ entry: at('src/hosts/opencode/window.ts'), file: at('dist/opencode-window.js') });
// Bundles hold code of the same packages as the engine.
copyFileSync(at('../engine/dist/LICENSES.txt'), at('dist/LICENSES.txt'));
removeUnreached({
  dist,
  entries: [...publicModules(), 'sandbox/engine-process.js', 'sandbox/session/command-server.js'],
  kept: ['commands', 'cli', 'chunks', 'console', 'opencode-plugin.js', 'opencode-window.js'],
});

/** What `package.json` exports. */
function publicModules(): readonly string[] {
  const text = readFileSync(at('package.json'), 'utf8');
  return Array.from(text.matchAll(/"\.\/dist\/([^"]+\.js)"/g), ([, path = '']) => path);
}
