/** `npm run test:long` runs every case and every repetition; `npm test` a part that takes seconds. */
export const isThorough = process.env.TEST_THOROUGH === '1';

/** All cases in the long tier; otherwise `count` of them, spread evenly from the first to the last. */
export function spread<T>(cases: readonly T[], count: number): T[] {
  if (isThorough || cases.length <= count) return [...cases];
  const step = (cases.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => cases[Math.round(index * step)]!);
}
