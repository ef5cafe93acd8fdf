/** Scores of a 3 × 3 table, `counts[3 × human + judge]`; 0 where one is undefined, for comparing choices only. */
export function confusionScores(counts: Float64Array): {
  readonly macroF1: number;
  readonly kappa: number;
  readonly pearson: number;
} {
  const cell = (human: number, judge: number): number => counts[3 * human + judge] ?? 0;
  const places = [0, 1, 2];
  const human = places.map((row) => places.reduce((sum, column) => sum + cell(row, column), 0));
  const judge = places.map((column) => places.reduce((sum, row) => sum + cell(row, column), 0));
  const total = human.reduce((sum, count) => sum + count, 0);
  const used = places.filter((kind) => (human[kind] ?? 0) + (judge[kind] ?? 0) > 0);
  const f1 = used.reduce((sum, kind) => sum + (2 * cell(kind, kind)) / ((human[kind] ?? 0) + (judge[kind] ?? 0)), 0);
  const agreed = places.reduce((sum, kind) => sum + cell(kind, kind), 0) / total;
  const chance = places.reduce((sum, kind) => sum + ((human[kind] ?? 0) * (judge[kind] ?? 0)) / (total * total), 0);
  const mean = (side: readonly number[]): number => side.reduce((sum, count, kind) => sum + (kind * count) / total, 0);
  const [humanMean, judgeMean] = [mean(human), mean(judge)];
  const spread = (side: readonly number[], middle: number): number =>
    side.reduce((sum, count, kind) => sum + count * (kind - middle) ** 2, 0);
  let shared = 0;
  for (const row of places) {
    for (const column of places) shared += cell(row, column) * (row - humanMean) * (column - judgeMean);
  }
  const spreads = Math.sqrt(spread(human, humanMean) * spread(judge, judgeMean));
  return {
    macroF1: used.length === 0 ? 0 : f1 / used.length,
    kappa: chance === 1 ? 0 : (agreed - chance) / (1 - chance),
    pearson: spreads === 0 ? 0 : shared / spreads,
  };
}
