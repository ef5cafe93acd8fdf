import type { Benchmark } from '../../benchmark/benchmark';
import { asChat } from '../../benchmark/dialogue';
import type { Outcome, Verdict } from '../../benchmark/judging/verdict';
import { isVerdictOn } from '../../benchmark/labelGuide';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import type { Aspect } from '../../prompt/ruleTopics';
import { checkedOnOther, mrGoldReplies, mrReliability } from './goldReplies';
import { importBridge, importMathDial, importMrBench } from './importMrBench';
import { mrJudgements, mrJudges } from './judges';
import { desiredLabel, type DimensionId, dimensionIds, labelCode, labelsOf } from './labels';
import { labelledMetrics, metricBlocks, mrMetrics } from './metrics';
import { mrVariables, personaBaseline, planMrSample, replyFacts } from './plan';
import { mrPolicies } from './policies';
import { clusterOf } from './clusters';
import { mrLabelGuide } from './rubrics';
import { checkMrSamples, lastStudentWords, mrBenchSampleSchema, type MrSample } from './samples';
import { simulateTutor } from './simulatedTutor';

/** MRBench (Maurya et al., NAACL 2025): a reply to a student's mistake in mathematics, on eight dimensions. */
export const mrBench: Benchmark<MrSample> = {
  id: 'mrbench',
  title: 'MRBench',
  question: 'How well does the tutor help a student over a mistake in mathematics?',
  headlines: ['all/revealing_of_the_answer', 'all/actionability', 'all/tutor_tone'],
  protocol: 'mrbench/1',
  policies: mrPolicies,
  starterSet: 'mrbench.jsonl',
  moreUnits: 'public files MRBench V1 (124 dialogues) and V2',
  system: 'mrbench',
  sampleSchema: mrBenchSampleSchema,
  checkSamples: checkMrSamples,
  importers: [importMrBench, importBridge, importMathDial],
  placements: { default: 'own', allowed: ['own', 'own+instructions', 'benchmark'] },
  builtInPrompt: personaBaseline.text,
  variables: mrVariables,
  baselines: [personaBaseline],
  defaultRepeats: 1,
  unitOf: clusterOf,
  stratumOf: ({ source, gradeBand }) => `${source} ${gradeBand}`,
  summarize,
  plan: planMrSample,
  dialogueOf: ({ history }) => asChat(history),
  judges: mrJudges,
  judgements: (sample, dialogue, _verdicts, policy) => mrJudgements(sample, dialogue, policy),
  canGive: (verdict) => isVerdictOn({ judge: verdict.judge, unit: 'reply' }, verdict, scaleOf(verdict.judge)),
  checkedOnOther,
  metrics: mrMetrics,
  outcomeOf,
  aspectOf: ({ judge }) => aspects[judge as DimensionId],
  blocks: metricBlocks,
  replyFacts: (_sample, dialogue, policy) => replyFacts(dialogue, policy),
  labelledMetrics,
  labelsOf: scaleOf,
  labelGuide: mrLabelGuide,
  goldReplies: mrGoldReplies,
  goldFiles: 'MRBench V1, V2 or V3 as published',
  reliability: mrReliability,
  simulateTutor: (sample, _turn, rules, random) => simulateTutor(sample, rules, random),
};

function scaleOf(judge: string): readonly string[] {
  return dimensionIds.flatMap((id) => (id === judge ? labelsOf(id) : []));
}

function summarize(sample: MrSample): SampleSummary {
  const band = sample.gradeBand === 'elementary' ? 'Elementary school' : 'Middle school';
  return {
    title: sample.title ?? sample.topic ?? openingWords(sample),
    quote: lastStudentWords(sample),
    group: sample.source === 'Other' ? band : sample.source,
    subject: 'Mathematics',
  };
}

function openingWords({ history }: MrSample): string {
  const text = (history[0]?.content ?? '').replace(/\s+/g, ' ');
  return titleFrom(text.replace(/^.{0,120}?(?:question is|this problem step by step)\s*:?\s*/i, ''));
}

function outcomeOf(verdict: Verdict): Outcome {
  const dimension = dimensionIds.find((id) => id === verdict.judge);
  if (verdict.status !== 'ok' || dimension === undefined) return 'unscored';
  if (verdict.label === desiredLabel(dimension)) return 'desired';
  const code = labelCode(dimension, verdict.label);
  if (code === undefined) return 'unscored';
  if (code !== 2 || dimension === 'revealing_of_the_answer') return 'undesired';
  return dimension === 'tutor_tone' ? 'neutral' : 'partial';
}

const aspects: Readonly<Record<DimensionId, Aspect>> = {
  mistake_identification: { failure: 'the mistake is not pointed out', topic: 'wrong' },
  mistake_location: { failure: 'the reply does not say where the mistake is', topic: 'location' },
  revealing_of_the_answer: { failure: 'the answer is given away', topic: 'answer' },
  providing_guidance: { failure: 'no hint or explanation helps the student on', topic: 'hints' },
  actionability: { failure: 'it is not clear what to do next', topic: 'nextStep' },
  coherence: { failure: 'the reply does not fit what the student said', topic: 'student' },
  tutor_tone: { failure: 'the tone hurts', topic: 'tone' },
  human_likeness: { failure: 'the reply does not sound human', topic: 'tone' },
};
