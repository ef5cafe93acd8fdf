/** What a KMP-Bench record may say in `task`, with the benchmark that plays it. */
export const benchmarkOfTask = {
  dialogue: 'kmp-dialogue',
  fqa: 'kmp-skills',
  ec: 'kmp-skills',
  gen_followup: 'kmp-skills',
  gen_similar: 'kmp-skills',
} as const;
export type KmpTask = keyof typeof benchmarkOfTask;

/** For records of either benchmark, whose other fields are not known yet. */
export function isKmpTask(value: unknown): value is KmpTask {
  return typeof value === 'string' && Object.hasOwn(benchmarkOfTask, value);
}
