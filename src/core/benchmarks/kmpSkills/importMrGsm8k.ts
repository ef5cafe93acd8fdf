import type { Importer } from '../importer';
import { firstObjects, readRecords, type Report } from '../importing/readRecords';
import { importedSample, isKnownStep, requiredSteps, requiredText } from './importedSolution';
import type { EcSample, KmpSkillsSample } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * MR-GSM8K: graded solutions of language models (`model_output_…`) and its five demonstrations (`output_steps` with an evaluation
 * in prose). Steps lose their own "Step 1:", as they are numbered when shown. What the evaluated models and GPT-4 said is not read.
 */
export const importMrGsm8k: Importer<KmpSkillsSample> = {
  format: 'mr-gsm8k',
  title: 'MR-GSM8K, graded solutions and demonstrations',
  recognizes: (file) => firstObjects(file, 3).some((raw) => isGraded(raw) || isDemonstration(raw)),
  read: (file) =>
    readRecords<KmpSkillsSample>(file, (raw, record, report) => {
      const sample = isDemonstration(raw) ? readDemonstration(raw, record, report) : readGraded(raw, report);
      return sample === undefined ? [] : [sample];
    }),
};

function isGraded(raw: Raw): boolean {
  return 'model_output_steps' in raw && 'model_output_solution_first_error_step' in raw;
}

function isDemonstration(raw: Raw): boolean {
  return 'output_steps' in raw && 'gt_cot' in raw && 'evaluation' in raw;
}

function readGraded(raw: Raw, report: Report): EcSample | undefined {
  const uuid = requiredText(raw.uuid, 'uuid', report);
  const problem = requiredText(raw.question, 'question', report);
  const steps = requiredSteps(raw.model_output_steps, 'model_output_steps', report);
  if (uuid === undefined || problem === undefined || steps === undefined) return undefined;
  const isCorrect = raw.model_output_solution_correctness === 'correct';
  const given = raw.model_output_solution_first_error_step;
  const firstErrorStep = isCorrect ? -1 : typeof given === 'number' ? given : Number.NaN;
  const field = 'model_output_solution_first_error_step';
  if (!isCorrect && firstErrorStep === -1) {
    report('error', field, 'A solution that is called wrong needs its first wrong step.');
    return undefined;
  }
  if (!isKnownStep(firstErrorStep, steps, field, report)) return undefined;
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

/** An integer or a text; some rows have a phrase of the prompt instead, and their worked solution ends in "The value of x is 30." */
function answerOf(given: unknown, solution: string | undefined, report: Report): string | undefined {
  const text = typeof given === 'number' ? String(given) : textOf(given);
  if (text !== undefined && /\d/.test(text)) return text;
  const ending = /(?:the value of [a-z] is|####)\s*(?!\s)([^\n]{1,40}?)\.?$/i.exec(solution ?? '')?.[1];
  const found =
    ending === undefined ? 'no answer was found there either' : 'it was taken from the end of the worked solution';
  report('warning', 'ground_truth_answer', `It holds no answer; ${found}.`);
  return ending;
}

/** The verdict of a demonstration stands in prose: "Final Judgement: wrong", "First Error Step: Step 1", "Error Analysis: …". */
function readDemonstration(raw: Raw, record: number, report: Report): EcSample | undefined {
  const problem = requiredText(raw.question, 'question', report);
  const steps = requiredSteps(raw.output_steps, 'output_steps', report);
  const evaluation = requiredText(raw.evaluation, 'evaluation', report);
  if (problem === undefined || steps === undefined || evaluation === undefined) return undefined;
  const judgement = /Final Judgement:\s*(correct|wrong|incorrect)/i.exec(evaluation)?.[1]?.toLowerCase();
  const named = /First Error Step:\s*(?:Step\s*)?(\d{1,3})/i.exec(evaluation)?.[1];
  const isCorrect = judgement === 'correct';
  if (judgement === undefined || (!isCorrect && named === undefined)) {
    report('error', 'evaluation', 'It must say “Final Judgement:” and, for a wrong solution, “First Error Step:”.');
    return undefined;
  }
  const firstErrorStep = isCorrect ? -1 : Number(named);
  if (!isKnownStep(firstErrorStep, steps, 'evaluation', report)) return undefined;
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

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
