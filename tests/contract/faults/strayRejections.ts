import { afterEach, beforeEach, expect } from 'vitest';

/** Watches for promises that failed with nobody to hear it; a test in which there was one fails. */
export function expectNoStrayRejections(): void {
  const stray: unknown[] = [];
  const keep = (reason: unknown): void => {
    stray.push(reason);
  };
  beforeEach(() => {
    stray.length = 0;
    process.on('unhandledRejection', keep);
  });
  afterEach(async () => {
    // They are told after the turn in which they happen.
    await new Promise(setImmediate);
    process.off('unhandledRejection', keep);
    expect(stray).toEqual([]);
  });
}
