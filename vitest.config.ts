import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.ts', 'tests/contract/**/*.test.ts'],
    globalSetup: 'tests/contract/cli/buildOnce.ts',
    testTimeout: 30_000,
    // Two cores: more workers only take turns.
    maxWorkers: 2,
    reporters: process.env.TEST_RESULT_FILE === undefined ? ['default'] : ['default', 'json'],
    ...(process.env.TEST_RESULT_FILE === undefined ? {} : { outputFile: { json: process.env.TEST_RESULT_FILE } }),
  },
});
