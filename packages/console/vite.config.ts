import { globSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** The pages are part of the `permesso` package: it serves them from its own `dist`. */
export default defineConfig({
  // Where the pages stand, the server says: `permesso ui` puts them below a path that nobody can guess.
  base: './',
  plugins: [packLarge()],
  // The joined files of the other packages hold code for Node as well; from the sources only what a page uses is taken.
  resolve: { conditions: ['@permesso/source', 'module', 'browser', 'development|production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: '../permesso/dist/console',
    emptyOutDir: true,
    // Inlined assets are `data:` addresses, which the content security policy does not let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A worker is asked for by one name, and controls what lies below it.
      input: ['index.html', ...globSync('src/plugins/*/*-worker.ts')],
      output: {
        entryFileNames: ({ name }) => (name.endsWith('-worker') ? '[name].js' : 'assets/[name]-[hash].js'),
      },
      onLog: (level, log, handle) => {
        // `use client` concerns frameworks that render on a server.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});

/** Scripts of more than this are packed: who serves the pages unpacks them once, and the installed package stays small. */
const largeBytes = 10_000;

function packLarge(): Plugin {
  return {
    name: 'pack-large',
    apply: 'build',
    generateBundle: {
      // After the pages are written, which name these files.
      order: 'post',
      handler(_options, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type !== 'chunk' || file.code.length < largeBytes) continue;
          this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gzipSync(file.code, { level: 9 }) });
          delete bundle[name];
        }
      },
    },
  };
}
