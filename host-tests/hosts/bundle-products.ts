import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../packages/permesso/bundle.ts';

const sources = join(import.meta.dirname, '../../packages/permesso/src');

/** What the package ships, made from the sources once for all cases: nobody's edit reaches into a run. */
export interface Products {
  readonly hook: string;
  /** For hosts that load code instead of starting commands. */
  readonly plugin: string;
  /** For the window of a host that speaks no MCP. */
  readonly window: string;
  readonly remove: () => void;
}

export async function bundleProducts(): Promise<Products> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-products-'));
  const hook = join(folder, 'hook.cjs');
  const plugin = join(folder, 'opencode-plugin.js');
  await bundle({ entry: join(sources, 'cli/hook.ts'), file: hook, minify: true });
  await bundle({ entry: join(sources, 'hosts/opencode/plugin.ts'), file: plugin });
  const window = join(folder, 'opencode-window.js');
  await bundle({ entry: join(sources, 'hosts/opencode/window.ts'), file: window });
  return {
    hook,
    plugin,
    window,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }),
  };
}
