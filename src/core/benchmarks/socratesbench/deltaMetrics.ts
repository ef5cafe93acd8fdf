import { derivedMetric, type MetricDefinition } from '../metric';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SampleResult } from '../sampleResult';
import {
  judgedPlays,
  meanOfRates,
  rateParts,
  tallyOf,
  threeDimensions,
  type Dimension,
  type Tally,
} from './conversations';
import type { SocratesBlock } from './metricBlocks';
import { compositeHeads, deltaHead, dimensionHeads, headIn, sideHead } from './metricHeads';
import type { SocratesSample } from './samples';
import { theoryDelta } from './scores';

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
    sided(block, deltaHead(compositeHeads.composite3), threeDimensions, difference),
    ...threeDimensions.map((dimension) => sided(block, deltaHead(dimensionHeads[dimension]), [dimension], difference)),
  ];
}

/** With theory minus without, of one rate. */
function difference(on: number, off: number): number {
  return theoryDelta({ rate: on }, { rate: off }).rate ?? Number.NaN;
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
    // The figure is linear in both sides.
    parts: (values) =>
      [true, false].flatMap((side) => {
        const own = values.map(({ withTheory, tally }) => (withTheory === side ? tally : undefined));
        return rateParts(own, dimensions, side ? figure(1, 0) : figure(0, 1));
      }),
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

/** The mean of one side's rates in percent; `undefined` unless each dimension has one, so that both sides are means of the same. */
function meanRate(values: readonly SidedTally[], side: boolean, dimensions: readonly Dimension[]): number | undefined {
  const tallies = values.flatMap(({ withTheory, tally }) => (withTheory === side ? [tally] : []));
  return meanOfRates(tallies, dimensions);
}
