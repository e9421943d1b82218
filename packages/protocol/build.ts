/** `node build.ts`: what is published. Needs the engine's `dist`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changedAt } from '../engine/changed-at.ts';
import { joinModules } from '../engine/join-modules.ts';
import { removeUnreached } from '../engine/remove-unreached.ts';

const protocol = import.meta.dirname;
const dist = join(protocol, 'dist');

/** Nothing is done where `dist` is newer than the sources: tests call this at every start. */
export async function buildProtocol(): Promise<void> {
  const stages = readdirSync(join(protocol, 'src'));
  if (existsSync(dist) && statSync(dist).mtimeMs > changedAt([join(protocol, 'src')])) return;
  const made = `${dist}-${process.pid}`;
  const compiler = join(protocol, '../../node_modules/.bin/tsc');
  const project = join(protocol, 'tsconfig.build.json');
  execFileSync(compiler, ['-p', project, '--outDir', made], { stdio: ['ignore', 'inherit', 'inherit'] });
  await joinModules({
    dist: made,
    chunks: {
      protocol: stages.map((stage) => `${stage}/index`),
    },
    lazy: ['node:crypto'],
  });
  removeUnreached({ dist: made, entries: stages.map((stage) => `${stage}/index.js`), kept: ['chunks'] });
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}

if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true });
  await buildProtocol();
}
