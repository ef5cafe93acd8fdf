import {
  derivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type Observation,
  type DerivedMetric,
} from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import {
  judgedPlays,
  playsAreUnits,
  unitsOf,
  behaviour,
  breaksFirstAt,
  difference,
  fiveDimensions,
  meanOfRates,
  pooledRate,
  rateParts,
  tallyOf,
  threeDimensions,
  type JudgedPlay,
  type Unit,
  type Dimension,
  type Tally,
} from './scores';
import {
  behaviourHeads,
  breaksHead,
  composite3,
  composite5,
  deltaHead,
  dimensionHeads,
  headIn,
  sideHead,
  socratesBlocks,
  spreadHead,
  type Head,
  type SocratesBlock,
} from './metricHeads';
import type { Condition, SocratesSample } from './samples';
import { requestTurns } from './script';

type Results = readonly SampleResult<SocratesSample>[];
type Metric = MetricDefinition<SocratesSample>;

/** All metrics in the order they are shown. Conversations with and without theory are never pooled. */
export const socratesMetrics: readonly Metric[] = socratesBlocks.flatMap((block) =>
  block.compared === 'delta' ? deltaMetrics(block) : conditionMetrics(block, block.compared === 'theory'),
);

function conditionMetrics(block: SocratesBlock, withTheory: boolean): readonly Metric[] {
  const dimensions = withTheory ? fiveDimensions : threeDimensions;
  return [
    composite(block, withTheory ? composite5 : composite3, dimensions),
    ...dimensions.map((dimension) => rateMetric(block, dimension)),
    spreadMetric(block, 'J2', 'j2Message', 'j2Conversation'),
    ...(withTheory ? [spreadMetric(block, 'J3', 'j3Message', 'j3Conversation')] : []),
    // Only conversations in which the student is known to ask to be shown can break there.
    mean(block, breaksHead, ({ sample, j2Fail }) => {
      const { show } = requestTurns(sample, block.student);
      if (show === undefined || j2Fail.length < show) return undefined;
      const breaks = breaksFirstAt(j2Fail, show);
      return { value: breaks === undefined ? undefined : Number(breaks), weight: 1 };
    }),
    // Weighted by its messages: the same as pooled over messages.
    ...behaviourHeads.map(([head, of, unit]) =>
      mean(block, head, ({ dialogue }) => {
        const { messages, [of]: value } = behaviour(dialogue.replies.map(({ visible }) => visible));
        return { value: value === undefined ? undefined : value / unit, weight: messages };
      }),
    ),
  ];
}

function unitsIn({ student, compared }: SocratesBlock, results: Results, policy: ProtocolPolicy): readonly Unit[] {
  return policy.student === student && compared !== 'delta' ? unitsOf(results, policy, compared) : [];
}

/** What a conversation adds to a rate: its value, and how many verdicts or messages are behind it. */
interface Share {
  readonly value: number | undefined;
  readonly weight: number;
}

function mean(
  block: SocratesBlock,
  head: Head,
  share: (play: JudgedPlay) => Share | undefined,
): MeanMetric<SocratesSample> {
  return {
    kind: 'mean',
    ...headIn(block, head),
    observe: (results, policy) =>
      unitsIn(block, results, policy).flatMap(({ unit, plays }) => {
        const shares = plays.flatMap((play) => share(play) ?? []);
        return observed(unit, shares);
      }),
  };
}

/** One observation for a unit, the mean over all that its conversations weigh; each that has none counts as excluded. */
function observed(unit: string, shares: readonly Share[]): readonly Observation[] {
  const missing = shares.flatMap(({ value }) => (value === undefined ? [{ unit, value }] : []));
  let [total, weight] = [0, 0];
  for (const share of shares) {
    if (share.value === undefined) continue;
    total += share.value * share.weight;
    weight += share.weight;
  }
  return weight === 0 ? missing : [{ unit, value: total / weight, weight }, ...missing];
}

/** Per conversation, or pooled over messages with a verdict. */
function rateMetric(block: SocratesBlock, dimension: Dimension): Metric {
  return mean(block, dimensionHeads[dimension], (play) => {
    const { clean, known } = tallyOf([play])[dimension];
    return { value: known === 0 ? undefined : clean / known, weight: known };
  });
}

