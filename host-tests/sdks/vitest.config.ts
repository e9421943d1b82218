import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['host-tests/sdks/**/*.test.ts'], testTimeout: 30_000 } });
