import type { Benchmark } from '../../benchmark/benchmark';
import { asChat } from '../../benchmark/dialogue';
import type { Outcome, Verdict } from '../../benchmark/judging/verdict';
import { isOnScale } from '../../benchmark/labelGuide';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import { kmpOwnImporter } from '../kmpbench/ownRecords';
import { criterionText, levelTitles } from './criteria';
import { dealSides } from './dealSides';
import {
  countedJudge,
  idsToDecide,
  kmpDialogueJudgements,
  kmpDialogueJudges,
  kmpDialogueLabelGuide,
  kmpDialogueTaxonomy,
} from './judges';
import { importMathTutorBench } from './importMathTutorBench';
import { kmpDialogueBlocks, kmpDialogueMetrics } from './metrics';
import { instructionOnlyBaseline, kmpDialogueVariables, planKmpDialogue, principlesBaseline } from './plan';
import { preferenceIn, preferences } from './preference';
import { kmpDialogueFacts, kmpDialoguePictures, kmpDialogueReplyFacts } from './replyFacts';
import { checkKmpDialogues, type KmpDialogueSample, kmpDialogueSampleSchema, lastStudentWords } from './samples';
import { simulateTutor } from './simulatedTutor';

/**
 * KMP-Dialogue: one tutor reply to a truncated dialogue, judged blind against the reply that was cut off.
 * After "From Solver to Tutor" (KMP-Bench, arXiv 2603.02775).
 */
export const kmpDialogue: Benchmark<KmpDialogueSample> = {
  id: 'kmp-dialogue',
  title: 'KMP-Bench Dialogue',
  question:
    'Does the tutor’s reply put the teaching principle of the moment into practice as well as a good reference reply?',
  headlines: ['summary/overall', 'summary/principle_mean', 'summary/overall_judgement'],
  protocol: 'kmp-dialogue/1: fixed history, one reply, temperature 0; judged as a blinded pair, a tie is no win',
  starterSet: 'kmp-dialogue.jsonl',
  system: 'kmpbench',
  sampleSchema: kmpDialogueSampleSchema,
  ownImporter: kmpOwnImporter(kmpDialogueSampleSchema, ['dialogue']),
  checkSamples: checkKmpDialogues,
  importers: [importMathTutorBench],
  placements: { default: 'own+instructions', allowed: ['own+instructions', 'own', 'benchmark'] },
  variables: kmpDialogueVariables,
  baselines: [instructionOnlyBaseline, principlesBaseline],
  defaultRepeats: 1,
  deal: dealSides,
  unitOf: ({ id }) => id,
  summarize,
  plan: planKmpDialogue,
  dialogueOf: ({ history }) => asChat(history),
  judges: kmpDialogueJudges,
  judgements: kmpDialogueJudgements,
  canGive: ({ judge, unit, turn, criterionId = '', ...verdict }, sample) =>
    kmpDialogueJudges.some(({ id }) => id === judge) &&
    unit === 'pair' &&
    turn === undefined &&
    idsToDecide(sample).includes(criterionId) &&
    isOnScale(verdict, preferences),
  metrics: kmpDialogueMetrics,
  outcomeOf,
  blocks: kmpDialogueBlocks,
  criterionOf: (_sample, criterionId) => criterionText(criterionId),
  facts: kmpDialogueFacts,
  replyFacts: kmpDialogueReplyFacts,
  labelGuide: kmpDialogueLabelGuide,
  taxonomy: kmpDialogueTaxonomy,
  pictures: kmpDialoguePictures,
  simulateTutor: (sample, _turn, rules, random) => simulateTutor(sample, rules, random),
};

function summarize(sample: KmpDialogueSample): SampleSummary {
  return {
    title: sample.title ?? titleFrom(sample.objective === '' ? lastStudentWords(sample) : sample.objective),
    quote: lastStudentWords(sample),
    group: sample.principles.map((id) => levelTitles[id]).join(' and '),
    subject: sample.domain ?? 'Mathematics',
  };
}

/** Where both orders are judged, the two raw verdicts are only what the counted one is made of. */
function outcomeOf(verdict: Verdict, policy: ProtocolPolicy): Outcome {
  const preference = preferenceIn(verdict);
  if (preference === undefined) return 'unscored';
  if (verdict.judge !== countedJudge(policy)) return 'neutral';
  return { win: 'desired', tie: 'partial', lose: 'undesired' }[preference] as Outcome;
}
