import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../packages/permesso/bundle.ts';

const repository = join(import.meta.dirname, '../..');

/** The gateway as one file: what is measured is the gateway, and not how Node reads hundreds of sources. */
export async function bundleMain(): Promise<string> {
  const folder = join(process.env['PERMESSO_CACHE'] ?? join(repository, '.cache'), 'mcp-gateway');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `main-${process.pid}.mjs`);
  await bundle({ entry: join(import.meta.dirname, 'gateway-main.ts'), file });
  return file;
}
