/** `npm run tools -- size [--json] [--installed]`: how large the code is, and how much of it a change touches. */
import { parseArgs } from 'node:util';
import { countSources } from './count-sources.ts';
import { countDeepImports, importsOfRoots } from './count-imports.ts';
import { installSizes } from './install-sizes.ts';
import { readTracked } from './read-tracked.ts';
import { printSize, type Size } from './print-size.ts';
import { tenChanges } from './ten-changes.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, installed: { type: 'boolean', default: false } },
});

const tracked = readTracked();
const size: Size = {
  ...countSources(tracked),
  importsOfRoots: importsOfRoots(tracked),
  deepImports: countDeepImports(tracked),
  tenChanges: tenChanges.map(({ change, files }) => ({
    change,
    files: files.length,
    touched: files,
    missing: files.filter((file) => !tracked.has(file)),
  })),
  ...(values.installed ? { installed: await installSizes() } : {}),
};
process.stdout.write(values.json ? `${JSON.stringify(size, undefined, 2)}\n` : printSize(size));
