import { derivedMetric, type MetricDefinition } from '../metric';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SampleResult } from '../sampleResult';
import { judgedPlays, tallyOf, threeDimensions, type Dimension, type Tally } from './conversations';
import type { SocratesBlock } from './metricBlocks';
import { compositeHeads, deltaHead, dimensionHeads, headIn, sideHead } from './metricHeads';
import type { SocratesSample } from './samples';

type Results = readonly SampleResult<SocratesSample>[];
type Metric = MetricDefinition<SocratesSample>;

/** One conversation and the side of the comparison that it stands on. */
interface SidedTally {
  readonly withTheory: boolean;
  readonly tally: Tally;
}

/**
 * What the theory changes, over tasks that were played both ways. Repeats of the two sides have no partner, so conversations are
 * the units of the interval; the composite is that of three dimensions on both sides.
 */
export function deltaMetrics(block: SocratesBlock): readonly Metric[] {
  return [
    sided(block, sideHead('on'), threeDimensions, (on) => on),
    sided(block, sideHead('off'), threeDimensions, (_on, off) => off),
    sided(block, deltaHead(compositeHeads.composite3), threeDimensions, (on, off) => on - off),
    ...threeDimensions.map((dimension) =>
      sided(block, deltaHead(dimensionHeads[dimension]), [dimension], (on, off) => on - off),
    ),
  ];
}

function sided(
  block: SocratesBlock,
  head: Parameters<typeof headIn>[1],
  dimensions: readonly Dimension[],
  figure: (on: number, off: number) => number,
): Metric {
  return derivedMetric<SocratesSample, SidedTally>({
    ...headIn(block, head),
    observe: (results, policy) => (policy.student === block.student ? sidedUnits(results, policy, dimensions) : []),
    estimate: (values) => {
      const on = meanRate(values, true, dimensions);
      const off = meanRate(values, false, dimensions);
      return on === undefined || off === undefined ? undefined : figure(on, off);
    },
  });
}

/** Conversations of tasks for which both sides have a verdict in each dimension; those without one of their own are excluded. */
function sidedUnits(
  results: Results,
  policy: ProtocolPolicy,
  dimensions: readonly Dimension[],
): readonly { readonly unit: string; readonly value: SidedTally | undefined }[] {
  const units = judgedPlays(results, policy).map((play) => ({
    unit: play.unit,
    taskId: play.sample.taskId,
    withTheory: play.sample.condition === 'theory',
    tally: tallyOf(play),
  }));
  const complete = (taskId: string, side: boolean): boolean =>
    dimensions.every((dimension) =>
      units.some((one) => one.taskId === taskId && one.withTheory === side && one.tally[dimension].known > 0),
    );
  const tasks = [...new Set(units.map(({ taskId }) => taskId))];
  const both = new Set(tasks.filter((task) => complete(task, true) && complete(task, false)));
  return units
    .filter(({ taskId }) => both.has(taskId))
    .map(({ unit, withTheory, tally }) => {
      const isKnown = dimensions.some((dimension) => tally[dimension].known > 0);
      return { unit, value: isKnown ? { withTheory, tally } : undefined };
    });
}

/** Mean over the dimensions of the pooled rates of one side, in percent. */
function meanRate(
  values: readonly SidedTally[],
  withTheory: boolean,
  dimensions: readonly Dimension[],
): number | undefined {
  let sum = 0;
  for (const dimension of dimensions) {
    let clean = 0;
    let known = 0;
    for (const value of values) {
      if (value.withTheory !== withTheory) continue;
      clean += value.tally[dimension].clean;
      known += value.tally[dimension].known;
    }
    if (known === 0) return undefined;
    sum += (100 * clean) / known;
  }
  return sum / dimensions.length;
}
