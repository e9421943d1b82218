import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,spec,test}/**/*.test.ts', 'host-tests/fake-model/**/*.test.ts'],
    testTimeout: 120_000,
  },
});
