import type { Benchmark, Fact } from '../../benchmark/benchmark';
import type { Dialogue } from '../../benchmark/dialogue';
import type { ComputedVerdicts, JudgeInfo, JudgeTask } from '../../benchmark/judging/judgeTask';
import type { Outcome, Verdict, VerdictSlot } from '../../benchmark/judging/verdict';
import { choicesOf, isVerdictOn, type LabelGuide } from '../../benchmark/labelGuide';
import type { MetricBarsPicture } from '../../benchmark/picture';
import type { SampleResult } from '../../benchmark/sampleResult';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import type { Aspect } from '../../prompt/ruleTopics';
import type { Label } from '../../statistics/agreement';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { kmpOwnImporter } from '../kmpbench/ownRecords';
import * as generationJudges from './generationJudges';
import { importMrGsm8k, importProcessBench, importVerifyThenGenerate } from './importSolutions';
import { kmpSkillsMetrics, skillBlocks } from './metrics';
import { planKmpSkills, skillVariables, taskBaseline } from './plan';
import { kmpSkillsPolicies } from './policies';
import type { EcSample, KmpSkillsSample } from './samples';
import { checkKmpSkills, isErroneous, kmpSkillsSampleSchema, skillTasks, taskTitles } from './samples';
import { simulateTutor } from './simulatedTutor';
import {
  claimLabels,
  judgeCorrection,
  judgeReason,
  judgeSolution,
  readClaim,
  reasonSlots,
  solutionJudges,
} from './solutionJudges';

const kmpSkillsJudges: readonly JudgeInfo[] = [...Object.values(solutionJudges), ...generationJudges.generationJudges];

function kmpSkillsJudgements(
  sample: KmpSkillsSample,
  dialogue: Dialogue,
  verdicts: readonly Verdict[],
): readonly (JudgeTask | ComputedVerdicts)[] {
  const replies = dialogue.replies.map(({ visible }) => visible);
  // An incomplete chain is left out as a whole, because its later turns never ran.
  if (dialogue.status !== 'complete' || replies.some((reply) => reply === '')) return [];
  switch (sample.task) {
    case 'fqa':
      return replies.map((reply, index) => judgeSolution(sample, index + 1, reply));
    case 'ec': {
      const [assessment = '', correction = ''] = replies;
      const claim = verdicts.find(({ judge, status }) => judge === 'claim' && status === 'ok');
      const reason = claim && judgeReason(sample, claim);
      const about = reason === undefined ? [] : [reason];
      return [readClaim(sample, assessment), ...about, judgeCorrection(sample, correction)];
    }
    default:
      return replies.map((_reply, index) => generationJudges.judgeGeneration(sample, replies, index + 1));
  }
}

const claims: readonly Label[] = [-1, ...Object.values(claimLabels)];

function canGiveSkillVerdict(verdict: Verdict, sample: KmpSkillsSample): boolean {
  const { turn = 0, criterionId, label = '' } = verdict;
  const isOn = (own: string, turns: readonly number[], scale: readonly Label[] = [false, true]): boolean =>
    turns.includes(turn) && isVerdictOn({ judge: own, unit: 'message', turn }, verdict, scale);
  if (sample.task === 'fqa') return isOn('solution', [1, 2, 3]);
  if (sample.task === 'ec') {
    // A tutor may name a step that the solution lacks; its claim stays as it is.
    const steps = Number.isSafeInteger(label) && Number(label) >= 1 ? [label] : [];
    const isReason = reasonSlots(sample).length > 0 && isOn('reason', [1]);
    return isReason || isOn('claim', [1], [...claims, ...steps]) || isOn('correction', [2]);
  }
  const slot = {
    judge: generationJudges.generationJudgeIds[sample.task],
    unit: 'criterion',
    turn,
    criterionId,
  } as const;
  const isAsked = turn === 1 || turn === 2;
  return (
    isAsked &&
    generationJudges.dimensionsOf(sample.task).some((id) => id === criterionId) &&
    isVerdictOn(slot, verdict, marks)
  );
}

const marks = ['pass', 'fail'];

