import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  existsSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Products } from './bundle-products.ts';

/** A person's home of their own for one case, with a project, our policy, our hook and nothing else. */
export interface Machine {
  readonly home: string;
  readonly project: string;
  readonly marker: string;
  readonly secretFile: string;
  readonly secret: string;
  /** What the launcher starts: a link and a file of this case, to be broken. */
  readonly node: string;
  readonly hook: string;
  /** OpenCode's, beside which the others lie. */
  readonly plugin: string;
  readonly pluginOf: (host: string) => string;
  readonly policy: string;
  readonly state: string;
  /** Below the home. */
  readonly write: (path: string, text: string) => void;
  /** What the marker file holds; undefined when no call ran. */
  readonly marked: () => string | undefined;
  readonly remove: () => void;
}

export function newMachine(policy: string, products: Products): Machine {
  const home = mkdtempSync(join(tmpdir(), 'permesso-host-'));
  const at = (...path: readonly string[]): string => join(home, ...path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  const secret = `secret-${home.slice(-6)}`;
  const marker = at('app/marker.txt');
  write('app/secret.txt', `${secret}\n`);
  write('.config/permesso/policy.yaml', policy);
  write('permesso/hook.cjs', readFileSync(products.hook, 'utf8'));
  for (const [host, file] of products.plugins)
    write(`permesso/${host}-plugin.js`, readFileSync(file, 'utf8'));
  write('permesso/opencode-window.js', readFileSync(products.window, 'utf8'));
  symlinkSync(process.execPath, at('permesso/node'));
  return {
    home,
    project: at('app'),
    marker,
    secretFile: at('app/secret.txt'),
    secret,
    node: at('permesso/node'),
    hook: at('permesso/hook.cjs'),
    plugin: at('permesso/opencode-plugin.js'),
    pluginOf: (host) => at(`permesso/${host}-plugin.js`),
    policy: at('.config/permesso/policy.yaml'),
    state: at('.local/state/permesso'),
    write,
    marked: () => (existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined),
    remove: () => {
      if (process.env['KEEP_HOME'] === undefined)
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The MCP server whose one tool leaves the mark. */
export const markServer: string = fileURLToPath(new URL('mark-server.ts', import.meta.url));
