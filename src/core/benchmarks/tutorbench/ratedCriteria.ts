import type { RepeatResult } from '../sampleResult';
import type { RatedCriterion } from './arrW';
import { judgeId } from './judgeForm';
import type { TbCriterion, TutorBenchSample } from './samples';

type Judged = Pick<RepeatResult, 'dialogue' | 'verdicts'>;

/** What the judge said of each criterion by its id; nothing where there is no complete dialogue. */
export function labelsOf({ dialogue, verdicts }: Judged): ReadonlyMap<string | undefined, boolean> {
  const labels = new Map<string | undefined, boolean>();
  if (dialogue.status !== 'complete') return labels;
  for (const { judge, status, criterionId, label } of verdicts) {
    if (judge === judgeId && status === 'ok' && typeof label === 'boolean') labels.set(criterionId, label);
  }
  return labels;
}

/** The criteria of a play with the judge's verdicts; all without one where there is no complete dialogue. */
export function ratedCriteria({ criteria }: TutorBenchSample, play: Judged): readonly (TbCriterion & RatedCriterion)[] {
  const labels = labelsOf(play);
  return criteria.map((criterion) => ({ ...criterion, met: labels.get(criterion.id) }));
}
