/** A picture as plain data: how often each level occurs in each group. GuideEval: question depth 0..3 per learner state. */
export interface BenchmarkPicture {
  readonly kind: 'levelsByGroup';
  readonly title: string;
  readonly explain: string;
  readonly judge: string;
  readonly levels: readonly string[];
  readonly groups: readonly { readonly label: string; readonly counts: readonly number[] }[];
}
