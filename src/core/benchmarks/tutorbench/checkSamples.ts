import type { SampleProblem } from '../benchmark';
import { repeatedIds } from '../repeatedIds';
import type { TbCriterion, TutorBenchSample } from './samples';

/** Words of a criterion that forbids something, or says that it did not happen. */
const negative =
  /\b(?:must|should|shall|may|can|could|will|would|do|does|did)\s+not\b|\b\w{1,8}n['’]t\b|\bcannot\b|\bavoid(?:s|ing)?\b|\bwithout\b|\bnever\b|\brefrains?\b/i;

/** Whether a criterion's text reads as a prohibition or a denial, so that with weight -5 good replies would pay. */
export function readsAsProhibition(text: string): boolean {
  return negative.test(text);
}

/** Ids used twice (an error for the later one), and criteria whose tags or wording a person should look at (warnings). */
export function checkTutorBenchSamples(samples: readonly TutorBenchSample[]): readonly SampleProblem[] {
  const faults = samples.flatMap((sample) => {
    const problems = sample.criteria.flatMap((criterion, index) => criterionProblems(sample.id, criterion, index));
    const known = new Set(sample.criteria.map(({ id }) => id));
    const stray = sample.humanRatings.findIndex(({ criterionId }) => !known.has(criterionId));
    if (stray >= 0) {
      const message = 'The rating is of a criterion that the sample does not have.';
      problems.push({ severity: 'warning', sampleId: sample.id, field: `humanRatings[${stray}].criterionId`, message });
    }
    return problems;
  });
  return [...repeatedIds(samples), ...faults];
}

function criterionProblems(
  sampleId: string,
  { text, weight, polarity, dimensions }: TbCriterion,
  index: number,
): SampleProblem[] {
  const problems: SampleProblem[] = [];
  const field = `criteria[${index}]`;
  if (weight < 0 && polarity === 'statement' && readsAsProhibition(text)) {
    const message =
      'With weight -5 the text must describe the unwanted behaviour as present, or good replies lose points. Reword it, or set ' +
      '"polarity": "prohibition" if it forbids the behaviour.';
    problems.push({ severity: 'warning', sampleId, field: `${field}.text`, message });
  }
  if (dimensions.length === 0) {
    const message = 'The criterion has no evaluation dimension and counts in none.';
    problems.push({ severity: 'warning', sampleId, field: `${field}.dimensions`, message });
  }
  return problems;
}