/** A figure over all units of a block; one without any usable verdict counts as excluded. */
function derived(
  block: SocratesBlock,
  head: Head,
  figure: Pick<DerivedMetric<SocratesSample, Tally>, 'estimate' | 'lacking' | 'parts'>,
): Metric {
  return derivedMetric<SocratesSample, Tally>({
    ...headIn(block, head),
    observe: (results, policy) =>
      unitsIn(block, results, policy).map(({ unit, plays }) => {
        const tally = tallyOf(plays);
        return { unit, value: isKnown(tally, fiveDimensions) ? tally : undefined };
      }),
    ...figure,
  });
}

function isKnown(tally: Tally, dimensions: readonly Dimension[]): boolean {
  return dimensions.some((dimension) => tally[dimension].known > 0);
}

function composite(block: SocratesBlock, head: Head, dimensions: readonly Dimension[]): Metric {
  return derived(block, head, {
    estimate: (values) => meanOfRates(values, dimensions),
    lacking: (values) => {
      const missing = dimensions.filter((dimension) => pooledRate(values, dimension) === undefined);
      const titles = missing.map((dimension) => `“${dimensionHeads[dimension].title}”`);
      return titles.length === 0 ? undefined : `no verdict for ${titles.join(', ')}`;
    },
    parts: (values) => rateParts(values, dimensions),
  });
}

function spreadMetric(block: SocratesBlock, judge: 'J2' | 'J3', message: Dimension, conversation: Dimension): Metric {
  return derived(block, spreadHead(judge), {
    estimate: (values) => difference(pooledRate(values, message), pooledRate(values, conversation)),
  });
}

/** What the conversations of a unit came to on both sides. */
interface TwoSides {
  readonly on: Tally;
  readonly off: Tally;
}

/**
 * What the theory changes, over tasks that were played both ways; the composite is that of three dimensions on both sides. A task is one
 * unit with its two sides; of a single task those are conversations of one number, which is as good as any way to pair them.
 */
function deltaMetrics(block: SocratesBlock): readonly Metric[] {
  return [
    sided(block, sideHead('on'), threeDimensions, { on: 1, off: 0 }),
    sided(block, sideHead('off'), threeDimensions, { on: 0, off: 1 }),
    sided(block, deltaHead(composite3), threeDimensions, { on: 1, off: -1 }),
    ...threeDimensions.map((dimension) =>
      sided(block, deltaHead(dimensionHeads[dimension]), [dimension], { on: 1, off: -1 }),
    ),
  ];
}

/** Both sides, each times its slope; both are means of the same dimensions, or there is no figure. */
function sided(
  block: SocratesBlock,
  head: Head,
  dimensions: readonly Dimension[],
  slopes: Readonly<Record<keyof TwoSides, number>>,
): Metric {
  return derivedMetric<SocratesSample, TwoSides>({
    ...headIn(block, head),
    observe: (results, policy) => (policy.student === block.student ? sidedUnits(results, policy, dimensions) : []),
    estimate: (values) => {
      const on = meanOfRates(
        values.map((sides) => sides.on),
        dimensions,
      );
      const off = meanOfRates(
        values.map((sides) => sides.off),
        dimensions,
      );
      return on === undefined || off === undefined ? undefined : slopes.on * on + slopes.off * off;
    },
    parts: (values) =>
      (['on', 'off'] as const).flatMap((side) =>
        rateParts(
          values.map((sides) => sides[side]),
          dimensions,
          slopes[side],
        ),
      ),
  });
}

/** Units of tasks for which both sides have a verdict in each dimension; one without a verdict of its own is excluded. */
function sidedUnits(
  results: Results,
  policy: ProtocolPolicy,
  dimensions: readonly Dimension[],
): readonly { readonly unit: string; readonly value: TwoSides | undefined }[] {
  // Conversations of a single task have their partners by number, and it is the task that has both sides.
  const ofTask = playsAreUnits(results) ? judgedPlays(results, policy) : undefined;
  return unitsOf(results, policy).flatMap(({ unit, plays }) => {
    const whole = sidesOf(ofTask ?? plays);
    if (dimensions.some((dimension) => whole.on[dimension].known === 0 || whole.off[dimension].known === 0)) return [];
    const sides = sidesOf(plays);
    const value = isKnown(sides.on, dimensions) || isKnown(sides.off, dimensions) ? sides : undefined;
    return [{ unit, value }];
  });
}

function sidesOf(plays: readonly JudgedPlay[]): TwoSides {
  const side = (condition: Condition): Tally => tallyOf(plays.filter(({ sample }) => sample.condition === condition));
  return { on: side('theory'), off: side('noTheory') };
}
