// @ts-check

/** Verdicts of a run of the TutorBench paper's size, and of a run well beyond any paper's. */
export const verdictSizes = [
  { samples: 1_473, verdicts: 15_220 },
  { samples: 9_680, verdicts: 100_000 },
];
