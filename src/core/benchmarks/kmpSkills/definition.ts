import type { Benchmark, Fact } from '../../benchmark/benchmark';
import type { Dialogue } from '../../benchmark/dialogue';
import type { Outcome, Verdict } from '../../benchmark/judging/verdict';
import type { MetricBarsPicture } from '../../benchmark/picture';
import type { SampleResult } from '../../benchmark/sampleResult';
import { type SampleSummary, titleFrom } from '../../benchmark/samples';
import { equalitiesIn } from '../kmpbench/arithmetic/equalities';
import { kmpOwnImporter } from '../kmpbench/ownRecords';
import { reasonSlots } from './solutionJudges';
import { importMrGsm8k, importProcessBench, importVerifyThenGenerate } from './importSolutions';
import { canGiveSkillVerdict, kmpSkillsJudgements, kmpSkillsJudges, kmpSkillsLabelGuide } from './judges';
import { kmpSkillsMetrics, skillBlocks } from './metrics';
import { planKmpSkills, skillVariables, taskBaseline } from './plan';
import {
  checkKmpSkills,
  isErroneous,
  type KmpSkillsSample,
  kmpSkillsSampleSchema,
  skillTasks,
  taskTitles,
} from './samples';
import { simulateTutor } from './simulatedTutor';

/** KMP-Bench, module Skills (AAAI 2026): solving follow-up problems, finding and correcting errors, making problems. */
export const kmpSkills: Benchmark<KmpSkillsSample> = {
  id: 'kmp-skills',
  title: 'KMP-Bench Skills',
  question:
    'Can the tutor solve, assess and make school mathematics problems? A prompt that forbids solving is expected to score low on solving.',
  headlines: ['fqa/fqa_turn_3', 'ec/mr_score', 'gen_followup/pass_rate'],
  protocol: 'kmp-skills/1',
  starterSet: 'kmp-skills.jsonl',
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
  summarize,
  plan: planKmpSkills,
  judges: kmpSkillsJudges,
  judgements: kmpSkillsJudgements,
  canGive: canGiveSkillVerdict,
  metrics: kmpSkillsMetrics,
  outcomeOf,
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

/** A claim is compared with the sample's own label. */
function outcomeOf({ status, label, judge }: Verdict, _policy: unknown, sample: KmpSkillsSample): Outcome {
  if (status !== 'ok' || label === undefined) return 'unscored';
  if (judge === 'claim') return sample.task === 'ec' && label === sample.firstErrorStep ? 'desired' : 'undesired';
  return label === true || label === 'pass' ? 'desired' : 'undesired';
}

function facts(sample: KmpSkillsSample): readonly Fact[] {
  if (sample.task === 'fqa') {
    return sample.questions.map(({ answer: value }, index) => {
      return { label: `Right answer to question ${index + 1}`, value };
    });
  }
  if (sample.task !== 'ec') return [];
  const { answer = 'not in the data; the judge solves the problem itself', firstErrorStep, errorReason } = sample;
  const right = { label: 'Right answer', value: answer };
  if (!isErroneous(sample)) return [right, { label: 'First wrong step', value: 'none, the solution is right' }];
  return [
    right,
    { label: 'First wrong step', value: String(firstErrorStep) },
    { label: 'Reason of the error', value: errorReason ?? 'not in the data; not judged' },
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
        'Each skill has measures of its own, which are not added up. A prompt that forbids solving scores low on solving by design.',
      judge: kmpSkillsJudges.map(({ id }) => id).join(', '),
      blocks,
    },
  ];
}
