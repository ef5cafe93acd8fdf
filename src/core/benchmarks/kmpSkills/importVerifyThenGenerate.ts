import type { Importer } from '../importer';
import { firstObjects } from '../importing/dataRecords';
import { readRecords, type Report } from '../importing/readRecords';
import { importedSample, isKnownStep, requiredSteps, requiredText } from './importedSolution';
import type { EcSample, KmpSkillsSample } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Verify-then-generate: wrong solutions with the step and kind of their error. `incorrect_index` counts from 0. The last element of
 * a solution is its bare final answer; it stays a step, as some errors are there, and is marked as the answer. Without a
 * description the category of the error stands for its reason; "None of the above" is no reason. The dialogue is not read.
 */
export const importVerifyThenGenerate: Importer<KmpSkillsSample> = {
  format: 'verify-then-generate',
  title: 'Verify-then-generate, wrong solutions with teachers’ notes',
  recognizes: (file) =>
    firstObjects(file, 3).some((raw) => Array.isArray(raw.student_incorrect_solution) && 'incorrect_index' in raw),
  read: (file) =>
    readRecords<KmpSkillsSample>(file, (raw, record, report) => {
      const sample = readSample(raw, record, report);
      return sample === undefined ? [] : [sample];
    }),
};

const noCategory = 'None of the above';

function readSample(raw: Raw, record: number, report: Report): EcSample | undefined {
  const problem = requiredText(raw.problem, 'problem', report);
  const steps = requiredSteps(raw.student_incorrect_solution, 'student_incorrect_solution', report);
  if (problem === undefined || steps === undefined) return undefined;
  const firstErrorStep = typeof raw.incorrect_index === 'number' ? raw.incorrect_index + 1 : Number.NaN;
  // Every solution of this set is wrong, so −1 (or an index below 0) cannot be right here.
  if (firstErrorStep < 1 || !isKnownStep(firstErrorStep, steps, 'incorrect_index', report)) {
    if (firstErrorStep < 1)
      report('error', 'incorrect_index', 'It must be the place of the wrong step, counted from 0.');
    return undefined;
  }
  const last = steps.length - 1;
  const studentSteps = steps.map((step, index) =>
    index === last && /^[^A-Za-z=]{1,20}$/.test(step) ? `Final answer: ${step}` : step,
  );
  const solution = typeof raw.reference_solution === 'string' ? raw.reference_solution.trim() : '';
  const answer = solution.split('\n').at(-1)?.trim() ?? '';
  return importedSample({
    id: `verify-then-generate-${record}`,
    source: 'verify-then-generate',
    problem,
    studentSteps,
    firstErrorStep,
    answer: /\d/.test(answer) && answer.length <= 60 ? answer : undefined,
    errorReason: reasonOf(raw, report),
    solution: solution === '' ? undefined : solution,
  });
}

function reasonOf(raw: Raw, report: Report): string | undefined {
  const description = typeof raw.error_description === 'string' ? raw.error_description.trim() : '';
  if (description !== '') return description;
  const category = typeof raw.error_category === 'string' ? raw.error_category.trim() : '';
  if (category !== '' && category !== noCategory) return category;
  report(
    'warning',
    'error_description',
    'Neither description nor category says what the error is; its reason is not judged.',
  );
  return undefined;
}
