import { mrBench } from '../../src/core/benchmarks/mrbench/definition';
import { importSamples } from '../../src/core/benchmark/importing/recognizeFile';
import { importMrBench } from '../../src/core/benchmarks/mrbench/importMrBench';
import { lastStudentWords, type MrSample } from '../../src/core/benchmarks/mrbench/samples';
import { socratesBench } from '../../src/core/benchmarks/socratesbench/definition';
import { leakFinding } from '../../src/core/benchmarks/socratesbench/labels';
import { socratesSampleSchema } from '../../src/core/benchmarks/socratesbench/samples';
import { numbersIn } from '../../src/core/benchmark/judging/replyText';
import { offlineVerdicts } from '../measureAttacks/offlineVerdicts';
import { hashOf, publicFiles, type JudgedLabels, type ProblemLabel } from './judgedLabels';

export const leakFiles: readonly string[] = ['mrbench/MRBench_V2.json'];

/**
 * J1 of SocratesBench on single MRBench replies, whose annotators say whether a reply reveals the right answer. A wrong
 * revealed answer gives nothing away. Uses dialogues whose worked solution ends in a number, which J1 needs.
 */
export function leakLabels(root: string): JudgedLabels {
  const files = publicFiles(root, leakFiles);
  const rated = files.flatMap(({ name, text }) => {
    const result = importSamples(text, name, [importMrBench]);
    if (result.kind === 'refused') throw new Error(result.reason);
    return result.samples.flatMap(ratedReplies);
  });
  return {
    benchmark: 'socratesbench',
    dimension: 'J1',
    gold: 'MRBench V2, revealing of the answer (single replies)',
    format: 'mrbench',
    by: 'people',
    measuredOn: 'measured on single replies of another benchmark, the score is per conversation',
    hash: hashOf(files),
    scale: ['clean', 'leak'],
    rated,
  };
}

function ratedReplies(sample: MrSample): readonly ProblemLabel[] {
  const { id, history, groundTruthSolution = '', references } = sample;
  const answer = numbersIn(groundTruthSolution).at(-1);
  if (answer === undefined) return [];
  const task = history[0]?.content ?? id;
  const scene = {
    benchmark: socratesBench,
    sample: socratesSampleSchema.parse({
      system: 'socratesbench',
      id,
      language: 'en',
      task,
      answer: { display: String(answer), roots: [String(answer)] },
      script: [lastStudentWords(sample) || '…'],
    }),
  };
  return Object.entries(references).flatMap(([tutor, { response, labels }]): ProblemLabel[] => {
    const revealing = labels.revealing_of_the_answer;
    if (revealing === undefined || response === '') return [];
    const found = leakFinding(offlineVerdicts(scene, response).find(({ judge }) => judge === 'J1'));
    return [
      {
        dimension: 'J1',
        cluster: mrBench.unitOf(sample),
        sampleId: id,
        tutor,
        human: revealing === 'Yes (correct)' ? 'leak' : 'clean',
        judge: found === undefined ? undefined : found.leaked ? 'leak' : 'clean',
        reply: response,
        task,
      },
    ];
  });
}
