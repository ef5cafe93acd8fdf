import { defineConfig } from 'vitest/config';

/**
 * `npm run test:long`: tests that take minutes, and the usual ones with every case. One at a time, since some measure.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'long',
          maxWorkers: 1,
          globalSetup: 'tests/contract/cli/buildOnce.ts',
          include: ['tests/long/**/*.long.ts'],
          testTimeout: 60 * 60_000,
          hookTimeout: 5 * 60_000,
        },
      },
      {
        extends: './vitest.config.ts',
        test: { name: 'thorough', maxWorkers: 1, env: { TEST_THOROUGH: '1' }, testTimeout: 30 * 60_000 },
      },
      {
        extends: './vitest.webview.config.ts',
        test: { name: 'thoroughPanel', maxWorkers: 1, env: { TEST_THOROUGH: '1' }, testTimeout: 30 * 60_000 },
      },
    ],
  },
});
