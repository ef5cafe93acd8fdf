import type { CriterionText } from '../benchmark';
import { criterionWithId } from './criterionWithId';
import { dimensionTitles, skillTitles } from './labels';
import type { TutorBenchSample } from './samples';

/** A criterion as a reviewer reads it, tagged with its weight and with all that its author said of it. */
export function criterionOf(sample: TutorBenchSample, criterionId: string): CriterionText | undefined {
  const criterion = criterionWithId(sample, criterionId);
  if (criterion === undefined) return undefined;
  const { text, weight, polarity, dimensions, skill, explicit, objective } = criterion;
  return {
    text: text.trim(),
    tags: [
      `weight ${weight > 0 ? weight : `−${-weight}`}`,
      ...(polarity === 'prohibition' ? ['prohibition'] : []),
      ...dimensions.map((id) => dimensionTitles[id]),
      ...(skill === undefined ? [] : [skillTitles[skill]]),
      ...(explicit === undefined ? [] : [explicit ? 'explicit' : 'implicit']),
      ...(objective === undefined ? [] : [objective ? 'objective' : 'subjective']),
    ],
  };
}
