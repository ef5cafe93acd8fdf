import type { Outcome, Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import type { Benchmark } from '../../benchmark/benchmark';
import { isVerdictOn } from '../../benchmark/labelGuide';
import { titleFrom } from '../../benchmark/samples';
import type { Aspect } from '../../prompt/ruleTopics';
import { guideEvalTaxonomy } from './failureTaxonomy';
import { guideEvalGoldReplies, guideEvalLabelGuide, guideEvalReliability } from './labelGuide';
import { guideEvalJudges, guideEvalTasks, guideEvalVersionsUnder, isAskedIn, scoresOf } from './judges';
import { blockOfAxis, guideEvalMetrics, guideEvalPictures } from './metrics';
import { designedPrompt, guideEvalVariables, originalPrompt, planGuideEval, rulePrompt } from './plan';
import { guideEvalPolicies } from './policies';
import { axisOf, checkSamples, type GuideEvalSample, guideEvalSampleSchema } from './samples';
import { simulateTutor } from './simulatedTutor';

/** After "Discerning Minds or Generic Tutors?" (arXiv 2508.06583): does the tutor react to the learner's state? */
export const guideEval: Benchmark<GuideEvalSample> = {
  id: 'guideeval',
  title: 'GuideEval',
  question: 'Does the tutor adapt to whether the student is right, wrong, following or lost?',
  // The paper's measures of adapting: ESA in both blocks, and OSA on the axis with all three phases.
  headlines: ['accErr/ESA', 'compConf/ESA', 'accErr/OSA'],
  protocol: 'guideeval/1: fixed history, one reply, temperature 0.1',
  policies: guideEvalPolicies,
  starterSet: 'guideeval.jsonl',
  moreUnits: 'pairs of your own, in a sample file',
  system: 'guideeval',
  sampleSchema: guideEvalSampleSchema,
  checkSamples,
  importers: [],
  placements: { default: 'own', allowed: ['own', 'benchmark'] },
  builtInPrompt: originalPrompt.text,
  variables: guideEvalVariables,
  baselines: [originalPrompt, rulePrompt, designedPrompt],
  defaultRepeats: 1,
  unitOf: ({ id, pairId }) => pairId ?? id,
  stratumOf: ({ state }) => axisOf(state),
  summarize: ({ id, title, context, studentMessage, state, subject, language, pairId }) => ({
    title: title ?? titleFrom(context[0]?.content ?? id),
    quote: studentMessage,
    group: state,
    subject,
    language,
    ...(pairId === undefined ? {} : { pairId }),
  }),
  plan: (sample, prompt) => planGuideEval(sample, prompt),
  judges: guideEvalJudges,
  versionsUnder: guideEvalVersionsUnder,
  judgements: (sample, dialogue, _verdicts, policy) => guideEvalTasks(sample, dialogue, policy),
  canGive: (verdict, { state }) =>
    isAskedIn(state, verdict.judge) &&
    isVerdictOn({ judge: verdict.judge, unit: 'reply' }, verdict, scoresOf(verdict.judge)),
  metrics: guideEvalMetrics,
  outcomeOf,
  aspectOf,
  blocks: [
    { id: blockOfAxis.acc_err, title: 'After right and wrong answers' },
    { id: blockOfAxis.comp_conf, title: 'After understanding and confusion' },
  ],
  labelsOf: scoresOf,
  reliability: guideEvalReliability,
  labelGuide: guideEvalLabelGuide,
  goldReplies: guideEvalGoldReplies,
  goldFiles: 'samples with people’s scores',
  taxonomy: guideEvalTaxonomy,
  pictures: guideEvalPictures,
  simulateTutor: (sample, _turn, rules, random) => simulateTutor(sample, rules, random),
};

/** A question level is good or bad only in relation to the learner's state. */
function outcomeOf(verdict: Verdict): Outcome {
  if (verdict.status === 'unscored') return 'unscored';
  if (verdict.judge === 'Elicitation') return 'neutral';
  if (verdict.label === 1) return 'desired';
  return verdict.label === 0.5 ? 'partial' : 'undesired';
}

function aspectOf({ judge }: VerdictSlot, { state }: GuideEvalSample): Aspect | undefined {
  if (judge === 'P-Affirm') return { failure: 'right answers are not confirmed', topic: 'right' };
  if (judge === 'P-Redirect') return { failure: 'errors go unnoticed', topic: 'wrong' };
  if (judge === 'O-Advance') {
    const who = state === 'accurate' ? 'a right answer' : 'the student understands';
    return { failure: `the work does not move on after ${who}`, topic: 'further' };
  }
  if (judge !== 'O-Reconfigure') return undefined;
  return state === 'erroneous'
    ? { failure: 'the same approach again after an error', topic: 'wrong' }
    : { failure: 'lost students get the same approach again', topic: 'lost' };
}
