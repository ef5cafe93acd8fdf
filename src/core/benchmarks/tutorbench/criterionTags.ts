import { dimensionIds, dimensionTitles, skillIds, skillTitles } from './labels';
import type { MetricBlockId } from './metricHeads';
import type { TbCriterion } from './samples';

/** A group of criteria that has a pass rate of its own. */
export interface CriterionTag {
  readonly block: MetricBlockId;
  readonly id: string;
  readonly title: string;
}

/** All groups, in the order in which their rates are shown. A criterion is in several. */
export const criterionTags: readonly CriterionTag[] = [
  ...dimensionIds.map((id): CriterionTag => ({ block: 'dimension', id, title: dimensionTitles[id] })),
  ...skillIds.map((id): CriterionTag => ({ block: 'skill', id, title: skillTitles[id] })),
  { block: 'tags', id: 'explicit', title: 'Asked for explicitly' },
  { block: 'tags', id: 'implicit', title: 'Implied by the situation' },
  { block: 'tags', id: 'objective', title: 'Objective' },
  { block: 'tags', id: 'subjective', title: 'Subjective' },
  { block: 'tags', id: 'critical', title: 'Critical (weight 5)' },
  { block: 'tags', id: 'not_critical', title: 'Not critical (weight 1)' },
  { block: 'tags', id: 'critical_negative', title: 'Unwanted behaviour (weight -5)' },
];

/** The places of a block's tags by their ids. */
function placesIn(block: MetricBlockId): ReadonlyMap<string, number> {
  return new Map(criterionTags.flatMap((tag, place) => (tag.block === block ? [[tag.id, place] as const] : [])));
}
const inDimension = placesIn('dimension');
const inSkill = placesIn('skill');
const inTags = placesIn('tags');

/** Where a criterion's groups stand in `criterionTags`, each once. */
export function placesOfTags({ dimensions, skill, explicit, objective, weight }: TbCriterion): readonly number[] {
  const found: number[] = [];
  const add = (place: number | undefined): void => {
    if (place !== undefined && !found.includes(place)) found.push(place);
  };
  for (const dimension of dimensions) add(inDimension.get(dimension));
  if (skill !== undefined) add(inSkill.get(skill));
  if (explicit !== undefined) add(inTags.get(explicit ? 'explicit' : 'implicit'));
  if (objective !== undefined) add(inTags.get(objective ? 'objective' : 'subjective'));
  add(inTags.get(weight === 5 ? 'critical' : weight === 1 ? 'not_critical' : 'critical_negative'));
  return found;
}
