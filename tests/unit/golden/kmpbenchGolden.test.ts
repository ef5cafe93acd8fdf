import { expect } from 'vitest';
import { z } from 'zod';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { agreementRatio } from '../../../src/core/statistics/agreement';
import { criterionIds, principles } from '../../../src/core/benchmarks/kmpDialogue/criteria';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { overallAccuracy } from '../../../src/core/benchmarks/kmpDialogue/metrics';
import { preferences, type Preference } from '../../../src/core/benchmarks/kmpDialogue/preference';
import type { KmpDialogueSample } from '../../../src/core/benchmarks/kmpDialogue/samples';
import { generationDimensions } from '../../../src/core/benchmarks/kmpSkills/generationJudges';
import type { EcSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { describeGolden } from '../../describeGolden';
import { kmpSample, resultWith } from '../kmpDialogue/kmpDialogueFixtures';
import { chain, followUpSeed, rightSolution, seed, wrongSolution } from '../kmpSkills/sampleFiles';
import { assessed, metricValues, trial, verdict as skillVerdict, type Result } from '../kmpSkills/skillResults';

// All cases except printed rows and alignment use the benchmark's own metric definitions.

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

type DialogueResult = SampleResult<KmpDialogueSample>;

function dialogueValue(id: string, results: readonly DialogueResult[]): number | undefined {
  const definition = kmpDialogue.metrics.find((one) => one.id === id) ?? expect.fail(`There is no metric ${id}.`);
  return metricValue(definition, results, { seed: 1, resamples: 20, policy: defaultPolicy }).value;
}

/** A dialogue for each instance, which targets the principles whose criteria it has. */
function dialogueResults(all: z.output<typeof instances>): readonly DialogueResult[] {
  return all.map(({ overall, criteria }, index) => {
    const targeted = principles.filter((principle) => Object.keys(criteria).some((id) => id.startsWith(principle)));
    const labels = Object.entries({ ...criteria, overall }).map(([id, label]) => [id, label ?? null] as const);
    return resultWith(kmpSample({ id: `dialogue ${index}`, principles: [...targeted] }), Object.fromEntries(labels));
  });
}

function overallResults(verdicts: readonly (Preference | undefined)[]): readonly DialogueResult[] {
  return dialogueResults(verdicts.map((overall) => ({ overall, criteria: {} })));
}

/** Samples with as many steps as the golden case needs, and a known reason if there is an error. */
function solutionOf(label: number, index: number): EcSample {
  const steps = ['1', '2', '3', '4', '5'];
  const sample = label === -1 ? rightSolution : { ...wrongSolution, firstErrorStep: label };
  return { ...sample, id: `solution ${index}`, studentSteps: steps };
}

function detectionResults(items: z.output<typeof detections>): readonly SampleResult<EcSample>[] {
  return items.map(({ label, pred, reasonOk }, index) => {
    const sample = solutionOf(label, index);
    const { repeats } = assessed(sample, sample.id, [pred ?? 'no claim', reasonOk]);
    return { sample, repeats };
  });
}

function skillValue(id: string, results: readonly Result[]): number | undefined {
  const found = metricValues(results).get(id) ?? expect.fail(`There is no metric ${id}.`);
  return found.value;
}

function generationResults(items: readonly z.output<typeof generated>[]): readonly Result[] {
  return items.map((item, index) => {
    const isSimilar = items.some((one) => 'similarity_appropriateness' in one);
    const sample = { ...(isSimilar ? seed : followUpSeed), id: `seed ${index}` };
    const judge = isSimilar ? 'generation_similar' : 'generation_followup';
    const verdicts = generationDimensions.map((id) => skillVerdict(judge, 2, item[id], id));
    return { sample, repeats: [trial(sample, verdicts)] };
  });
}

const metrics = new Map<string, (input: unknown) => unknown>([
  [
    'kmp_dialogue',
    metric(z.object({ instances }), (input) => {
      const results = dialogueResults(input.instances);
      const value = (id: string): number | undefined => dialogueValue(id, results);
      return {
        overallJudgement: value('overall_judgement'),
        general: value('general_level'),
        principles: Object.fromEntries(principles.map((principle) => [principle, value(`${principle}_level`)])),
        principleMean: value('principle_mean'),
        // A run without a result has no count to show.
        principlesCovered: value('principles_covered') ?? 0,
        overall: value('overall') ?? value('overall_partial'),
      };
    }),
  ],
  [
    'kmp_overall_from_levels',
    metric(levels, (given) => overallAccuracy(given.general, Object.values(given.principles))),
  ],
  [
    'win_rate',
    metric(z.object({ verdicts: z.array(verdict) }), ({ verdicts }) =>
      dialogueValue('overall_judgement', overallResults(verdicts)),
    ),
  ],
  [
    'win_rate_half_ties',
    metric(z.object({ verdicts: z.array(verdict) }), ({ verdicts }) =>
      dialogueValue('overall_half_ties', overallResults(verdicts)),
    ),
  ],
  [
    'alignment_rate',
    metric(
      z.object({ pairs: z.array(z.tuple([verdict, verdict])) }),
      ({ pairs }) =>
        100 * (agreementRatio(pairs.map(([judge, human]) => [judge ?? undefined, human ?? undefined])).value ?? 0),
    ),
  ],
  [
    'fqa_accuracy',
    metric(z.object({ items: z.array(z.array(truth)) }), ({ items }) => {
      const results = items.map((labels, index): Result => {
        const sample = { ...chain, id: `chain ${index}` };
        const verdicts = labels.map((label, place) => skillVerdict('solution', place + 1, label));
        return { sample, repeats: [trial(sample, verdicts)] };
      });
      const perTurn = [1, 2, 3].map((turn) => skillValue(`fqa/fqa_turn_${turn}`, results));
      return { perTurn, final: perTurn[2] };
    }),
  ],
  [
    'process_f1',
    metric(z.object({ items: detections }), ({ items }) => {
      const results = detectionResults(items);
      return {
        erroneousAccuracy: skillValue('ec/step_accuracy', results),
        correctAccuracy: skillValue('ec/correct_accuracy', results),
        f1: skillValue('ec/f1', results),
      };
    }),
  ],
  [
    'mr_score',
    metric(z.object({ items: detections }), ({ items }) => {
      const results = detectionResults(items);
      return {
        stepAccuracy: skillValue('ec/step_accuracy', results),
        reasonAccuracy: skillValue('ec/reason_accuracy', results),
        mrScore: skillValue('ec/mr_score', results),
      };
    }),
  ],
  [
    'correction_accuracy',
    metric(z.object({ items: z.array(z.object({ label: z.number(), correctionOk: truth })) }), ({ items }) =>
      skillValue(
        'ec/correction_accuracy',
        items.map(({ label, correctionOk }, index) => {
          const sample = solutionOf(label, index);
          return assessed(sample, sample.id, [label, undefined, correctionOk]);
        }),
      ),
    ),
  ],
  [
    'generation_pass_rate',
    metric(z.object({ items: z.array(generated) }), ({ items }) => {
      const results = generationResults(items);
      const found = metricValues(results);
      const [task = ''] = results.map(({ sample }) => sample.task);
      const rates = generationDimensions.flatMap((id) => {
        const rate = found.get(`${task}/${id}`)?.value;
        return rate === undefined ? [] : [[id, rate] as const];
      });
      const passRate = found.get(`${task}/pass_rate`);
      return { n: passRate?.n, passRate: passRate?.value, byDimension: Object.fromEntries(rates) };
    }),
  ],
]);

// The correlation is shown as its part of the MR score only.
describeGolden('kmpbench', metrics, { mr_score: ['mcc'] });
