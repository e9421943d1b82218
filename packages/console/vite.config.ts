import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The pages are part of the `permesso` package: it serves them from its own `dist`. */
export default defineConfig({
  // Where the pages stand, the server says: `permesso ui` puts them below a path that nobody can guess.
  base: './',
  plugins: [tailwindcss()],
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
      onLog: (level, log, handle) => {
        // `use client` concerns frameworks that render on a server.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
