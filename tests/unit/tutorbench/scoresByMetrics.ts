import type { MetricValue } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import type { TbCriterion, TutorBenchSample } from '../../../src/core/benchmarks/tutorbench/samples';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { dieSample } from './sampleFiles';

/** A criterion with what was said of a reply. */
export interface JudgedCriterion {
  readonly weight: TbCriterion['weight'];
  readonly polarity?: TbCriterion['polarity'];
  readonly met: boolean | undefined;
}

const dialogue: Dialogue = {
  plan: { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] },
  replies: [],
  status: 'complete',
};

/** One sample that was played once, with these verdicts. */
export function judgedSample(
  id: string,
  judged: readonly JudgedCriterion[],
  change: Partial<TutorBenchSample> = {},
): SampleResult<TutorBenchSample> {
  const [first] = dieSample.criteria;
  const criteria = judged.map(({ weight, polarity = 'statement' }, index): TbCriterion => {
    return { ...first!, id: `c${index}`, weight, polarity };
  });
  const verdicts = judged.map(({ met }, index): Verdict => {
    const slot = { judge: 'criteria', unit: 'criterion', criterionId: `c${index}` } as const;
    return met === undefined ? { ...slot, status: 'unscored' } : { ...slot, status: 'ok', label: met };
  });
  return { sample: { ...dieSample, id, ...change, criteria }, repeats: [{ repeat: 0, dialogue, verdicts }] };
}

/** A sample with the unclipped score `raw`, a multiple of 0.25 from -1 to 1; undefined means no verdicts. */
export function sampleWithScore(
  id: string,
  raw: number | undefined,
  change: Partial<TutorBenchSample> = {},
): SampleResult<TutorBenchSample> {
  const quarters = 4 * (raw ?? 0);
  if (!Number.isInteger(quarters) || Math.abs(quarters) > 4) throw new Error(`${raw} is not made of quarters.`);
  const four = (weight: 5 | -5, count: number): readonly JudgedCriterion[] =>
    [0, 1, 2, 3].map((index) => ({ weight, met: raw === undefined ? undefined : index < count }));
  return judgedSample(id, [...four(5, quarters), ...four(-5, -quarters)], change);
}

/** What a run with these results shows for a metric. */
export function shownMetric(
  results: readonly SampleResult<TutorBenchSample>[],
  block: string,
  id: string,
): MetricValue {
  return metricValue(definitionOf(block, id), results, { seed: 1, resamples: 2, policy: defaultPolicy });
}

/** The headline in percent over these scores as shares. */
export function headlineOf(raws: readonly number[]): number | undefined {
  const definition = definitionOf('headline', 'ARR_w');
  if (definition.kind !== 'derived') throw new Error('ARR_w is not estimated from scores.');
  return definition.estimate(raws);
}

function definitionOf(block: string, id: string): (typeof tutorBench.metrics)[number] {
  const definition = tutorBench.metrics.find((metric) => metric.id === id && metric.block === block);
  if (definition === undefined) throw new Error(`There is no metric ${block}/${id}.`);
  return definition;
}