const yesOrNo = choicesOf([true, 'Yes', ''], [false, 'No', '']);

/** The reason's judge is asked only if the right step was named. People are always asked, so as not to reveal that. */
const unnamed = {
  label: 'stepNotNamed',
  title: 'Step not named',
  meaning: 'The tutor does not name the first wrong step, so there is no reason to judge. Stored, but not counted.',
  isVoid: true,
} as const;

const guides: Readonly<Record<'solution' | 'correction' | 'reason', LabelGuide>> = {
  solution: {
    question: solutionJudges.solution.question,
    definition:
      'Any form of the value is right unless the question asks for one, such as lowest terms. A reply that leaves the last step to the reader gives no answer.',
    choices: yesOrNo,
  },
  correction: {
    question: solutionJudges.correction.question,
    definition: 'All three are needed: the right final answer, the whole way to it, and no wrong step.',
    choices: yesOrNo,
  },
  reason: {
    question: solutionJudges.reason.question,
    definition:
      'The wording may differ; it is right when a reader would learn from it what went wrong in that step. The right value alone is enough ' +
      'for a slip: a wrong calculation, or a quantity that was misread or left out.',
    choices: [...yesOrNo, unnamed],
  },
};

function kmpSkillsLabelGuide({ judge, criterionId }: VerdictSlot, sample: KmpSkillsSample): LabelGuide | undefined {
  if (judge === 'solution' || judge === 'correction' || judge === 'reason') return guides[judge];
  if (judge === 'claim') return sample.task === 'ec' ? claim(sample) : undefined;
  return generationJudges.generationJudges.some(({ id }) => id === judge) ? generation(criterionId) : undefined;
}

function claim({ studentSteps }: EcSample): LabelGuide {
  return {
    question: solutionJudges.claim.question,
    definition: 'Read what the tutor claims, whether or not it is right.',
    choices: choicesOf(
      [-1, 'All right', 'The tutor says that the whole solution is right.'],
      [claimLabels.unreadable, 'No claim', 'The tutor commits to neither.'],
      [claimLabels.stepNotNamed, 'Wrong, no step', 'Something is wrong, but no step is named.'],
    ).concat(studentSteps.map((meaning, at) => ({ label: at + 1, title: `Step ${at + 1}`, meaning, isQuoted: true }))),
  };
}

function generation(criterionId: string | undefined): LabelGuide | undefined {
  const dimension = generationJudges.generationDimensions.find((id) => id === criterionId);
  if (dimension === undefined) return undefined;
  return {
    question: 'Does the new problem pass on this?',
    definition: `It passes only if you have established that ${generationJudges.dimensionTexts[dimension]}.`,
    choices: choicesOf(
      ['pass', 'Pass', 'Everything requested is there.'],
      ['fail', 'Fail', 'Something is missing or wrong, or you cannot tell.'],
    ),
  };
}

/** KMP-Bench, module Skills (AAAI 2026): solving follow-up problems, finding and correcting errors, making problems. */
export const kmpSkills: Benchmark<KmpSkillsSample> = {
  id: 'kmp-skills',
  title: 'KMP-Bench Skills',
  question:
    'Can the tutor solve, assess and make school mathematics problems? A prompt that forbids solving is expected to score low on solving.',
  headlines: ['fqa/fqa_turn_3', 'ec/mr_score'],
  protocol: 'kmp-skills/1',
  policies: kmpSkillsPolicies,
  starterSet: 'kmp-skills.jsonl',
  moreUnits: 'the public files MR-GSM8K and ProcessBench, for the part “ec”',
  system: 'kmpbench',
  sampleSchema: kmpSkillsSampleSchema,
  ownImporter: kmpOwnImporter(kmpSkillsSampleSchema, skillTasks),
  checkSamples: checkKmpSkills,
  importers: [importProcessBench, importMrGsm8k, importVerifyThenGenerate],
  placements: { default: 'own+instructions', allowed: ['own+instructions', 'own', 'benchmark'] },
  variables: skillVariables,
  baselines: [taskBaseline],
  defaultRepeats: 1,
  unitOf: ({ id }) => id,
  stratumOf: ({ task }) => task,
  summarize,
  plan: planKmpSkills,
  judges: kmpSkillsJudges,
  judgements: kmpSkillsJudgements,
  canGive: canGiveSkillVerdict,
  metrics: kmpSkillsMetrics,
  outcomeOf,
  aspectOf: ({ judge }) => aspects[judge],
  blocks: skillBlocks,
  facts,
  replyFacts: arithmeticFacts,
  labelGuide: kmpSkillsLabelGuide,
  dependentSlots: (sample) => (sample.task === 'ec' ? reasonSlots(sample) : []),
  pictures: skillsPicture,
  simulateTutor,
};

