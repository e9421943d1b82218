import { defineConfig } from 'vitest/config';

/**
 * The tests beside `policy/` and `decision/` and what holds them to documents, with few random cases each: they run
 * once for every mutant. The long comparisons with the model are left to the ordinary run.
 */
export default defineConfig({
  test: {
    include: [
      'packages/engine/src/{policy,decision}/*.test.ts',
      'packages/engine/test/mode-product.test.ts',
      'packages/gate/test/{kind-rules,list-rules}.test.ts',
    ],
    env: { PERMESSO_RUNS: '0.05' },
    testTimeout: 30_000,
    isolate: false,
  },
});
