import { defineConfig } from 'vitest/config';

/** `npm run test:long`: tests that take minutes, with a short form in `npm test`. One at a time, since some measure. */
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
