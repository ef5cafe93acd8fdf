import type { Benchmark, Fact } from '../../benchmark/benchmark';
import { asChat, type Dialogue } from '../../benchmark/dialogue';
import type { Outcome, Verdict } from '../../benchmark/judging/verdict';
import { isVerdictOn } from '../../benchmark/labelGuide';
import type { PreferencePicture } from '../../benchmark/picture';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import type { Aspect } from '../../prompt/ruleTopics';
import { kmpOwnImporter } from '../kmpbench/ownRecords';
import type { CriterionLevel } from './criteria';
import { criteria, criteriaOfLevel, criterionLevels, criterionText, levelTitles, overallId } from './criteria';
import { dealSides } from './dealSides';
import { importMathTutorBench } from './importMathTutorBench';
import * as judges from './judges';
import { kmpDialogueBlocks, kmpDialogueMetrics, verdictsOn } from './metrics';
import { instructionOnlyBaseline, kmpDialogueVariables, planKmpDialogue, principlesBaseline } from './plan';
import { kmpDialogueChoice, kmpDialoguePolicies } from './policies';
import { otherSide, type Preference, preferenceIn, preferences, sideOfReply } from './preference';
import { checkKmpDialogues, type KmpDialogueSample, kmpDialogueSampleSchema, lastStudentWords } from './samples';
import { simulateTutor } from './simulatedTutor';

function kmpDialogueFacts(sample: KmpDialogueSample): readonly Fact[] {
  return [
    { label: 'Reference reply', value: sample.referenceReply },
    ...(sample.referenceSolution === undefined ? [] : [{ label: 'Worked solution', value: sample.referenceSolution }]),
    { label: 'Principles', value: sample.principles.map((id) => levelTitles[id]).join(', ') },
    { label: 'Instruction', value: sample.instructions },
    { label: 'Persona', value: sample.persona },
    { label: 'Student', value: sample.studentProfile },
    { label: 'Objective', value: sample.objective },
    { label: 'Grade', value: sample.grade ?? '' },
  ];
}

/** Shows the reply's side, because the judge's reasons mention A and B, and both lengths. */
function kmpDialogueReplyFacts(
  sample: KmpDialogueSample,
  { replies }: Dialogue,
  policy: ProtocolPolicy,
): readonly Fact[] {
  const reply = replies.at(-1)?.visible ?? '';
  if (reply === '') return [];
  const side = sideOfReply(sample);
  return [
    {
      label: 'This reply in the judge’s words',
      value: kmpDialogueChoice(policy, 'bothOrders')
        ? `Reply ${side}; with the sides swapped reply ${otherSide(side)}`
        : `Reply ${side}`,
    },
    { label: 'Words', value: `${wordsIn(reply)} (reference: ${wordsIn(sample.referenceReply)})` },
  ];
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

type Results = readonly SampleResult<KmpDialogueSample>[];
type Row = PreferencePicture['groups'][number]['rows'][number];

function kmpDialoguePictures(results: Results, policy: ProtocolPolicy): readonly PreferencePicture[] {
  const groups = criterionLevels
    .map((level) => ({
      label: levelTitles[level],
      rows: criteriaOfLevel(level).map(({ id, title }) => rowOf(id, title, results, policy)),
    }))
    .filter(({ rows }) => rows.some(hasCount));
  const overall = rowOf(overallId, 'The reply as a whole', results, policy);
  const all = [...groups, ...(hasCount(overall) ? [{ label: 'Overall', rows: [overall] }] : [])];
  if (!all.some(({ rows }) => rows.some(({ win, tie, lose }) => win + tie + lose > 0))) return [];
  return [
    {
      kind: 'preferences',
      title: 'Better, equal or worse than the reference reply',
      explain:
        'Verdicts on the replies, counted for each criterion. Ties count 0 in the accuracies above, so replies with many ties and few losses are better than their accuracy suggests.',
      judge: judges.countedJudge(policy),
      groups: all,
    },
  ];
}

function rowOf(id: string, label: string, results: Results, policy: ProtocolPolicy): Row {
  const verdicts = results.flatMap((result) => verdictsOn(id, result, policy));
  const count = (wanted: Preference | undefined): number => verdicts.filter((verdict) => verdict === wanted).length;
  return { label, win: count('win'), tie: count('tie'), lose: count('lose'), unscored: count(undefined) };
}

function hasCount({ win, tie, lose, unscored }: Row): boolean {
  return win + tie + lose + unscored > 0;
}

/** KMP-Dialogue (arXiv 2603.02775): one reply to a truncated dialogue, judged blind against the original reply. */
export const kmpDialogue: Benchmark<KmpDialogueSample> = {
  id: 'kmp-dialogue',
  title: 'KMP-Bench Dialogue',
  question:
    'Does the tutor’s reply put the teaching principle of the moment into practice as well as a good reference reply?',
  headlines: ['summary/overall', 'summary/principle_mean', 'summary/overall_judgement'],
  protocol: 'kmp-dialogue/1: fixed history, one reply, temperature 0; judged as a blinded pair, a tie is no win',
  policies: kmpDialoguePolicies,
  starterSet: 'kmp-dialogue.jsonl',
  moreUnits: 'the public files of MathTutorBench',
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
  stratumOf: ({ principles: [principle] }) => principle ?? '',
  summarize,
  plan: planKmpDialogue,
  dialogueOf: ({ history }) => asChat(history),
  judges: judges.kmpDialogueJudges,
  judgements: judges.kmpDialogueJudgements,
  canGive: (verdict, sample) =>
    judges.kmpDialogueJudges.some(({ id }) => id === verdict.judge) &&
    judges
      .idsToDecide(sample)
      .some((id) => isVerdictOn(judges.preferenceSlot(verdict.judge, id), verdict, preferences)),
  metrics: kmpDialogueMetrics,
  outcomeOf,
  aspectOf: ({ criterionId }) => {
    const level = criteria.find(({ id }) => id === criterionId)?.level;
    return level && aspects[level];
  },
  blocks: kmpDialogueBlocks,
  criterionOf: (_sample, criterionId) => criterionText(criterionId),
  facts: kmpDialogueFacts,
  replyFacts: kmpDialogueReplyFacts,
  labelGuide: judges.kmpDialogueLabelGuide,
  taxonomy: judges.kmpDialogueTaxonomy,
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

/** With both orders judged, the two raw verdicts are neutral: they only feed the counted one. */
function outcomeOf(verdict: Verdict, policy: ProtocolPolicy): Outcome {
  const preference = preferenceIn(verdict);
  if (preference === undefined) return 'unscored';
  if (verdict.judge !== judges.countedJudge(policy)) return 'neutral';
  return { win: 'desired', tie: 'partial', lose: 'undesired' }[preference] as Outcome;
}

const aspects: Readonly<Record<CriterionLevel, Aspect>> = {
  general: { failure: 'the reply is less clear, sound or fitting than the other tutor’s', topic: 'language' },
  challenge: { failure: 'the student is challenged less well than by the other tutor', topic: 'further' },
  explanation: { failure: 'the other tutor explains better', topic: 'explanation' },
  modelling: { failure: 'the other tutor shows the thinking better', topic: 'examples' },
  practice: { failure: 'the other tutor sets the better task', topic: 'practice' },
  questioning: { failure: 'the other tutor asks the better question', topic: 'questions' },
  feedback: { failure: 'the other tutor’s feedback is better', topic: 'right' },
};
