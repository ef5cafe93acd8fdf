import { defineConfig } from 'vitest/config';

/** `npm run pictures`: takes pictures of a real workbench (out/pictures) and of panel states (test-results/webview). */
export default defineConfig({
  test: {
    name: 'pictures',
    include: [
      'tests/e2e/{pictures,statePictures}.ts',
      'tests/webview/{screenshots,judgesScreenshots,labelScreenshots,agreementScreenshots,failureTagScreenshots}.ts',
    ],
    globalSetup: 'tests/webview/sharedPanel.ts',
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 3 * 60_000,
    hookTimeout: 15 * 60_000,
  },
});
