import { defineConfig } from 'vitest/config';

/** `npm run pictures`: takes the pictures of the documents in a real workbench, into out/pictures. Not a test tier. */
export default defineConfig({
  test: {
    name: 'pictures',
    include: ['tests/e2e/pictures.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 3 * 60_000,
    hookTimeout: 15 * 60_000,
  },
});
