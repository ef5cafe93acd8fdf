/** Holm’s corrected p of each test. They hold for all tests together, whatever their dependence. */
export function holm(ps: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const ranked = [...ps].sort(([, one], [, other]) => one - other);
  let last = 0;
  return new Map(
    ranked.map(([key, p], rank) => [key, (last = Math.min(1, Math.max(last, p * (ranked.length - rank))))]),
  );
}
