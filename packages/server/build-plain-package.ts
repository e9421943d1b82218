import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changedAt } from '../engine/changed-at.ts';

/** Compiles a package that needs no other step. Nothing is done where its `dist` is newer than the sources. */
export function buildPlainPackage(folder: string): void {
  const dist = join(folder, 'dist');
  if (existsSync(dist) && statSync(dist).mtimeMs > changedAt([join(folder, 'src')])) return;
  const made = `${dist}-${process.pid}`;
  const compiler = join(folder, '../../node_modules/.bin/tsc');
  const project = join(folder, 'tsconfig.build.json');
  execFileSync(compiler, ['-p', project, '--outDir', made], { stdio: 'inherit' });
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}
