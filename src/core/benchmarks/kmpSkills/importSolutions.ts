import type { Importer, RecordProblem } from '../../benchmark/importer';
import { firstObjects, readRecords, type Report, textOf } from '../../benchmark/importing/readRecords';
import { plainNotation } from '../kmpbench/arithmetic/plainNotation';
import { statedAnswer } from './answers/statedAnswers';
import type { EcSample, KmpSkillsSample } from './samples';

type Raw = Readonly<Record<string, unknown>>;
type Rest = Partial<Pick<EcSample, 'answer' | 'errorReason' | 'solution'>>;

/** A kind of record with one solution. */
interface SolutionForm {
  /** The id of a record starts with it. */
  readonly source: string;
  /** The names of the fields. Without one for the id, the record's number is the id. */
  readonly fields: Readonly<Record<'problem' | 'steps' | 'step', string>> & { readonly id?: string };
  readonly recognizes: (raw: Raw) => boolean;
  /** Counts from 1; −1 for a right solution, any other number where the record does not say it. */
  readonly stepOf: (raw: Raw) => number;
  readonly wordsOf?: (step: string, isLast: boolean) => string;
  readonly restOf: (raw: Raw, steps: readonly string[], report: Report) => Rest;
}

/** Graded solutions of language models. Verdicts of the evaluated models and of GPT-4 are ignored. */
export const importMrGsm8k = solutionImporter('MR-GSM8K, graded solutions', {
  source: 'mr-gsm8k',
  fields: {
    id: 'uuid',
    problem: 'question',
    steps: 'model_output_steps',
    step: 'model_output_solution_first_error_step',
  },
  recognizes: (raw) => 'model_output_steps' in raw && 'model_output_solution_first_error_step' in raw,
  stepOf: ({ model_output_solution_correctness: correctness, model_output_solution_first_error_step: step }) =>
    correctness === 'correct' ? -1 : Math.max(0, numberOf(step)),
  wordsOf: (step) => step.replace(/^Step\s*\d{1,3}\s*:\s*(?=\S)/i, ''),
  restOf: (raw, _steps, report) => {
    const solution = textOf(raw.ground_truth_solution);
    const answer = answerOf(raw.ground_truth_answer, solution, report);
    return { answer, errorReason: textOf(raw.model_output_solution_first_error_reason), solution };
  },
});

