import { defineConfig } from 'vitest/config';

/** Tests of the panel in a real browser: `npm run test:webview`. */
export default defineConfig({
  test: {
    name: 'webview',
    include: ['tests/webview/**/*.test.ts'],
    globalSetup: 'tests/webview/sharedPanel.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Two cores: more workers would not help.
    maxWorkers: 2,
    // The files share no state, and loading the browser's driver for each takes seconds.
    isolate: false,
  },
});
