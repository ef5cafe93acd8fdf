import { defineConfig } from 'vitest/config';

/** `npm run bench:activation`, `npm run bench:compare` and `npm run bench:host`: measure in a real workbench. Not a test tier. */
export default defineConfig({
  test: {
    name: 'bench',
    include: ['bench/activation.ts', 'bench/compareClick.ts', 'bench/hostRun.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 10 * 60_000,
    hookTimeout: 15 * 60_000,
  },
});
