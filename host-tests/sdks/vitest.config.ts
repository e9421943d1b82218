import { defineConfig } from 'vitest/config';

export default defineConfig({
  // SDKs are large: each is loaded once by a worker, not once by each file.
  test: {
    include: ['host-tests/sdks/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    isolate: false,
  },
});
