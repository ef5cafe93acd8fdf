import { defineConfig } from 'vitest/config';

/** `npm run bench:activation`, `bench:compare` and `bench:host`: measures in a real workbench. */
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