/** Some rows hold part of the prompt as their answer; their solution ends in "The value of x is 30." */
function answerOf(given: unknown, solution: string | undefined, report: Report): string | undefined {
  const text = typeof given === 'number' ? String(given) : textOf(given);
  if (text !== undefined && /\d/.test(text)) return text;
  const ending = /(?:the value of [a-z] is|####)\s*(?!\s)([^\n]{1,40}?)\.?$/i.exec(solution ?? '')?.[1];
  const found =
    ending === undefined ? 'the worked solution has none either' : 'it was taken from the end of the worked solution';
  report('warning', 'ground_truth_answer', `It holds no answer; ${found}.`);
  return ending;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** If the final answer is right, the answer is taken from the last step that marks one. Reasons are not judged. */
export const importProcessBench = solutionImporter('ProcessBench, solutions with their first wrong step', {
  source: 'processbench',
  fields: { id: 'id', problem: 'problem', steps: 'steps', step: 'label' },
  recognizes: (raw) => Array.isArray(raw.steps) && 'label' in raw && 'final_answer_correct' in raw,
  // Counts from 0 in the data.
  stepOf: ({ label }) => (label === -1 ? -1 : Math.max(0, numberOf(label) + 1)),
  restOf: (raw, steps) => ({
    answer: raw.final_answer_correct === true ? markedAnswer(steps.join('\n\n')) : undefined,
  }),
});

/**
 * All solutions are wrong. The last element of a solution is its bare final answer. It stays a step, because some
 * errors are there. A category such as "Calculation error" is no reason. The dialogue is ignored.
 */
const verifyThenGenerate = solutionImporter('Verify-then-generate, wrong solutions with teachers’ notes', {
  source: 'verify-then-generate',
  fields: { problem: 'problem', steps: 'student_incorrect_solution', step: 'incorrect_index' },
  recognizes: (raw) => Array.isArray(raw.student_incorrect_solution) && 'incorrect_index' in raw,
  stepOf: ({ incorrect_index: index }) => Math.max(0, numberOf(index) + 1),
  wordsOf: (step, isLast) => (isLast && /^[^A-Za-z=]{1,20}$/.test(step) ? `Final answer: ${step}` : step),
  restOf: (raw) => {
    const solution = textOf(raw.reference_solution);
    const answer = solution?.split('\n').at(-1)?.trim() ?? '';
    const isAnswer = /\d/.test(answer) && answer.length <= 60;
    return { answer: isAnswer ? answer : undefined, errorReason: textOf(raw.error_description), solution };
  },
});

export const importVerifyThenGenerate: Importer<KmpSkillsSample> = {
  ...verifyThenGenerate,
  // One warning for all such records: in the public file they are more than a quarter.
  read: (file) => {
    const { samples, problems } = verifyThenGenerate.read(file);
    const undescribed = samples.filter((sample) => sample.task === 'ec' && sample.errorReason === undefined);
    const first = undescribed[0]?.id.split('-').at(-1);
    if (first === undefined) return { samples, problems };
    const message =
      `${undescribed.length} records, starting with this one, give only the category of the error and no description. ` +
      'The tutor’s reason is not judged there, and they do not count in the MR-Score or in reason accuracy.';
    const warning: RecordProblem = { severity: 'warning', record: Number(first), field: 'error_description', message };
    return { samples, problems: [...problems, warning] };
  },
};

function solutionImporter(title: string, form: SolutionForm): Importer<KmpSkillsSample> {
  return {
    format: form.source,
    title,
    recognizes: (file) => firstObjects(file, 3).some(form.recognizes),
    read: (file) => readRecords(file, (raw, record, report) => readSolution(form, raw, record, report)),
  };
}

function readSolution(form: SolutionForm, raw: Raw, record: number, report: Report): readonly EcSample[] {
  const { source, fields, wordsOf = (step: string): string => step } = form;
  const id = fields.id === undefined ? record : requiredText(raw, fields.id, report);
  const problem = requiredText(raw, fields.problem, report);
  const steps = requiredSteps(raw[fields.steps], fields.steps, report);
  if (id === undefined || problem === undefined || steps === undefined) return [];
  const firstErrorStep = form.stepOf(raw);
  if (firstErrorStep !== -1 && steps[firstErrorStep - 1] === undefined) {
    report('error', fields.step, `It must name the first wrong step of this solution, which has ${steps.length}.`);
    return [];
  }
  const { answer, errorReason, solution } = form.restOf(raw, steps, report);
  return [
    {
      system: 'kmpbench',
      task: 'ec',
      id: `${source}-${id}`,
      source,
      problem,
      studentSteps: steps.map((step, index) => wordsOf(step, index === steps.length - 1)),
      firstErrorStep,
      answer,
      errorReason: firstErrorStep === -1 ? undefined : errorReason,
      solution,
      title: undefined,
      grade: undefined,
      domain: undefined,
      seedId: undefined,
    },
  ];
}

function requiredText(raw: Raw, field: string, report: Report): string | undefined {
  const text = textOf(raw[field]);
  if (text === undefined) report('error', field, 'It must be a text with words in it.');
  return text;
}

function requiredSteps(value: unknown, field: string, report: Report): readonly string[] | undefined {
  const steps = Array.isArray(value) ? value.map(textOf) : [];
  const empty = steps.indexOf(undefined);
  if (steps.length > 0 && empty === -1) return steps as readonly string[];
  const message = 'A step must be a text with words in it. Leaving it out would renumber the others.';
  if (steps.length === 0) report('error', field, 'It must be a list of steps.');
  else report('error', `${field}[${empty}]`, message);
  return undefined;
}

/** The final answer that a solution marks (a box, "the answer is", four hashes); undefined if unmarked. */
function markedAnswer(solution: string): string | undefined {
  const stated = statedAnswer(plainNotation(solution));
  const text = stated?.replace(/^[:\s]+/, '').replace(/(?<![.\s])[.\s]+$/, '') ?? '';
  // A statement that continues in another sentence is not a short answer.
  return text === '' || text.length > 60 || !/\d/.test(text) || /\\|\.\s/.test(text) ? undefined : text;
}
