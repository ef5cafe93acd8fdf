import { derivedMetric, type MetricDefinition } from '../metric';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SampleResult } from '../sampleResult';
import {
  judgedPlays,
  meanOfRates,
  playsAreUnits,
  rateParts,
  tallyOf,
  threeDimensions,
  unitsOf,
  type Dimension,
  type JudgedPlay,
  type Tally,
} from './conversations';
import type { SocratesBlock } from './metricBlocks';
import { compositeHeads, deltaHead, dimensionHeads, headIn, sideHead } from './metricHeads';
import type { Condition, SocratesSample } from './samples';
import { theoryDelta } from './scores';

type Results = readonly SampleResult<SocratesSample>[];
type Metric = MetricDefinition<SocratesSample>;

/** What the conversations of a unit came to on both sides. */
interface TwoSides {
  readonly on: Tally;
  readonly off: Tally;
}

/**
 * What the theory changes, over tasks that were played both ways; the composite is that of three dimensions on both sides. A task is one
 * unit with its two sides; of a single task those are conversations of one number, which is as good as any way to pair them.
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
  return derivedMetric<SocratesSample, TwoSides>({
    ...headIn(block, head),
    observe: (results, policy) => (policy.student === block.student ? sidedUnits(results, policy, dimensions) : []),
    // Both sides are means of the same dimensions, or there is no figure.
    estimate: (values) => {
      const on = meanOfRates(
        values.map((sides) => sides.on),
        dimensions,
      );
      const off = meanOfRates(
        values.map((sides) => sides.off),
        dimensions,
      );
      return on === undefined || off === undefined ? undefined : figure(on, off);
    },
    // The figure is linear in both sides.
    parts: (values) =>
      [true, false].flatMap((side) => {
        const own = values.map(({ on, off }) => (side ? on : off));
        return rateParts(own, dimensions, side ? figure(1, 0) : figure(0, 1));
      }),
  });
}

/** Units of tasks for which both sides have a verdict in each dimension; one without a verdict of its own is excluded. */
function sidedUnits(
  results: Results,
  policy: ProtocolPolicy,
  dimensions: readonly Dimension[],
): readonly { readonly unit: string; readonly value: TwoSides | undefined }[] {
  const isKnown = (tally: Tally): boolean => dimensions.some((dimension) => tally[dimension].known > 0);
  const isComplete = (own: readonly JudgedPlay[]): boolean => {
    const { on, off } = sidesOf(own);
    return dimensions.every((dimension) => on[dimension].known > 0 && off[dimension].known > 0);
  };
  // Conversations of a single task have their partners by number, and it is the task that has both sides.
  const ofTask = playsAreUnits(results) ? judgedPlays(results, policy) : undefined;
  return unitsOf(results, policy)
    .filter(({ plays }) => isComplete(ofTask ?? plays))
    .map(({ unit, plays }) => {
      const sides = sidesOf(plays);
      return { unit, value: isKnown(sides.on) || isKnown(sides.off) ? sides : undefined };
    });
}

function sidesOf(plays: readonly JudgedPlay[]): TwoSides {
  const side = (condition: Condition): Tally => tallyOf(plays.filter(({ sample }) => sample.condition === condition));
  return { on: side('theory'), off: side('noTheory') };
}
