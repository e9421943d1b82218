/** One file from an entry and everything it imports, the engine included. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

/** Programs that load code of ours instead of starting commands. */
export const pluginHosts = ['opencode', 'kilo', 'pi', 'openclaw'] as const;

export interface BundleOptions {
  readonly entry: string;
  readonly file: string;
  readonly minify?: boolean;
  /** The engine as it was built, without the examples of its rows; else its sources, and no build comes before. */
  readonly engine?: 'built' | 'sources';
  /** Packages that stay imports. */
  readonly external?: RegExp;
  /** For a process that lives for one call: modules of Node, and YAML, are loaded when they are used. CommonJS only. */
  readonly brief?: boolean;
}

/** CommonJS for `.cjs`, which Node starts sooner; else a module. */
export async function bundle({
  entry,
  file,
  minify = false,
  engine = 'sources',
  brief = false,
  external,
}: BundleOptions): Promise<void> {
  const build = await rolldown({
    input: entry,
    platform: 'node',
    ...(external === undefined ? {} : { external }),
    resolve: {
      conditionNames: [...(engine === 'sources' ? ['@permesso/source'] : []), 'node', 'import', 'default'],
      mainFields: ['module', 'main'],
    },
    plugins: brief ? [smallCrypto, besideHook('./')] : [],
  });
  await build.write({ file, format: file.endsWith('.cjs') ? 'cjs' : 'esm', minify, codeSplitting: false });
  await build.close();
  if (brief) makeBrief(file);
}

const ownCrypto = join(import.meta.dirname, 'src/cli/hook-crypto.ts');

export const smallCrypto: Plugin = {
  name: 'small-crypto',
  resolveId: (id, importer) => (id === 'node:crypto' && importer !== ownCrypto ? ownCrypto : undefined),
};

/** Needed only where a policy file has changed, for a call of PowerShell or one that loses something: `bundle-hook.ts` puts them there. */
export function besideHook(folder: string): Plugin {
  return {
    name: 'beside-hook',
    resolveId: (id) => {
      const name =
        id === 'yaml' ? id : /^@permesso\/(?:engine\/powershell|gate\/keep)$/.exec(id)?.[0].split('/')[2];
      return name === undefined ? undefined : { id: `${folder}hook-${name}.cjs`, external: true };
    },
  };
}

/** Rewrites a CommonJS bundle so that Node's modules, and YAML, are loaded when they are used. */
export function makeBrief(file: string): void {
  writeFileSync(file, inAscii(withLazyModules(withoutImports(readFileSync(file, 'utf8')))));
}

/** A script that is run from kept code cannot `import()`. */
function withoutImports(code: string): string {
  return code.replaceAll(
    /\bimport\(([`"'])(node:[\w/]+)\1\)/g,
    (_call, _quote, name: string) => `Promise.resolve(require("${name}"))`,
  );
}

/** Node has these loaded when it starts. */
const atHand = /^node:(?:fs|path)$/;

const lazyModule =
  'const lazyModule=(name)=>{let found;return new Proxy({},{get:(_,key)=>(found??=require(name))[key]})};\n';

/** `require` of Node's own modules at the first use of something in them: `crypto` alone takes as long as a decision. */
function withLazyModules(code: string): string {
  const found = code.replaceAll(
    /\brequire\(([`"'])(node:[\w/]+|(?:\.{1,2}\/)+hook-(?:yaml|keep|powershell)\.cjs)\1\)/g,
    (call, _quote, name: string) => (atHand.test(name) ? call : `lazyModule(${JSON.stringify(name)})`),
  );
  const start = /^#![^\n]*\n/.exec(found)?.[0] ?? '';
  return `${start}${lazyModule}${found.slice(start.length)}`;
}

/** One character beyond Latin-1 makes V8 hold the whole text in two bytes each. */
function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
