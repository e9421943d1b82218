/** `npm run tools -- site:build`: the whole site as files in `site/dist`, from the texts and sources of this commit. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildEngine } from '../../packages/engine/build.ts';
import { assemble } from './assemble.ts';

const site = join(import.meta.dirname, '..');
const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js');

// What the built site needs is here after the first run; packages are not looked up again.
if (!existsSync(vitepress))
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-workspaces']);
await buildEngine();
const pages = await assemble();
const began = performance.now();
// A file that is no page keeps its name in links.
process.env['VITE_EXTRA_EXTENSIONS'] = 'service,env';
run(process.execPath, [vitepress, 'build']);
process.stdout.write(`${pages.length} pages in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}
