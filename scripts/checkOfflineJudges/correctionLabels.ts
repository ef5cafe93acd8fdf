import { importSamples } from '../../src/core/benchmark/importing/recognizeFile';
import { importProcessBench } from '../../src/core/benchmarks/kmpSkills/importSolutions';
import type { EcSample } from '../../src/core/benchmarks/kmpSkills/samples';
import { judgeCorrection } from '../../src/core/benchmarks/kmpSkills/solutionJudges';
import { createRandom } from '../../src/core/statistics/random';
import { hashOf, publicFiles, type JudgedLabels, type ProblemLabel } from './judgedLabels';

export const correctionFiles: readonly string[] = ['processbench/gsm8k.json', 'processbench/math.sample200.json'];

/**
 * KMP-Skills' judge of corrected solutions on ProcessBench, where people mark the first wrong step of a model's
 * solution. That solution takes the tutor's place and is right if no step is wrong. The judge gets no answer: the data
 * have one only for right endings, which would reveal the label.
 */
export function correctionLabels(root: string): JudgedLabels {
  const files = publicFiles(root, correctionFiles);
  const rated = files.flatMap(({ name, text }) => {
    const result = importSamples(text, name, [importProcessBench]);
    if (result.kind === 'refused') throw new Error(result.reason);
    return result.samples.flatMap((sample) => (sample.task === 'ec' ? [ratedSolution(sample)] : []));
  });
  return {
    benchmark: 'kmp-skills',
    dimension: 'correction',
    gold: 'ProcessBench, whether no step is wrong (the judge without the right answer)',
    format: 'processbench',
    by: 'people',
    measuredOn: 'measured on models’ solutions without the right answer beside them, not on a tutor’s corrections',
    hash: hashOf(files),
    scale: [false, true],
    rated,
  };
}

function ratedSolution(sample: EcSample): ProblemLabel {
  const { id, problem, studentSteps, firstErrorStep } = sample;
  const reply = studentSteps.join('\n');
  // An empty first step stands in for the student's solution, because the judge is told that it has a mistake.
  const blind: EcSample = { ...sample, studentSteps: ['…'], firstErrorStep: 1, answer: undefined, solution: undefined };
  const task = judgeCorrection(blind, reply);
  const reading = task.read(task.simulate(createRandom('check')));
  return {
    dimension: 'correction',
    cluster: problem,
    sampleId: id,
    tutor: '',
    human: firstErrorStep === -1,
    judge: reading.kind === 'unreadable' ? undefined : reading.verdicts[0]?.label,
    reply,
    task: problem,
  };
}
