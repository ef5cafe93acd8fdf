import type { RatedLabel } from '../../../src/core/trust/ratedLabel';
import type { Label } from '../../../src/core/statistics/agreement';

/** Labels of people and judge as `[human, judge, cluster]`; a judge's `undefined` is a failure. Each is a dialogue of its own unless said. */
export function ratedLabels(
  pairs: readonly (readonly [human: Label, judge: Label | undefined, cluster?: string])[],
  dimension = 'actionability',
): readonly RatedLabel[] {
  return pairs.map(([human, judge, cluster], place) => ({
    dimension,
    cluster: cluster ?? `d${place}`,
    sampleId: cluster ?? `d${place}`,
    tutor: 'T',
    human,
    judge,
    reply: 'What next?',
  }));
}
