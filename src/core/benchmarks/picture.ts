/**
 * A picture as plain data: how many replies reach each level in each group. GuideEval: question depth 0..3 and perception
 * 0, 0.5, 1 per learner state.
 */
export interface BenchmarkPicture {
  readonly kind: 'levelsByGroup';
  readonly title: string;
  readonly explain: string;
  /** From the benchmark: which of its judges the counts come from. In a report: the judge model whose verdicts were counted. */
  readonly judge: string;
  /** From the lowest to the highest; each group has one count per level. */
  readonly levels: readonly string[];
  readonly groups: readonly { readonly label: string; readonly counts: readonly number[] }[];
}
