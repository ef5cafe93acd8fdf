import type { Benchmark } from '../../benchmark/benchmark';
import type { Outcome, Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import { isVerdictOn } from '../../benchmark/labelGuide';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import type { Aspect } from '../../prompt/ruleTopics';
import { criterionOf, replyTags, sampleFacts } from './facts';
import { tutorBenchGoldReplies, tutorBenchReliability } from './goldReplies';
import { importTutorBench } from './importTutorBench';
import { judgeId, tutorBenchJudgements, tutorBenchJudges, tutorBenchLabelGuide } from './judges';
import { tutorBenchPolicies } from './policies';
import * as sampleFile from './samples';
import { metricBlocks, tutorBenchStatisticOfMean, tutorBenchMetrics, tutorBenchPictures } from './metrics';
import { instructionsBaseline, planTutorBench, tutorBenchVariables } from './plan';
import { isGood } from './scores';
import { simulateTutor } from './simulatedTutor';

/** TutorBench (arXiv 2510.02663): one reply to a fixed conversation, rated by weighted criteria of the sample. */
export const tutorBench: Benchmark<sampleFile.TutorBenchSample> = {
  id: 'tutorbench',
  title: 'TutorBench',
  question: 'Does the tutor’s reply do what experts expect in this particular case?',
  headlines: ['headline/ARR_w', 'useCase/active_learning', 'useCase/assessment_feedback'],
  protocol: 'tutorbench/1: fixed conversation, one reply, temperature 0',
  policies: tutorBenchPolicies,
  starterSet: 'tutorbench.jsonl',
  moreUnits: 'the text half of the public file of TutorBench',
  system: 'tutorbench',
  sampleSchema: sampleFile.tutorBenchSampleSchema,
  checkSamples: sampleFile.checkTutorBenchSamples,
  importers: [importTutorBench],
  placements: { default: 'own+instructions', allowed: ['own+instructions', 'own', 'benchmark'] },
  variables: tutorBenchVariables,
  baselines: [instructionsBaseline],
  defaultRepeats: 1,
  imagesOf: sampleFile.imagesOf,
  unitOf: ({ id }) => id,
  stratumOf: ({ useCase }) => useCase,
  summarize,
  plan: (sample, prompt) => planTutorBench(sample, prompt),
  judges: tutorBenchJudges,
  judgements: (sample, dialogue) => tutorBenchJudgements(sample, dialogue),
  canGive: (verdict, sample) =>
    sampleFile.criterionWithId(sample, verdict.criterionId) !== undefined &&
    isVerdictOn({ judge: judgeId, unit: 'criterion', criterionId: verdict.criterionId }, verdict, [false, true]),
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

function summarize(sample: sampleFile.TutorBenchSample): SampleSummary {
  const opening = titleFrom(sample.turns[0]?.content ?? '');
  return {
    title: sample.title ?? (opening === '' ? sample.id : opening),
    quote: sampleFile.studentWords(sample),
    group: sampleFile.useCaseTitles[sample.useCase],
    subject: sample.subject,
  };
}

function outcomeOf({ status, label, criterionId }: Verdict, sample: sampleFile.TutorBenchSample): Outcome {
  const criterion = sampleFile.criterionWithId(sample, criterionId);
  if (status !== 'ok' || typeof label !== 'boolean' || criterion === undefined) return 'unscored';
  return isGood(criterion.weight, label) ? 'desired' : 'undesired';
}

const bySkill: Readonly<Record<sampleFile.TbSkill, Aspect>> = {
  identifying_core_difficulty: { failure: 'the core difficulty is missed', topic: 'lost' },
  identifying_correct_steps: { failure: 'right steps are not acknowledged', topic: 'right' },
  identifying_incorrect_steps: { failure: 'wrong steps are not pointed out', topic: 'wrong' },
  stating_knowledge: { failure: 'needed knowledge is not recalled', topic: 'explanation' },
  alternative_solutions: { failure: 'no other way is shown', topic: 'examples' },
  examples_analogies: { failure: 'a fitting example is missing', topic: 'examples' },
  guiding_questions: { failure: 'a guiding question is missing', topic: 'questions' },
  step_by_step_help: { failure: 'the help does not go step by step', topic: 'steps' },
};

const byDimension: Readonly<Record<sampleFile.TbDimension, Aspect>> = {
  instruction_following: { failure: 'the student’s request is not followed', topic: 'student' },
  truthfulness: { failure: 'something is not true', topic: 'facts' },
  conciseness_relevance: { failure: 'the reply is too long or beside the point', topic: 'language' },
  style_tone: { failure: 'style or tone do not fit', topic: 'tone' },
  visual_perception: { failure: 'the picture is read wrongly', topic: 'facts' },
  visual_reasoning: { failure: 'the picture is understood wrongly', topic: 'facts' },
  student_level_calibration: { failure: 'the reply does not meet the student’s level', topic: 'student' },
  emotional_component: { failure: 'the student’s feelings are passed over', topic: 'tone' },
};

/** By the skill that a criterion asks for, else by its first dimension. */
function aspectOf({ criterionId }: VerdictSlot, sample: sampleFile.TutorBenchSample): Aspect | undefined {
  const { skill, dimensions = [] } = sampleFile.criterionWithId(sample, criterionId) ?? {};
  const [dimension] = dimensions;
  return skill ? bySkill[skill] : dimension && byDimension[dimension];
}