function summarize(sample: KmpSkillsSample): SampleSummary {
  const problem = problemOf(sample).replace(/\s+/g, ' ').trim();
  return {
    title: sample.title ?? titleFrom(problem),
    quote: problem,
    group: taskTitles[sample.task],
    subject: sample.domain ?? 'Mathematics',
  };
}

function problemOf(sample: KmpSkillsSample): string {
  if (sample.task === 'fqa') return sample.questions[0]?.question ?? '';
  return sample.task === 'ec' ? sample.problem : sample.seedProblem;
}

function outcomeOf({ status, label, judge }: Verdict, _policy: unknown, sample: KmpSkillsSample): Outcome {
  if (status !== 'ok' || label === undefined) return 'unscored';
  if (judge === 'claim') return sample.task === 'ec' && label === sample.firstErrorStep ? 'desired' : 'undesired';
  return label === true || label === 'pass' ? 'desired' : 'undesired';
}

function facts(sample: KmpSkillsSample): readonly Fact[] {
  if (sample.task === 'fqa')
    return sample.questions.map(({ answer: value }, index) => {
      return { label: `Right answer to question ${index + 1}`, value };
    });
  if (sample.task !== 'ec') return [];
  const { answer = 'not in the data; the judge solves the problem itself', firstErrorStep, errorReason } = sample;
  const step = isErroneous(sample) ? String(firstErrorStep) : 'none, the solution is right';
  const reason = { label: 'Reason of the error', value: errorReason ?? 'not in the data; not judged' };
  return [
    { label: 'Right answer', value: answer },
    { label: 'First wrong step', value: step },
    ...(isErroneous(sample) ? [reason] : []),
  ];
}

function arithmeticFacts(_sample: KmpSkillsSample, { replies }: Dialogue): readonly Fact[] {
  return replies.flatMap(({ turn, visible }) => {
    const found = equalitiesIn(visible);
    if (found.length === 0) return [];
    const broken = found.filter(({ holds }) => !holds).map(({ shown }) => shown);
    const value = broken.length === 0 ? `${found.length}, all of them hold` : `does not hold: ${broken.join('; ')}`;
    return [{ label: `Equalities in reply ${turn}`, value }];
  });
}

function skillsPicture(results: readonly SampleResult<KmpSkillsSample>[]): readonly MetricBarsPicture[] {
  const played = new Set<string>(results.map(({ sample }) => sample.task));
  const blocks = skillBlocks.map(({ id }) => id).filter((id) => played.has(id));
  if (blocks.length === 0) return [];
  return [
    {
      kind: 'metricBars',
      title: 'Skills',
      explain:
        'Each skill has its own measures, which are not added up. A prompt that forbids solving scores low on solving by design.',
      judge: kmpSkillsJudges.map(({ id }) => id).join(', '),
      blocks,
    },
  ];
}

const aspects: Readonly<Record<string, Aspect>> = {
  solution: { failure: 'the final answer is wrong or missing', topic: 'facts' },
  correction: { failure: 'the corrected solution is wrong or incomplete', topic: 'facts' },
  claim: { failure: 'the first wrong step is not found', topic: 'location' },
  reason: { failure: 'the reason for the error is wrong', topic: 'explanation' },
  generation_followup: { failure: 'the follow-up problem is not sound', topic: 'practice' },
  generation_similar: { failure: 'the similar problem is not sound', topic: 'practice' },
};
