/** `node build.ts`: what is published. Needs the `dist` of the other packages. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changedAt } from '../engine/changed-at.ts';
import { buildPlainPackage } from './build-plain-package.ts';

const server = import.meta.dirname;
const dist = join(server, 'dist');

/** Nothing is done where `dist` is newer than the sources: tests call this at every start. */
export function buildServer(): void {
  // Loaded where settings name them; their types are needed here.
  for (const name of ['archive-duckdb', 'jetstream']) buildPlainPackage(join(server, '..', name));
  const sources = [join(server, 'src'), join(server, '../permesso/dist/hook.cjs')];
  if (existsSync(dist) && statSync(dist).mtimeMs > changedAt(sources)) return;
  const made = `${dist}-${process.pid}`;
  const compiler = join(server, '../../node_modules/.bin/tsc');
  const project = join(server, 'tsconfig.build.json');
  execFileSync(compiler, ['-p', project, '--outDir', made], { stdio: 'inherit' });
  for (const file of globSync('**/*.sql', { cwd: join(server, 'src') }))
    copyFileSync(join(server, 'src', file), join(made, file));
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}

if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true });
  buildServer();
}
