import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests in a real VS Code, one at a time: each starts a server and a browser. */
export default defineConfig({
  // A stored run is made with parts of the extension that need little of the editor.
  resolve: { alias: { vscode: path.join(import.meta.dirname, 'tests/fuzz/editorStandIn.ts') } },
  test: {
    name: 'e2e',
    include: ['tests/e2e/**/*.e2e.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // The files share no state except packages in the server's extension folder.
    isolate: false,
    testTimeout: 3 * 60_000,
    // The first run on a machine installs the server, which takes minutes.
    hookTimeout: 15 * 60_000,
    teardownTimeout: 60_000,
  },
});
