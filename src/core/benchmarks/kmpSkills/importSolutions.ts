import type { Importer, RecordProblem } from '../../benchmark/importer';
import { firstObjects, readRecords, type Report, textOf } from '../../benchmark/importing/readRecords';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { statedAnswers } from './answers/statedAnswers';
import type { EcSample, KmpSkillsSample } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * MR-GSM8K: graded solutions of language models (`model_output_…`) and its five demonstrations (`output_steps` with a
 * prose evaluation). Verdicts of the evaluated models and of GPT-4 are ignored.
 */
export const importMrGsm8k: Importer<KmpSkillsSample> = {
  format: 'mr-gsm8k',
  title: 'MR-GSM8K, graded solutions and demonstrations',
  recognizes: (file) => firstObjects(file, 3).some((raw) => isGraded(raw) || isDemonstration(raw)),
  read: (file) =>
    readRecords(file, (raw, record, report) =>
      isDemonstration(raw) ? readDemonstration(raw, record, report) : readGraded(raw, report),
    ),
};

function isGraded(raw: Raw): boolean {
  return 'model_output_steps' in raw && 'model_output_solution_first_error_step' in raw;
}

function isDemonstration(raw: Raw): boolean {
  return 'output_steps' in raw && 'gt_cot' in raw && 'evaluation' in raw;
}

function readGraded(raw: Raw, report: Report): readonly EcSample[] {
  const uuid = requiredText(raw.uuid, 'uuid', report);
  const problem = requiredText(raw.question, 'question', report);
  const steps = requiredSteps(raw.model_output_steps, 'model_output_steps', report);
  if (uuid === undefined || problem === undefined || steps === undefined) return [];
  const isCorrect = raw.model_output_solution_correctness === 'correct';
  const field = 'model_output_solution_first_error_step';
  const firstErrorStep = isCorrect ? -1 : numberOf(raw[field]);
  if (!isCorrect && firstErrorStep === -1) {
    report('error', field, 'A solution marked as wrong needs its first wrong step.');
    return [];
  }
  if (!isKnownStep(firstErrorStep, steps, field, report)) return [];
  const solution = textOf(raw.ground_truth_solution);
  return importedSample({
    id: `mr-gsm8k-${uuid}`,
    source: 'mr-gsm8k',
    problem,
    studentSteps: steps.map(withoutNumber),
    firstErrorStep,
    answer: answerOf(raw.ground_truth_answer, solution, report),
    errorReason: isCorrect ? undefined : textOf(raw.model_output_solution_first_error_reason),
    solution,
  });
}

