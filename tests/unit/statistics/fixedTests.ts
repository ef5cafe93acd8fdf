/** Two-sided exact sign test of passes and failures that changed, from the binomial distribution itself. */
export function signTestP(losses: number, wins: number): number {
  const flips = losses + wins;
  let chance = 0.5 ** flips;
  let tail = 0;
  for (let count = 0; count <= Math.min(losses, wins); count++) {
    tail += chance;
    chance *= (flips - count) / (count + 1);
  }
  return Math.min(1, 2 * tail);
}

/** Holm's correction, straight from its definition. */
export function holmAdjusted(ps: readonly number[]): readonly number[] {
  const ranked = [...ps.keys()].sort((one, other) => ps[one]! - ps[other]!);
  const adjusted = [...ps];
  let floor = 0;
  for (const [rank, index] of ranked.entries())
    adjusted[index] = floor = Math.max(floor, Math.min(1, ps[index]! * (ps.length - rank)));
  return adjusted;
}
