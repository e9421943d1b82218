/** `node build.ts`: what is published. Needs the `dist` of engine and protocol. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { changedAt } from '../engine/changed-at.ts';
import { joinModules } from '../engine/join-modules.ts';
import { removeUnreached } from '../engine/remove-unreached.ts';

const gate = import.meta.dirname;
const dist = join(gate, 'dist');

/** Nothing is done where `dist` is newer than the sources: tests call this at every start. */
export async function buildGate(): Promise<void> {
  const sources = ['src', 'build.ts', '../engine/dist', '../protocol/dist'];
  if (existsSync(dist) && statSync(dist).mtimeMs > changedAt(sources.map((path) => join(gate, path)))) return;
  const made = `${dist}-${process.pid}`;
  const compiler = join(gate, '../../node_modules/.bin/tsc');
  const project = join(gate, 'tsconfig.build.json');
  execFileSync(compiler, ['-p', project, '--outDir', made], { stdio: ['ignore', 'inherit', 'inherit'] });
  await joinModules({
    dist: made,
    chunks: { gate: ['index'] },
    entries: publicModules()
      .filter((path) => path !== 'index.js' && path !== card && !startsPrograms.test(path))
      .map((path) => path.replace(/\.js$/, '')),
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
  await bundleCard(made);
  removeUnreached({
    dist: made,
    entries: [...publicModules(), 'sandbox/engine-process.js', 'sandbox/session/command-server.js'],
    kept: ['chunks'],
  });
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}

const card = 'sdks/react/react.js';

/** It goes to browsers: with the little of the engine that it uses, and without the file that the others share. */
async function bundleCard(made: string): Promise<void> {
  const build = await rolldown({
    input: join(gate, 'src/sdks/react/react.ts'),
    external: [/^react(?:\/|$)/],
    resolve: { conditionNames: ['@permesso/source', 'import'] },
  });
  await build.write({ file: join(made, card), format: 'esm', minify: true });
  await build.close();
  copyFileSync(join(gate, 'src/sdks/react/card.css'), join(made, 'sdks/react/card.css'));
}

/** They find the programs of the sandbox by their own place. */
const startsPrograms = /^sandbox\//;

/** What `package.json` exports. */
function publicModules(): readonly string[] {
  const text = readFileSync(join(gate, 'package.json'), 'utf8');
  return Array.from(text.matchAll(/"\.\/dist\/([^"]+\.js)"/g), ([, path = '']) => path);
}

if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true });
  await buildGate();
}
