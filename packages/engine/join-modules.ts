/**
 * Modules that are always loaded together, in one file: loading some hundred files takes Node longer than running what is
 * in them. The modules that are named keep their own files, which pass on what they export.
 */
import { isAbsolute, join } from 'node:path';
import { type MinifyOptions, type Plugin, rolldown } from 'rolldown';

/** Functions and classes keep their names: a stack trace is read in them, as no maps are published (decision 0058). */
export const minify: MinifyOptions = {
  compress: true,
  mangle: { toplevel: true, keepNames: true },
  codegen: { removeWhitespace: true },
};

export interface JoinOptions {
  /** Compiled modules, which are replaced. */
  readonly dist: string;
  /** Name of a file below `dist/chunks/` -> the modules, without `.js`, from which everything in it is reached. */
  readonly chunks: Readonly<Record<string, readonly string[]>>;
  /** Modules, without `.js`, that share the chunks: with a copy of a class of their own, `instanceof` would say no. */
  readonly entries?: readonly string[];
  /** Packages from npm whose code is taken in. */
  readonly inline?: readonly string[];
  /** Files below `dist` that are loaded by themselves, and what is put between them and the modules that need them. */
  readonly late?: LateJoin;
  /** Modules of Node that are loaded when something of them is first called: `node:crypto` alone takes as long as a decision. */
  readonly lazy?: readonly string[];
}

export interface LateJoin {
  /** Entry, without `.js` -> the module, without `.js`, that is there for it. */
  readonly wrapped: Readonly<Record<string, string>>;
  readonly plugin: Plugin;
}

export async function joinModules(options: JoinOptions): Promise<void> {
  const { dist, chunks, entries = [] } = options;
  const chunkOf = new Map<string, string>();
  const [first = null] = Object.keys(chunks);
  // What stands in the place of a late module is a line: it gets no file of its own.
  const nameOfMade = (id: string): string | null => (id.startsWith('\0') ? first : null);
  for (const [chunk, roots] of Object.entries(chunks))
    for (const id of await reached(roots, options)) if (!chunkOf.has(id)) chunkOf.set(id, chunk);
  const build = await rolldown({
    input: inputs(options, [...Object.values(chunks).flat(), ...entries]),
    ...settings(options),
  });
  await build.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minify,
    codeSplitting: { groups: [{ debugName: 'chunk', name: (id) => chunkOf.get(id) ?? nameOfMade(id) }] },
  });
  await build.close();
}

async function reached(roots: readonly string[], options: JoinOptions): Promise<readonly string[]> {
  const build = await rolldown({ input: inputs({ dist: options.dist }, roots), ...settings(options) });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

function inputs(
  { dist, late }: Pick<JoinOptions, 'dist' | 'late'>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, join(dist, `${late?.wrapped[name] ?? name}.js`)]));
}

function settings({ inline = [], lazy = [], late }: JoinOptions): {
  readonly platform: 'neutral';
  readonly resolve: { readonly mainFields: string[] };
  readonly external: (id: string) => boolean;
  readonly plugins: Plugin[];
} {
  return {
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    external: (id) =>
      !id.startsWith('.') &&
      !isAbsolute(id) &&
      !inline.includes(id) &&
      !lazy.includes(id) &&
      !id.startsWith('\0'),
    plugins: [lazyModules(lazy), ...(late === undefined ? [] : [late.plugin])],
  };
}

const lazyStart = '\0lazy:';

/** Loaded when Node starts. An `import` of it has all its getters read, and they load streams and promises. */
const atHand = 'node:fs';

function lazyModules(names: readonly string[]): Plugin {
  return {
    name: 'lazy-modules',
    resolveId: (id) => (names.includes(id) ? `${lazyStart}${id}` : undefined),
    load(id) {
      if (!id.startsWith(lazyStart)) return undefined;
      const name = id.slice(lazyStart.length);
      const keys = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => key !== 'default');
      const made = keys.map((key) => (name === atHand ? taken(key) : called(key)));
      return `const found = () => process.getBuiltinModule(${JSON.stringify(name)});\n${made.join('\n')}`;
    },
  };
}

const taken = (key: string): string => `export const ${key} = /* @__PURE__ */ (() => found().${key})();`;

/** For functions and classes: a constant would have to be read when the module is. */
const called = (key: string): string =>
  `export function ${key}(...given) { return new.target ? new (found().${key})(...given) : found().${key}(...given) }`;
