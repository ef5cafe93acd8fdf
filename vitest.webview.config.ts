import { defineConfig } from 'vitest/config';

/** Tests of the panel in a real browser. `npx vitest run -c vitest.webview.config.ts` */
export default defineConfig({
  test: {
    include: ['tests/webview/**/*.test.ts', 'tests/webview/screenshots.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One browser at a time: the machines these run on are small.
    fileParallelism: false,
  },
});
