import { defineConfig } from 'vitest/config';

/** `npm run test:long`: what takes minutes and has a short form in `npm test`. Not a test tier; one at a time, since some measure. */
export default defineConfig({
  test: {
    name: 'long',
    globalSetup: 'tests/contract/cli/buildOnce.ts',
    include: ['tests/long/**/*.long.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
