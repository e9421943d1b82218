/** `npm run build` here: the extension as one file, with the schema of policy files beside it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { policySchema } from '@permesso/engine/text';

const folder = import.meta.dirname;
const build = await rolldown({
  input: join(folder, 'src/extension.ts'),
  platform: 'node',
  // The editor brings it.
  external: ['vscode'],
  resolve: { conditionNames: ['@permesso/source', 'import', 'node'] },
});
await build.write({ file: join(folder, 'dist/extension.cjs'), format: 'cjs' });
await build.close();
mkdirSync(join(folder, 'dist'), { recursive: true });
writeFileSync(join(folder, 'dist/policy.schema.json'), `${JSON.stringify(policySchema(), undefined, 2)}\n`);
