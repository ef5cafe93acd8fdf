import type { TbCriterion, TutorBenchSample } from './samples';

const known = new WeakMap<TutorBenchSample['criteria'], ReadonlyMap<string, TbCriterion>>();

/** The criterion of a sample with this id. Reports ask for each of tens of thousands of verdicts. */
export function criterionWithId(
  { criteria }: TutorBenchSample,
  criterionId: string | undefined,
): TbCriterion | undefined {
  if (criterionId === undefined) return undefined;
  let byId = known.get(criteria);
  if (byId === undefined) known.set(criteria, (byId = new Map(criteria.map((criterion) => [criterion.id, criterion]))));
  return byId.get(criterionId);
}
