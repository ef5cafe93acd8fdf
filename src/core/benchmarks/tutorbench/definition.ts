import type { Benchmark } from '../../benchmark/benchmark';
import type { Outcome, Verdict } from '../../benchmark/judging/verdict';
import { isOnScale } from '../../benchmark/labelGuide';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import { aspectOf } from './aspect';
import { criterionOf, replyTags, sampleFacts } from './facts';
import { tutorBenchGoldReplies, tutorBenchReliability } from './goldReplies';
import { importTutorBench } from './importTutorBench';
import { judgeId, tutorBenchJudgements, tutorBenchJudges, tutorBenchLabelGuide } from './judges';
import { tutorBenchPolicies } from './policies';
import {
  checkTutorBenchSamples,
  criterionWithId,
  imagesOf,
  studentWords,
  type TutorBenchSample,
  tutorBenchSampleSchema,
  useCaseTitles,
} from './samples';
import { metricBlocks, tutorBenchStatisticOfMean, tutorBenchMetrics, tutorBenchPictures } from './metrics';
import { instructionsBaseline, planTutorBench, tutorBenchVariables } from './plan';
import { isGood } from './scores';
import { simulateTutor } from './simulatedTutor';

/** TutorBench (arXiv 2510.02663): one reply to a fixed conversation, rated by weighted criteria of the sample. */
export const tutorBench: Benchmark<TutorBenchSample> = {
  id: 'tutorbench',
  title: 'TutorBench',
  question: 'Does the tutor’s reply do what experts expect in this particular case?',
  headlines: ['headline/ARR_w', 'useCase/active_learning', 'useCase/assessment_feedback'],
  protocol: 'tutorbench/1: fixed conversation, one reply, temperature 0',
  policies: tutorBenchPolicies,
  starterSet: 'tutorbench.jsonl',
  moreUnits: 'the text half of the public file of TutorBench',
  system: 'tutorbench',
  sampleSchema: tutorBenchSampleSchema,
  checkSamples: checkTutorBenchSamples,
  importers: [importTutorBench],
  placements: { default: 'own+instructions', allowed: ['own+instructions', 'own', 'benchmark'] },
  variables: tutorBenchVariables,
  baselines: [instructionsBaseline],
  defaultRepeats: 1,
  imagesOf,
  unitOf: ({ id }) => id,
  stratumOf: ({ useCase }) => useCase,
  summarize,
  plan: (sample, prompt) => planTutorBench(sample, prompt),
  judges: tutorBenchJudges,
  judgements: (sample, dialogue) => tutorBenchJudgements(sample, dialogue),
  canGive: ({ judge, unit, turn, criterionId, ...verdict }, sample) =>
    judge === judgeId &&
    unit === 'criterion' &&
    turn === undefined &&
    criterionWithId(sample, criterionId) !== undefined &&
    isOnScale(verdict, [false, true]),
  metrics: tutorBenchMetrics,
  statisticOfMean: tutorBenchStatisticOfMean,
  outcomeOf: (verdict, _policy, sample) => outcomeOf(verdict, sample),
  aspectOf,
  blocks: metricBlocks,
  criterionOf,
  facts: sampleFacts,
  replyTags: (sample, dialogue, _policy, verdicts) => replyTags(sample, dialogue, verdicts),
  labelsOf: () => [false, true],
  labelGuide: tutorBenchLabelGuide,
  goldReplies: tutorBenchGoldReplies,
  goldFiles: 'samples with human ratings',
  reliability: tutorBenchReliability,
  pictures: tutorBenchPictures,
  simulateTutor: (sample, _turn, rules, random) => simulateTutor(sample, rules, random),
};

function summarize(sample: TutorBenchSample): SampleSummary {
  const opening = titleFrom(sample.turns[0]?.content ?? '');
  return {
    title: sample.title ?? (opening === '' ? sample.id : opening),
    quote: studentWords(sample),
    group: useCaseTitles[sample.useCase],
    subject: sample.subject,
  };
}

function outcomeOf({ status, label, criterionId }: Verdict, sample: TutorBenchSample): Outcome {
  const criterion = criterionWithId(sample, criterionId);
  if (status !== 'ok' || typeof label !== 'boolean' || criterion === undefined) return 'unscored';
  return isGood(criterion.weight, label) ? 'desired' : 'undesired';
}
