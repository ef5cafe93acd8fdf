import { defineConfig } from 'vitest/config';

/** `npm run soak`: long runs against bad servers. One at a time, since they measure. */
export default defineConfig({
  test: {
    name: 'soak',
    globalSetup: 'tests/contract/cli/buildOnce.ts',
    include: ['tests/soak/**/*.soak.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
  },
});
