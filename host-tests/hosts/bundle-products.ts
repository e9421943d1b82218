import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, pluginHosts } from '../../packages/permesso/bundle.ts';

const sources = join(import.meta.dirname, '../../packages/permesso/src');

/** What the package ships, made from the sources once for all cases: nobody's edit reaches into a run. */
export interface Products {
  readonly hook: string;
  /** For hosts that load code instead of starting commands: by name. */
  readonly plugins: ReadonlyMap<string, string>;
  /** For the window of a host that speaks no MCP. */
  readonly window: string;
  readonly remove: () => void;
}

export async function bundleProducts(): Promise<Products> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-products-'));
  const hook = join(folder, 'hook.cjs');
  await bundle({ entry: join(sources, 'cli/hook.ts'), file: hook, minify: true });
  const plugins = new Map(pluginHosts.map((host) => [host, join(folder, `${host}-plugin.js`)]));
  for (const [host, file] of plugins) await bundle({ entry: join(sources, `hosts/${host}/plugin.ts`), file });
  const window = join(folder, 'opencode-window.js');
  await bundle({ entry: join(sources, 'hosts/opencode/window.ts'), file: window });
  return {
    hook,
    plugins,
    window,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }),
  };
}
