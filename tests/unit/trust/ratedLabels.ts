import type { RatedLabel } from '../../../src/core/trust/ratedLabel';
import type { Label } from '../../../src/core/statistics/agreement';

/** Labels as `[human, judge, cluster]`; a judge's `undefined` is a failure. By default each is its own dialogue. */
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
