import { defineConfig } from 'vitest/config';

/**
 * `npm run test:long`: tests that take minutes, and the usual ones with every case. One at a time, since some measure.
 */
export default defineConfig({
  test: {
    maxWorkers: 1,
    fileParallelism: false,
    projects: [
      {
        test: {
          name: 'long',
          globalSetup: 'tests/contract/cli/buildOnce.ts',
          include: ['tests/long/**/*.long.ts'],
          testTimeout: 60 * 60_000,
          hookTimeout: 5 * 60_000,
        },
      },
      {
        extends: './vitest.config.ts',
        test: { name: 'thorough', env: { TEST_THOROUGH: '1' }, testTimeout: 10 * 60_000 },
      },
    ],
  },
});
