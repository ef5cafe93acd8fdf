import type { Sample } from '../benchmarks/benchmark';
import type { RepeatResult, SampleResult } from '../benchmarks/sampleResult';
import { isJudged, type Play } from './play';

/**
 * What one judge model said, by sample, for metrics. Only complete dialogues are in, and those that
 * are not applicable, as a figure over all samples must know of them. While the run goes on, plays that this
 * judge has not come to are out as well: they are not unscored, only not yet scored.
 */
export function sampleResults(
  plays: readonly Play[],
  judgeModel: string,
  options: { readonly goingOn: boolean },
): readonly SampleResult<Sample>[] {
  const bySample = new Map<string, { sample: Sample; repeats: RepeatResult[] }>();
  for (const play of plays) {
    const { item, state, dialogue } = play;
    const notApplicable = dialogue.status === 'notApplicable';
    if (dialogue.status !== 'complete' && !notApplicable) continue;
    if (options.goingOn && !notApplicable && !isJudged(play, judgeModel)) continue;
    let result = bySample.get(item.sample.id);
    if (result === undefined) bySample.set(item.sample.id, (result = { sample: item.sample, repeats: [] }));
    result.repeats.push({ repeat: item.repeat, dialogue, verdicts: state.verdictsOf(judgeModel) });
  }
  return [...bySample.values()];
}
