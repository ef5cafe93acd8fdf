import type { Sample } from '../benchmarks/benchmark';
import type { RepeatResult, SampleResult } from '../benchmarks/sampleResult';
import { isJudged, type Play } from './play';

/**
 * What one judge model said, by sample, for metrics. Only complete dialogues are in. While the run goes on, plays that this
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
    if (dialogue.status !== 'complete') continue;
    if (options.goingOn && !isJudged(play, judgeModel)) continue;
    let result = bySample.get(item.sample.id);
    if (result === undefined) bySample.set(item.sample.id, (result = { sample: item.sample, repeats: [] }));
    result.repeats.push({ repeat: item.repeat, dialogue, verdicts: state.verdictsOf(judgeModel) });
  }
  return [...bySample.values()];
}
