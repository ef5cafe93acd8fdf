import {
  derivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type Observation,
  type TypedDerivedMetric,
} from '../metric';
import type { ProtocolPolicy } from '../protocolPolicy';
import type { SampleResult } from '../sampleResult';
import { behaviour } from './behaviour';
import {
  fiveDimensions,
  meanOfRates,
  judgedPlays,
  pooledRate,
  rateParts,
  tallyOf,
  threeDimensions,
  type Dimension,
  type JudgedPlay,
  type Tally,
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

/** All metrics in the order they are shown. A conversation is one unit; those with and without theory are never pooled. */
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
    mean(block, breaksHead, (play) => breakingObservation(play, block.student)),
    ...behaviourMetrics(block),
  ];
}

function playsOf(block: SocratesBlock, results: Results, policy: ProtocolPolicy): readonly JudgedPlay[] {
  if (policy.student !== block.student || block.compared === 'delta') return [];
  return judgedPlays(results, policy, block.compared);
}

function mean(
  block: SocratesBlock,
  head: Parameters<typeof headIn>[1],
  observation: (play: JudgedPlay) => Observation | undefined,
): MeanMetric<SocratesSample> {
  return {
    kind: 'mean',
    ...headIn(block, head),
    observe: (results, policy) =>
      playsOf(block, results, policy).flatMap((play) => {
        const observed = observation(play);
        return observed === undefined ? [] : [observed];
      }),
  };
}

/** Per conversation a plain success or failure; per message a cluster, weighted by its messages with a verdict. */
function rateMetric(block: SocratesBlock, dimension: Dimension): MeanMetric<SocratesSample> {
  const isCluster = dimension === 'j2Message' || dimension === 'j3Message';
  return mean(block, dimensionHeads[dimension], (play) => {
    const { clean, known } = tallyOf(play)[dimension];
    const value = known === 0 ? undefined : clean / known;
    return isCluster && known > 0 ? { unit: play.unit, value, weight: known } : { unit: play.unit, value };
  });
}

/** Only conversations in which the student is known to ask to be shown can break there. */
function breakingObservation({ unit, sample, j2Fail }: JudgedPlay, student: Student): Observation | undefined {
  const { show } = requestTurns(sample, student);
  if (show === undefined || j2Fail.length < show) return undefined;
  const breaks = breaksFirstAt(j2Fail, show);
  return { unit, value: breaks === undefined ? undefined : Number(breaks) };
}

/** A figure over all conversations of a block; one without any usable verdict counts as excluded. */
function derived(
  block: SocratesBlock,
  head: Parameters<typeof headIn>[1],
  estimate: (tallies: readonly Tally[]) => number | undefined,
  more: Pick<TypedDerivedMetric<SocratesSample, Tally>, 'lacking' | 'parts'> = {},
): Metric {
  return derivedMetric<SocratesSample, Tally>({
    ...headIn(block, head),
    observe: (results, policy) =>
      playsOf(block, results, policy).map((play) => {
        const tally = tallyOf(play);
        const isEmpty = fiveDimensions.every((dimension) => tally[dimension].known === 0);
        return { unit: play.unit, value: isEmpty ? undefined : tally };
      }),
    estimate,
    ...more,
  });
}

/** The dimensions of a composite that no verdict was given on, by name. */
function lackingDimensions(tallies: readonly Tally[], dimensions: readonly Dimension[]): string | undefined {
  const missing = dimensions.filter((dimension) => pooledRate(tallies, dimension) === undefined);
  return missing.length === 0 ? undefined : `no verdict to make ${missing.join(', ')} of`;
}

function spreadOf(tallies: readonly Tally[], message: Dimension, conversation: Dimension): number | undefined {
  const messages = pooledRate(tallies, message);
  const conversations = pooledRate(tallies, conversation);
  return messages === undefined || conversations === undefined ? undefined : spread(messages, conversations);
}

/** Per conversation, weighted by its messages: the same as pooled over messages, with conversations as clusters. */
function behaviourMetrics(block: SocratesBlock): readonly Metric[] {
  const figure = (value: (of: ReturnType<typeof behaviour>) => number | undefined) => {
    return ({ unit, dialogue }: JudgedPlay): Observation => {
      const figures = behaviour(dialogue.replies.map(({ visible }) => visible));
      return { unit, value: value(figures), weight: figures.messages };
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
