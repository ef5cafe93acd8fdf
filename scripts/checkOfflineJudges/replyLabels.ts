import { importSamples } from '../../src/core/benchmark/importing/recognizeFile';
import { mrBench } from '../../src/core/benchmarks/mrbench/definition';
import { importMrBench } from '../../src/core/benchmarks/mrbench/importMrBench';
import { dimensionIds, labelsOf } from '../../src/core/benchmarks/mrbench/labels';
import type { MrSample } from '../../src/core/benchmarks/mrbench/samples';
import { offlineVerdicts } from '../measureAttacks/offlineVerdicts';
import { hashOf, publicFiles, type JudgedLabels, type ProblemLabel } from './judgedLabels';

export const replyFiles: readonly string[] = ['mrbench/MRBench_V2.json'];

/** The eight judges of MRBench on the replies that MRBench's annotators labelled. */
export function replyLabels(root: string): readonly JudgedLabels[] {
  const files = publicFiles(root, replyFiles);
  const rated = files.flatMap(({ name, text }) => {
    const result = importSamples(text, name, [importMrBench]);
    if (result.kind === 'refused') throw new Error(result.reason);
    return result.samples.flatMap(ratedReplies);
  });
  return dimensionIds.map((dimension) => ({
    benchmark: 'mrbench',
    dimension,
    gold: 'MRBench V2',
    format: 'mrbench',
    by: 'people',
    hash: hashOf(files),
    scale: labelsOf(dimension),
    rated: rated.filter((one) => one.dimension === dimension),
  }));
}

function ratedReplies(sample: MrSample): readonly ProblemLabel[] {
  const { id, history, references } = sample;
  return Object.entries(references).flatMap(([tutor, { response, labels }]): ProblemLabel[] => {
    if (response === '') return [];
    const verdicts = offlineVerdicts({ benchmark: mrBench, sample }, response);
    return dimensionIds.flatMap((dimension): ProblemLabel[] => {
      const human = labels[dimension];
      const judge = verdicts.find((one) => one.judge === dimension)?.label;
      const place = { dimension, cluster: mrBench.unitOf(sample), sampleId: id, tutor, reply: response };
      return human === undefined ? [] : [{ ...place, human, judge, task: history[0]?.content ?? id }];
    });
  });
}