/** An integer or a text. Some rows hold part of the prompt; their solution ends in "The value of x is 30." */
function answerOf(given: unknown, solution: string | undefined, report: Report): string | undefined {
  const text = typeof given === 'number' ? String(given) : textOf(given);
  if (text !== undefined && /\d/.test(text)) return text;
  const ending = /(?:the value of [a-z] is|####)\s*(?!\s)([^\n]{1,40}?)\.?$/i.exec(solution ?? '')?.[1];
  const found =
    ending === undefined ? 'the worked solution has none either' : 'it was taken from the end of the worked solution';
  report('warning', 'ground_truth_answer', `It holds no answer; ${found}.`);
  return ending;
}

/** Demonstrations state the verdict in prose: "Final Judgement: wrong", "First Error Step: Step 1". */
function readDemonstration(raw: Raw, record: number, report: Report): readonly EcSample[] {
  const problem = requiredText(raw.question, 'question', report);
  const steps = requiredSteps(raw.output_steps, 'output_steps', report);
  const evaluation = requiredText(raw.evaluation, 'evaluation', report);
  if (problem === undefined || steps === undefined || evaluation === undefined) return [];
  const judgement = /Final Judgement:\s*(correct|wrong|incorrect)/i.exec(evaluation)?.[1]?.toLowerCase();
  const named = /First Error Step:\s*(?:Step\s*)?(\d{1,3})/i.exec(evaluation)?.[1];
  const isCorrect = judgement === 'correct';
  if (judgement === undefined || (!isCorrect && named === undefined)) {
    report('error', 'evaluation', 'It must say “Final Judgement:” and, for a wrong solution, “First Error Step:”.');
    return [];
  }
  const firstErrorStep = isCorrect ? -1 : Number(named);
  if (!isKnownStep(firstErrorStep, steps, 'evaluation', report)) return [];
  const reason = /Error Analysis:\s*([\s\S]{1,2000})$/i.exec(evaluation)?.[1]?.trim();
  const solution = textOf(raw.gt_cot);
  return importedSample({
    id: `mr-gsm8k-demo-${record}`,
    source: 'mr-gsm8k',
    problem,
    studentSteps: steps.map(withoutNumber),
    firstErrorStep,
    answer: answerOf(raw.answer, solution, report),
    errorReason: isCorrect ? undefined : reason,
    solution,
  });
}

function withoutNumber(step: string): string {
  const bare = step.replace(/^Step\s*\d{1,3}\s*:\s*/i, '');
  return bare === '' ? step : bare;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/**
 * ProcessBench: `label` counts from 0 there and from 1 here; −1 stays. If the final answer is right, the answer is
 * taken from the last step that marks one. Reasons are not judged.
 */
export const importProcessBench: Importer<KmpSkillsSample> = {
  format: 'processbench',
  title: 'ProcessBench, solutions with their first wrong step',
  recognizes: (file) =>
    firstObjects(file, 3).some((raw) => Array.isArray(raw.steps) && 'label' in raw && 'final_answer_correct' in raw),
  read: (file) => readRecords(file, (raw, _record, report) => readLabelled(raw, report)),
};

function readLabelled(raw: Raw, report: Report): readonly EcSample[] {
  const id = requiredText(raw.id, 'id', report);
  const problem = requiredText(raw.problem, 'problem', report);
  const studentSteps = requiredSteps(raw.steps, 'steps', report);
  if (id === undefined || problem === undefined || studentSteps === undefined) return [];
  if (typeof raw.label !== 'number' || !Number.isInteger(raw.label) || raw.label < -1) {
    report('error', 'label', 'It must be the position of the first wrong step, counted from 0, or -1.');
    return [];
  }
  const firstErrorStep = raw.label === -1 ? -1 : raw.label + 1;
  if (!isKnownStep(firstErrorStep, studentSteps, 'label', report)) return [];
  const answer = raw.final_answer_correct === true ? markedAnswer(studentSteps.join('\n\n')) : undefined;
  return importedSample({
    id: `processbench-${id}`,
    source: 'processbench',
    problem,
    studentSteps,
    firstErrorStep,
    answer,
    errorReason: undefined,
    solution: undefined,
  });
}

/**
 * Verify-then-generate: `incorrect_index` counts from 0. The last element of a solution is its bare final answer. It
 * stays a step, because some errors are there. A category such as "Calculation error" is no reason. The dialogue is
 * ignored.
 */
export const importVerifyThenGenerate: Importer<KmpSkillsSample> = {
  format: 'verify-then-generate',
  title: 'Verify-then-generate, wrong solutions with teachers’ notes',
  recognizes: (file) =>
    firstObjects(file, 3).some((raw) => Array.isArray(raw.student_incorrect_solution) && 'incorrect_index' in raw),
  read: (file) => {
    const undescribed: number[] = [];
    const { samples, problems } = readRecords<KmpSkillsSample>(file, (raw, record, report) => {
      const read = readDescribed(raw, record, report);
      if (read.some(({ errorReason }) => errorReason === undefined)) undescribed.push(record);
      return read;
    });
    return { samples, problems: [...problems, ...noDescription(undescribed)] };
  },
};

/** One warning for all such records: in the public file they are more than a quarter. */
function noDescription(records: readonly number[]): readonly RecordProblem[] {
  const [record] = records;
  if (record === undefined) return [];
  const message =
    `${records.length} records, starting with this one, give only the category of the error and no description. ` +
    'The tutor’s reason is not judged there, and they do not count in the MR-Score or in reason accuracy.';
  return [{ severity: 'warning', record, field: 'error_description', message }];
}

function readDescribed(raw: Raw, record: number, report: Report): readonly EcSample[] {
  const problem = requiredText(raw.problem, 'problem', report);
  const steps = requiredSteps(raw.student_incorrect_solution, 'student_incorrect_solution', report);
  if (problem === undefined || steps === undefined) return [];
  const firstErrorStep = numberOf(raw.incorrect_index) + 1;
  // Every solution of this set is wrong, so −1 (or an index below 0) cannot be right here.
  if (firstErrorStep < 1) {
    report('error', 'incorrect_index', 'It must be the position of the wrong step, counted from 0.');
    return [];
  }
  if (!isKnownStep(firstErrorStep, steps, 'incorrect_index', report)) return [];
  const studentSteps = steps.map((step, index) =>
    index === steps.length - 1 && /^[^A-Za-z=]{1,20}$/.test(step) ? `Final answer: ${step}` : step,
  );
  const solution = textOf(raw.reference_solution);
  const answer = solution?.split('\n').at(-1)?.trim() ?? '';
  return importedSample({
    id: `verify-then-generate-${record}`,
    source: 'verify-then-generate',
    problem,
    studentSteps,
    firstErrorStep,
    answer: /\d/.test(answer) && answer.length <= 60 ? answer : undefined,
    errorReason: textOf(raw.error_description),
    solution,
  });
}

function importedSample(read: Omit<EcSample, 'system' | 'task' | keyof typeof unknown>): readonly EcSample[] {
  return [{ system: 'kmpbench', task: 'ec', ...read, ...unknown }];
}

const unknown = { title: undefined, grade: undefined, domain: undefined, seedId: undefined };

function requiredText(value: unknown, field: string, report: Report): string | undefined {
  const text = textOf(value);
  if (text === undefined) report('error', field, 'It must be a text with words in it.');
  return text;
}

function requiredSteps(value: unknown, field: string, report: Report): readonly string[] | undefined {
  const steps = Array.isArray(value) ? value.map(textOf) : [];
  const empty = steps.indexOf(undefined);
  if (steps.length === 0) report('error', field, 'It must be a list of steps.');
  else if (empty === -1) return steps as readonly string[];
  else
    report(
      'error',
      `${field}[${empty}]`,
      'A step must be a text with words in it. Leaving it out would renumber the others.',
    );
  return undefined;
}

function isKnownStep(step: number, steps: readonly string[], field: string, report: Report): boolean {
  if (step === -1 || (Number.isInteger(step) && step >= 1 && step <= steps.length)) return true;
  report('error', field, `This solution has no such step: it has ${steps.length}.`);
  return false;
}

/** The final answer that a solution marks (a box, "the answer is", four hashes); undefined if unmarked. */
function markedAnswer(solution: string): string | undefined {
  const stated = statedAnswers(plainNotation(solution)).findLast(({ by }) => by === 'marked')?.text;
  const text = stated?.replace(/^[:\s]+/, '').replace(/(?<![.\s])[.\s]+$/, '') ?? '';
  // A statement that continues in another sentence is not a short answer.
  return text === '' || text.length > 60 || !/\d/.test(text) || /\\|\.\s/.test(text) ? undefined : text;
}
