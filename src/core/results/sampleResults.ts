import type { RepeatResult, SampleResult } from '../benchmark/sampleResult';
import type { Sample } from '../benchmark/samples';
import { isJudged, type Play } from './play';
import { majorityVerdicts } from './saidOfSlots';

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
  return resultsOf(plays, [judgeModel], ({ state }) => state.verdictsOf(judgeModel), options);
}

/** The same for what more than half of the judge models say; while the run goes on, of plays that all of them have come to. */
export function majorityResults(
  plays: readonly Play[],
  judgeModels: readonly string[],
  options: { readonly goingOn: boolean },
): readonly SampleResult<Sample>[] {
  return resultsOf(plays, judgeModels, (play) => majorityVerdicts(play, judgeModels), options);
}

function resultsOf(
  plays: readonly Play[],
  judgeModels: readonly string[],
  verdictsOf: (play: Play) => RepeatResult['verdicts'],
  { goingOn }: { readonly goingOn: boolean },
): readonly SampleResult<Sample>[] {
  const bySample = new Map<string, { sample: Sample; repeats: RepeatResult[] }>();
  for (const play of plays) {
    const { item, dialogue } = play;
    const notApplicable = dialogue.status === 'notApplicable';
    if (dialogue.status !== 'complete' && !notApplicable) continue;
    if (goingOn && !notApplicable && !judgeModels.every((judge) => isJudged(play, judge))) continue;
    const result = bySample.get(item.sample.id) ?? { sample: item.sample, repeats: [] };
    bySample.set(item.sample.id, result);
    result.repeats.push({ repeat: item.repeat, dialogue, verdicts: verdictsOf(play) });
  }
  return [...bySample.values()];
}
