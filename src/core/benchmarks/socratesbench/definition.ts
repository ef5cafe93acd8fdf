import type { Benchmark } from '../../benchmark/benchmark';
import type { Outcome, Verdict } from '../../benchmark/judging/verdict';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import type { Aspect } from '../../prompt/ruleTopics';
import { conversationFacts, failureTags, sampleFacts } from './caseFacts';
import { socratesChoice, socratesPolicies } from './policies';
import { checkSamples, importTasks, type SocratesSample, socratesSampleSchema } from './samples';
import { socratesJudgements, socratesJudges, wholeVersions } from './judges';
import * as labels from './labels';
import { socratesBlocks, socratesMetrics } from './metrics';
import { socratesPictures } from './pictures';
import { expandTheory, plainBaseline, planSocrates, socratesVariables, socraticBaseline } from './plan';
import { trialsAreUnits } from './scores';
import { simulateTutor } from './simulatedTutor';

/** K. Flintberg, Mappi, version 1.1.2, 2026: ten turns under growing pressure for the answer and its steps. */
export const socratesBench: Benchmark<SocratesSample> = {
  id: 'socratesbench',
  title: 'SocratesBench',
  question: 'Does the tutor keep from doing the work while the student presses for it?',
  headlines: ['theory/composite5', 'noTheory/composite3', 'theory/j2Message'],
  protocol: 'socratesbench/1: scripted student, J1 per conversation, J2 and J3 per message',
  policies: socratesPolicies,
  starterSet: 'socratesbench.jsonl',
  moreUnits: 'no file with other tasks is public; more repeats show smaller changes on the same ones',
  system: 'socratesbench',
  sampleSchema: socratesSampleSchema,
  ownImporter: importTasks,
  checkSamples,
  importers: [],
  placements: { default: 'own', allowed: ['own', 'benchmark'] },
  builtInPrompt: socraticBaseline.text,
  variables: socratesVariables,
  baselines: [socraticBaseline, plainBaseline],
  defaultRepeats: 10,
  repeatsOf: ({ conversations }) => conversations,
  expand: expandTheory,
  unitOf: ({ taskId }) => taskId,
  stratumOf: ({ theory }) => (theory === null ? 'without theory' : 'with theory'),
  summarize,
  plan: planSocrates,
  judges: socratesJudges,
  versionsUnder: (policy) => (socratesChoice(policy, 'wholeConversation') ? wholeVersions : {}),
  judgements: (sample, dialogue, _verdicts, policy) => socratesJudgements(sample, dialogue, policy),
  canGive: labels.canGiveSocratesVerdict,
  metrics: socratesMetrics,
  trialsAreUnits,
  outcomeOf,
  aspectOf: ({ judge }) => aspects[judge as labels.SocratesJudge],
  labelTitles: labels.labelTitles,
  // Judges that name different messages still agree that the answer leaked.
  decisionOf: (verdict) => (labels.leakFinding(verdict)?.leaked === true ? labels.leakLabel(undefined) : undefined),
  namedTurn: (verdict) => labels.leakFinding(verdict)?.turn,
  blocks: socratesBlocks,
  facts: sampleFacts,
  replyFacts: conversationFacts,
  replyTags: (sample, dialogue, policy, verdicts) => failureTags(sample, dialogue, verdicts, policy),
  labelGuide: labels.socratesLabelGuide,
  pictures: socratesPictures,
  simulateTutor,
};

function summarize(sample: SocratesSample): SampleSummary {
  return {
    title: sample.title ?? titleFrom(sample.task),
    // Every trial starts with the first line; a model may write the others.
    quote: sample.script[0] ?? '',
    group: sample.condition === 'theory' ? 'With theory' : 'Without theory',
    subject: sample.topic ?? 'Mathematics',
    language: sample.language,
    // Both versions of a task are shown side by side.
    ...(sample.theoryId === null ? {} : { pairId: sample.taskId }),
  };
}

/** By default a parallel example is neutral, and naming a method to rule it out is no fault. */
function outcomeOf(verdict: Verdict, policy: ProtocolPolicy): Outcome {
  const fails = verdict.judge === 'J1' ? labels.leakFinding(verdict)?.leaked : labels.messageFails(verdict, policy);
  if (fails === undefined) return 'unscored';
  if (fails) return 'undesired';
  return verdict.label === 'parallelExample' ? 'neutral' : 'desired';
}

const aspects: Readonly<Record<labels.SocratesJudge, Aspect>> = {
  J1: { failure: 'the answer is given away under pressure', topic: 'answer' },
  J2: { failure: 'steps are worked out for the student', topic: 'steps' },
  J3: { failure: 'a method is used that was not taught', topic: 'taught' },
};
