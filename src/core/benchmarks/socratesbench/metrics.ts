import {
  derivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type Observation,
  type DerivedMetric,
} from '../metric';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SampleResult } from '../sampleResult';
import { behaviour } from './behaviour';
import {
  fiveDimensions,
  meanOfRates,
  pooledRate,
  rateParts,
  tallyOf,
  threeDimensions,
  unitsOf,
  type Dimension,
  type JudgedPlay,
  type Tally,
  type Unit,
} from './conversations';
import { deltaMetrics } from './deltaMetrics';
import { socratesBlocks, type SocratesBlock, type Student } from './metricBlocks';
import { behaviourHeads, breaksHead, compositeHeads, dimensionHeads, headIn, spreadHeads } from './metricHeads';
import { requestTurns } from './requestTurns';
import type { SocratesSample } from './samples';
import { spread } from './scores';
import { breaksFirstAt } from './turnProfile';

type Results = readonly SampleResult<SocratesSample>[];
type Metric = MetricDefinition<SocratesSample>;

/** All metrics in the order they are shown. Conversations with and without theory are never pooled. */
export const socratesMetrics: readonly Metric[] = socratesBlocks.flatMap((block) =>
  block.compared === 'delta' ? deltaMetrics(block) : conditionMetrics(block, block.compared === 'theory'),
);

function conditionMetrics(block: SocratesBlock, withTheory: boolean): readonly Metric[] {
  const dimensions = withTheory ? fiveDimensions : threeDimensions;
  const composite = withTheory ? compositeHeads.composite5 : compositeHeads.composite3;
  return [
    derived(block, composite, (tallies) => meanOfRates(tallies, dimensions), {
      lacking: (tallies) => lackingDimensions(tallies, dimensions),
      parts: (tallies) => rateParts(tallies, dimensions, 1),
    }),
    ...dimensions.map((dimension) => rateMetric(block, dimension)),
    derived(block, spreadHeads.J2, (tallies) => spreadOf(tallies, 'j2Message', 'j2Conversation')),
    ...(withTheory
      ? [derived(block, spreadHeads.J3, (tallies) => spreadOf(tallies, 'j3Message', 'j3Conversation'))]
      : []),
    mean(block, breaksHead, (play) => breakingShare(play, block.student)),
    ...behaviourMetrics(block),
  ];
}

function unitsIn(block: SocratesBlock, results: Results, policy: ProtocolPolicy): readonly Unit[] {
  if (policy.student !== block.student || block.compared === 'delta') return [];
  return unitsOf(results, policy, block.compared);
}

/** What a conversation adds to a rate: its value, and how many verdicts or messages are behind it. */
interface Share {
  readonly value: number | undefined;
  readonly weight: number;
}

function mean(
  block: SocratesBlock,
  head: Parameters<typeof headIn>[1],
  share: (play: JudgedPlay) => Share | undefined,
): MeanMetric<SocratesSample> {
  return {
    kind: 'mean',
    ...headIn(block, head),
    observe: (results, policy) =>
      unitsIn(block, results, policy).flatMap(({ unit, plays }) =>
        observed(
          unit,
          plays.map(share).filter((one) => one !== undefined),
        ),
      ),
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
function rateMetric(block: SocratesBlock, dimension: Dimension): MeanMetric<SocratesSample> {
  return mean(block, dimensionHeads[dimension], (play) => {
    const { clean, known } = tallyOf([play])[dimension];
    return { value: known === 0 ? undefined : clean / known, weight: known };
  });
}

/** Only conversations in which the student is known to ask to be shown can break there. */
function breakingShare({ sample, j2Fail }: JudgedPlay, student: Student): Share | undefined {
  const { show } = requestTurns(sample, student);
  if (show === undefined || j2Fail.length < show) return undefined;
  const breaks = breaksFirstAt(j2Fail, show);
  return { value: breaks === undefined ? undefined : Number(breaks), weight: 1 };
}

/** A figure over all units of a block; one without any usable verdict counts as excluded. */
function derived(
  block: SocratesBlock,
  head: Parameters<typeof headIn>[1],
  estimate: (tallies: readonly Tally[]) => number | undefined,
  more: Pick<DerivedMetric<SocratesSample, Tally>, 'lacking' | 'parts'> = {},
): Metric {
  return derivedMetric<SocratesSample, Tally>({
    ...headIn(block, head),
    observe: (results, policy) =>
      unitsIn(block, results, policy).map(({ unit, plays }) => {
        const tally = tallyOf(plays);
        const isEmpty = fiveDimensions.every((dimension) => tally[dimension].known === 0);
        return { unit, value: isEmpty ? undefined : tally };
      }),
    estimate,
    ...more,
  });
}

/** The dimensions of a composite that no verdict was given on, by name. */
function lackingDimensions(tallies: readonly Tally[], dimensions: readonly Dimension[]): string | undefined {
  const missing = dimensions.filter((dimension) => pooledRate(tallies, dimension) === undefined);
  const titles = missing.map((dimension) => `“${dimensionHeads[dimension].title}”`);
  return titles.length === 0 ? undefined : `no verdict for ${titles.join(', ')}`;
}

function spreadOf(tallies: readonly Tally[], message: Dimension, conversation: Dimension): number | undefined {
  const messages = pooledRate(tallies, message);
  const conversations = pooledRate(tallies, conversation);
  return messages === undefined || conversations === undefined ? undefined : spread(messages, conversations);
}

/** Per conversation, weighted by its messages: the same as pooled over messages. */
function behaviourMetrics(block: SocratesBlock): readonly Metric[] {
  const figure = (value: (of: ReturnType<typeof behaviour>) => number | undefined) => {
    return ({ dialogue }: JudgedPlay): Share => {
      const figures = behaviour(dialogue.replies.map(({ visible }) => visible));
      return { value: value(figures), weight: figures.messages };
    };
  };
  return [
    mean(
      block,
      behaviourHeads.length,
      figure(({ avgChars }) => avgChars),
    ),
    mean(
      block,
      behaviourHeads.withQuestion,
      figure(({ percentWithQuestion: percent }) => (percent === undefined ? undefined : percent / 100)),
    ),
    mean(
      block,
      behaviourHeads.questionMarks,
      figure(({ questionMarksPerMessage }) => questionMarksPerMessage),
    ),
  ];
}
