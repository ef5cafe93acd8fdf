import type { Importer, RecordProblem } from '../importer';
import { firstObjects, readRecords, type Report } from '../importing/readRecords';
import { importedSample, isKnownStep, requiredSteps, requiredText } from './importedSolution';
import type { EcSample, KmpSkillsSample } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Verify-then-generate: wrong solutions with the step and kind of their error. `incorrect_index` counts from 0. The last element of
 * a solution is its bare final answer; it stays a step, as some errors are there, and is marked as the answer. The reason
 * is the teachers' description; where there is none it is not judged, as a category such as "Calculation error" says nothing of the
 * error that was made. The dialogue is not read.
 */
export const importVerifyThenGenerate: Importer<KmpSkillsSample> = {
  format: 'verify-then-generate',
  title: 'Verify-then-generate, wrong solutions with teachers’ notes',
  recognizes: (file) =>
    firstObjects(file, 3).some((raw) => Array.isArray(raw.student_incorrect_solution) && 'incorrect_index' in raw),
  read: (file) => {
    const undescribed: number[] = [];
    const { samples, problems } = readRecords<KmpSkillsSample>(file, (raw, record, report) => {
      const sample = readSample(raw, record, report);
      if (sample !== undefined && sample.errorReason === undefined) undescribed.push(record);
      return sample === undefined ? [] : [sample];
    });
    return { samples, problems: [...problems, ...noDescription(undescribed)] };
  },
};

/** One warning for all records without a description: in the public file they are more than a quarter. */
function noDescription(records: readonly number[]): readonly RecordProblem[] {
  const [record] = records;
  if (record === undefined) return [];
  const message =
    `${records.length} of the records, this one the first, only give the category of the error and no description. ` +
    'The tutor’s reason is not judged there, and they are left out of the MR-Score and of reason accuracy.';
  return [{ severity: 'warning', record, field: 'error_description', message }];
}

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
    errorReason: descriptionIn(raw),
    solution: solution === '' ? undefined : solution,
  });
}

function descriptionIn({ error_description: description }: Raw): string | undefined {
  const text = typeof description === 'string' ? description.trim() : '';
  return text === '' ? undefined : text;
}
