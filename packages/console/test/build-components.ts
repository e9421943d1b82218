import { join } from 'node:path';
import { build } from 'vite';

/** `node build-components.ts DIRECTORY`: the page of all components as files, in a process of its own like the pages. */
const root = join(import.meta.dirname, '..');
const [directory = ''] = process.argv.slice(2);
await build({
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  build: { outDir: directory, rolldownOptions: { input: join(root, 'components.html') } },
});
