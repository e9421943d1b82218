import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The packages of this repository are tested as they are written, without a build between them.
  ssr: { resolve: { conditions: ['@permesso/source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['packages/*/{src,spec,test}/**/*.test.ts', 'host-tests/{fake-model,hosts}/**/*.test.ts'],
    // Real programs wait more than they compute: by default one processor would stay idle.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
