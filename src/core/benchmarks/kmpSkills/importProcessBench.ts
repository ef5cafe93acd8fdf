import type { Importer } from '../importer';
import { firstObjects, readRecords, type Report } from '../importing/readRecords';
import { importedSample, isKnownStep, markedAnswer, requiredSteps, requiredText } from './importedSolution';
import type { EcSample, KmpSkillsSample } from './samples';

type Raw = Readonly<Record<string, unknown>>;

/**
 * ProcessBench: solutions of language models with their first wrong step. `label` counts from 0 there and from 1 here; −1 stays.
 * The data has no answers and no reasons. Where it says that the final answer is right, the answer is taken from the last step
 * that marks one; else the judge of the correction has to solve the problem itself. Reasons are not judged.
 */
export const importProcessBench: Importer<KmpSkillsSample> = {
  format: 'processbench',
  title: 'ProcessBench, solutions with their first wrong step',
  recognizes: (file) =>
    firstObjects(file, 3).some((raw) => Array.isArray(raw.steps) && 'label' in raw && 'final_answer_correct' in raw),
  read: (file) =>
    readRecords<KmpSkillsSample>(file, (raw, _record, report) => {
      const sample = readSample(raw, report);
      return sample === undefined ? [] : [sample];
    }),
};

function readSample(raw: Raw, report: Report): EcSample | undefined {
  const id = requiredText(raw.id, 'id', report);
  const problem = requiredText(raw.problem, 'problem', report);
  const studentSteps = requiredSteps(raw.steps, 'steps', report);
  if (id === undefined || problem === undefined || studentSteps === undefined) return undefined;
  if (typeof raw.label !== 'number' || !Number.isInteger(raw.label) || raw.label < -1) {
    report('error', 'label', 'It must be the place of the first wrong step, counted from 0, or -1.');
    return undefined;
  }
  const firstErrorStep = raw.label === -1 ? -1 : raw.label + 1;
  if (!isKnownStep(firstErrorStep, studentSteps, 'label', report)) return undefined;
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
