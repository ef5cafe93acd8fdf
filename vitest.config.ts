import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Some parts of the extension are tested with a stand-in for the editor.
  resolve: { alias: { vscode: path.join(import.meta.dirname, 'tests/fuzz/editorStandIn.ts') } },
  test: {
    include: ['tests/unit/**/*.test.ts', 'tests/contract/**/*.test.ts'],
    globalSetup: 'tests/contract/cli/buildOnce.ts',
    // Hooks that start programs take several seconds, and far longer on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // Two cores: more workers would not help.
    maxWorkers: 2,
    // The files share no state, and loading the sources for each takes a third of the time.
    isolate: false,
    reporters: process.env.TEST_RESULT_FILE === undefined ? ['default'] : ['default', 'json'],
    ...(process.env.TEST_RESULT_FILE === undefined ? {} : { outputFile: { json: process.env.TEST_RESULT_FILE } }),
  },
});
