import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/{src,spec,test}/**/*.test.ts'],
    testTimeout: 120_000,
  },
});
