import { defineConfig } from 'vitest/config';

/** Tests of the panel in a real browser: `npm run test:webview`. */
export default defineConfig({
  test: {
    include: ['tests/webview/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One browser at a time: the machines these run on are small.
    fileParallelism: false,
  },
});
