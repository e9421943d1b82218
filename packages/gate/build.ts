/** `node build.ts`: what is published. Needs the `dist` of engine and protocol. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { changedAt } from '../engine/changed-at.ts';
import { joinModules, minify } from '../engine/join-modules.ts';
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
      .filter((path) => path !== 'index.js' && !standsAlone.test(path) && !startsPrograms.test(path))
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
  await bundleAlone(made);
  removeUnreached({
    dist: made,
    entries: [...publicModules(), 'sandbox/engine-process.js', 'sandbox/session/command-server.js'],
    kept: ['chunks'],
  });
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}

/**
 * They go to browsers, to Workers, and into bundles that decide nothing: with the little of the engine that they use, and without the file
 * that the others share. None has a class or a mark that the others would have to know.
 */
const standsAlone = /^(?:sdks\/(?:react|telemetry)\/|stores\/|worker\/|entries\/checks\.)/;

async function bundleAlone(made: string): Promise<void> {
  const paths = publicModules().filter((each) => standsAlone.test(each));
  // The stores have nearly all in common, and nothing with the rest.
  const groups = Object.values(
    Object.groupBy(paths, (path) => (path.startsWith('stores/') ? 'stores' : path)),
  );
  for (const group of groups) {
    const build = await rolldown({
      input: Object.fromEntries(
        (group ?? []).map((path) => [path, join(gate, 'src', path.replace(/js$/, 'ts'))]),
      ),
      platform: 'neutral',
      external: [/^react(?:\/|$)/, /^node:/],
      plugins: group?.some((path) => path.startsWith('worker/')) === true ? [withoutMachine] : [],
      resolve: { conditionNames: ['@permesso/source', 'import'] },
    });
    await build.write({
      dir: made,
      format: 'esm',
      entryFileNames: '[name]',
      chunkFileNames: 'chunks/of-stores.js',
      minify,
    });
    await build.close();
  }
  copyFileSync(join(gate, 'src/sdks/react/card.css'), join(made, 'sdks/react/card.css'));
}

const engine = join(gate, '../engine/src');

/** What reads commands and the disk. */
const machineFiles: ReadonlySet<string> = new Set([
  join(engine, 'facts/tools/shell-tool.ts'),
  join(engine, 'facts/shell/effects/shell-suggest.ts'),
  join(engine, 'facts/shell/model/find-command.ts'),
  join(engine, 'powershell/index.ts'),
  join(gate, 'src/world/read-world.ts'),
]);

/** Puts `no-machine.ts` in their place. */
const withoutMachine: Plugin = {
  name: 'without-machine',
  async resolveId(id, importer, options) {
    // `commandIndex` of the stage is in it as well, and nothing here imports that.
    const isIndex = importer === join(engine, 'facts/index.ts') && id.endsWith('/find-command.ts');
    if (importer === undefined || isIndex) return undefined;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    return found !== null && machineFiles.has(found.id) ? join(gate, 'src/worker/no-machine.ts') : undefined;
  },
};

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
