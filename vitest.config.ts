import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Processes that tests start run what users have. */
const built = './packages/permesso/test/build-before-tests.ts';

/** What each project of tests needs. `npm run test:fast` runs the first alone. */
const projects = {
  /** Nothing but Node: no isolation, since pure code leaves nothing behind. */
  pure: {
    include: ['packages/engine/{src,test}/**/*.test.ts'],
    exclude: ['packages/engine/test/{fuzz-shell,oracle-commands,paths,runtimes}/**'],
    isolate: false,
  },
  /** Files in temporary folders, and those of this repository. */
  disk: {
    include: [
      'packages/{console,gate,permesso,protocol}/src/**/*.test.ts',
      'packages/console/test/{act-names,asked-words,page-texts,styles}.test.ts',
      'packages/engine/test/paths/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
  },
  /** bash, tmux, processes of our own, real programs. */
  processes: {
    include: [
      'packages/{gate,permesso}/test/**/*.test.ts',
      'packages/engine/test/{fuzz-shell,oracle-commands}/**/*.test.ts',
      'host-tests/{fake-model,hosts,tour,windows}/**/*.test.ts',
      '{bench,release}/**/*.test.ts',
      '{site,editors/vscode}/*.test.ts',
    ],
    globalSetup: built,
  },
  /** PostgreSQL. */
  server: { include: ['packages/server/{src,test}/**/*.test.ts'], globalSetup: built },
  /** Chromium, and PostgreSQL for the pages of the team. */
  browser: {
    include: ['packages/console/test/**/*.test.ts', 'packages/engine/test/runtimes/**/*.test.ts'],
    exclude: ['packages/console/test/{act-names,asked-words,page-texts,styles}.test.ts'],
    globalSetup: [built, './packages/console/test/pages-before-tests.ts'],
  },
};

/** They start programs, a database or a browser: most of the time of all tests. */
const slow: readonly string[] = ['processes', 'server', 'browser'];

/** About every file of the repository, or about pages made from what commands print: any change can break them. */
const always = [
  'packages/permesso/test/{architecture,checks}/**',
  'packages/*/test/**/{docs,readme,install-screens,host-pages,page,*-page,protected-places}.test.ts',
  'site/*.test.ts',
];

/** `TEST_SLICE=2/8`: of the slow projects every eighth file, beginning with the second; the quick ones stay whole. */
function leftOut(name: string, include: readonly string[]): readonly string[] {
  const [slice = 1, of = 1] = (process.env['TEST_SLICE'] ?? '1/1').split('/').map(Number);
  if (!(slice >= 1 && slice <= of)) throw new Error('TEST_SLICE: give it as 2/8: the second of eight slices');
  if (!slow.includes(name)) return [];
  const files = globSync([...include], { exclude: ['**/node_modules/**', ...always] }).toSorted();
  return files.filter((_, at) => at % of !== slice - 1);
}

export default defineConfig({
  test: {
    // Real programs wait more than they compute: by default one processor would stay idle.
    maxWorkers: '100%',
    globalSetup: './packages/engine/test/build-before-tests.ts',
    projects: Object.entries(projects).map(([name, options]) => ({
      // The packages of this repository are tested as they are written, without a build between them.
      ssr: { resolve: { conditions: ['@permesso/source', 'module', 'node', 'development|production'] } },
      test: {
        name,
        testTimeout: 600_000,
        hookTimeout: 600_000,
        // A busy machine takes its time; a test that would wait for less says so.
        expect: { poll: { timeout: 120_000 } },
        // In the gate a test that waits for other programs is tried twice; `.ci/closing-lines.js` names each that needed it.
        retry: process.env['CI'] === 'true' && name !== 'pure' && name !== 'disk' ? 1 : 0,
        ...options,
        exclude: [
          '**/node_modules/**',
          ...('exclude' in options ? options.exclude : []),
          ...leftOut(name, options.include),
        ],
      },
    })),
  },
});
