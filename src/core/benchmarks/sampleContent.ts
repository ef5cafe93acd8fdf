/**
 * The content of a sample as one text, for telling two of one id apart: the order of members means nothing, nor one that is undefined, nor how
 * a run has it judged (`judgedAs`).
 */
export function sampleContent(sample: unknown): string {
  return JSON.stringify(sample, (key, part: unknown) =>
    key === 'judgedAs'
      ? undefined
      : typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part,
  );
}
