import { z } from 'zod';
import { replyAlignment } from '../../../src/core/benchmarks/kmpDialogue/alignment';
import { criterionIds } from '../../../src/core/benchmarks/kmpDialogue/criteria';
import {
  levelAccuracies,
  overallAccuracy,
  principleMean,
  principlesCovered,
  winRate,
  winRateHalfTies,
  type WinShares,
} from '../../../src/core/benchmarks/kmpDialogue/figures';
import { preferences, type Preference } from '../../../src/core/benchmarks/kmpDialogue/preference';
import {
  correctionAccuracy,
  errorDetectionF1,
  fqaAccuracy,
  generationPassRate,
  mrScore,
} from '../../../src/core/benchmarks/kmpSkills/skillScores';
import { describeGolden } from '../../describeGolden';

function orNone<T>(schema: z.ZodType<T>) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const verdict = orNone(z.enum(preferences));
const truth = orNone(z.boolean());
const instances = z.array(
  z.object({ overall: verdict, criteria: z.record(z.enum(criterionIds), verdict.optional()) }).loose(),
);
const levels = z.object({
  general: z.number(),
  principles: z.object({
    challenge: z.number(),
    explanation: z.number(),
    modelling: z.number(),
    practice: z.number(),
    questioning: z.number(),
    feedback: z.number(),
  }),
});
const detections = z.array(z.object({ label: z.number(), pred: orNone(z.number()), reasonOk: z.boolean().optional() }));
const dimension = orNone(z.enum(['pass', 'fail'])).optional();
const generated = z.strictObject({
  problem_construction: dimension,
  solution_correctness: dimension,
  solution_quality: dimension,
  similarity_appropriateness: dimension,
});

function metric<T>(input: z.ZodType<T>, compute: (input: T) => unknown): (input: unknown) => unknown {
  return (raw) => compute(input.parse(raw));
}

const points: Readonly<Record<Preference, number>> = { win: 1, tie: 0, lose: 0 };

function sharesOf(criteria: Readonly<Record<string, Preference | undefined>>): WinShares {
  return criterionIds.map((id) => {
    const label = criteria[id];
    return label === undefined ? undefined : points[label];
  });
}

const metrics = new Map<string, (input: unknown) => unknown>([
  [
    'kmp_dialogue',
    metric(z.object({ instances }), (input) => {
      const accuracies = levelAccuracies(input.instances.map(({ criteria }) => sharesOf(criteria)));
      return {
        overallJudgement: winRate(input.instances.map(({ overall }) => overall)),
        ...accuracies,
        principleMean: principleMean(accuracies),
        principlesCovered: principlesCovered(accuracies),
        overall: overallAccuracy(accuracies),
      };
    }),
  ],
  ['kmp_overall_from_levels', metric(levels, overallAccuracy)],
  ['win_rate', metric(z.object({ verdicts: z.array(verdict) }), ({ verdicts }) => winRate(verdicts))],
  ['win_rate_half_ties', metric(z.object({ verdicts: z.array(verdict) }), ({ verdicts }) => winRateHalfTies(verdicts))],
  [
    'alignment_rate',
    metric(
      z.object({ pairs: z.array(z.tuple([verdict, verdict])) }),
      ({ pairs }) =>
        replyAlignment(
          pairs.map(([judge]) => judge),
          pairs.map(([, human]) => human),
        ).value,
    ),
  ],
  ['fqa_accuracy', metric(z.object({ items: z.array(z.array(truth)) }), ({ items }) => fqaAccuracy(items))],
  ['process_f1', metric(z.object({ items: detections }), ({ items }) => errorDetectionF1(items))],
  ['mr_score', metric(z.object({ items: detections }), ({ items }) => mrScore(items))],
  [
    'correction_accuracy',
    metric(z.object({ items: z.array(z.object({ label: z.number(), correctionOk: truth })) }), ({ items }) =>
      correctionAccuracy(items),
    ),
  ],
  ['generation_pass_rate', metric(z.object({ items: z.array(generated) }), ({ items }) => generationPassRate(items))],
]);

describeGolden('kmpbench', metrics);
