import type { CriterionText } from '../benchmark';
import { principleTitles } from '../kmpbench/principles';
import { criteria, overallId } from './criteria';

/** A criterion as a reviewer reads it, tagged with what it belongs to. */
export function criterionText(criterionId: string): CriterionText | undefined {
  if (criterionId === overallId)
    return { text: 'The reply as a whole, against the reference reply', tags: ['Overall'] };
  const criterion = criteria.find(({ id }) => id === criterionId);
  if (criterion === undefined) return undefined;
  const { level, title, text } = criterion;
  return { text: `${title}: ${text}`, tags: [level === 'general' ? 'General' : principleTitles[level]] };
}
