import type { UnitSums } from '../../statistics/bootstrap';
import { meanOf } from '../meanOf';
import { derivedMetric, type DerivedMetric, type MeanMetric } from '../metric';
import type { SampleResult } from '../sampleResult';
import { groupedBy } from './groupedBy';
import { labelOf, meanLabel } from './labels';
import { axisOf, isPositive, type GuideEvalAxis, type GuideEvalSample } from './samples';

type Result = SampleResult<GuideEvalSample>;

interface Pair {
  readonly pairId: string;
  readonly positive: Result;
  readonly negative: Result;
}

/** Pairs of an axis with both members among the results; a member without its partner counts as unpaired. */
function pairsOf(results: readonly Result[], axis: GuideEvalAxis): readonly Pair[] {
  const ofAxis = results.filter(({ sample }) => axisOf(sample.state) === axis);
  const groups = groupedBy(ofAxis, ({ sample }) => sample.pairId);
  return [...groups].flatMap(([pairId, members]) => {
    const positive = members.find(({ sample }) => isPositive(sample.state));
    const negative = members.find(({ sample }) => !isPositive(sample.state));
    const complete = members.length === 2 && positive !== undefined && negative !== undefined;
    return complete ? [{ pairId, positive, negative }] : [];
  });
}

/** ESA: mean over pairs of E(positive) − E(negative), each averaged over its repeats first. */
export function elicitationAdaptivity(axis: GuideEvalAxis, block: string): MeanMetric<GuideEvalSample> {
  return {
    kind: 'mean',
    id: 'ESA',
    block,
    title: 'ESA: question level adapts',
    explain: 'Mean over pairs: question level for the positive state minus the level for the negative one.',
    unit: 'level',
    direction: 'up',
    scale: [-3, 3],
    judges: ['Elicitation'],
    observe: (results) =>
      pairsOf(results, axis).map(({ pairId, positive, negative }) => ({
        unit: pairId,
        value: difference(meanLabel(positive, 'Elicitation'), meanLabel(negative, 'Elicitation')),
      })),
  };
}

/** OSA: share of pairs in which both replies are orchestrated well; repeats are paired by their number. */
export function orchestrationAdaptivity(axis: GuideEvalAxis, block: string): MeanMetric<GuideEvalSample> {
  return {
    kind: 'mean',
    id: 'OSA',
    block,
    title: 'OSA: approach adapts',
    explain:
      'Share of pairs in which the tutor moves on in the positive state and changes its approach in the negative one.',
    unit: 'share',
    direction: 'up',
    scale: [0, 1],
    judges: ['O-Advance', 'O-Reconfigure'],
    observe: (results) => pairsOf(results, axis).map((pair) => ({ unit: pair.pairId, value: bothOrchestrated(pair) })),
  };
}

function bothOrchestrated({ positive, negative }: Pair): number | undefined {
  return meanOf(
    positive.repeats.map((repeat) => {
      const other = negative.repeats.find((candidate) => candidate.repeat === repeat.repeat);
      const advance = labelOf(repeat, 'O-Advance');
      const reconfigure = other && labelOf(other, 'O-Reconfigure');
      if (advance === undefined || reconfigure === undefined) return undefined;
      return advance === 1 && reconfigure === 1 ? 1 : 0;
    }),
  );
}

/** What one unit (a pair or an unpaired sample) adds to the two means of `E-difference`. */
interface TwoSides {
  readonly positive: number | undefined;
  readonly negative: number | undefined;
}

/** E-S − E-H over all samples, for orientation beside ESA: equal to it only when every sample is paired and judged. */
export function differenceMetric(axis: GuideEvalAxis, block: string): DerivedMetric<GuideEvalSample> {
  return derivedMetric<GuideEvalSample, TwoSides>({
    id: 'E-difference',
    block,
    title: 'E-Strategic − E-Heuristic',
    explain:
      'Difference of the two mean question levels over all samples, unpaired ones included. For orientation: ESA is the measure.',
    unit: 'level',
    direction: 'none',
    scale: [-3, 3],
    judges: ['Elicitation'],
    observe: (results) => {
      const ofAxis = results.filter(({ sample }) => axisOf(sample.state) === axis);
      const units = groupedBy(ofAxis, ({ sample }) => sample.pairId ?? sample.id);
      return [...units].map(([unit, members]) => ({ unit, value: twoSides(members) }));
    },
    estimate: (values) => {
      let positive = 0;
      let positives = 0;
      let negative = 0;
      let negatives = 0;
      for (const sides of values) {
        if (sides.positive !== undefined) {
          positive += sides.positive;
          positives += 1;
        }
        if (sides.negative !== undefined) {
          negative += sides.negative;
          negatives += 1;
        }
      }
      return positives === 0 || negatives === 0 ? undefined : positive / positives - negative / negatives;
    },
    sums: differenceSums,
    parts: (values) => [
      { values: values.map(({ positive }) => positive), slope: 1, scale: [0, 3] },
      { values: values.map(({ negative }) => negative), slope: -1, scale: [0, 3] },
    ],
  });
}

/** Where every unit has both sides the difference of the means is the mean of the differences: one sum instead of four. */
function differenceSums(values: readonly TwoSides[]): UnitSums {
  const units = values.length;
  if (values.every(({ positive, negative }) => positive !== undefined && negative !== undefined)) {
    const features = Float64Array.from(values, ({ positive = 0, negative = 0 }) => positive - negative);
    return { features, width: 1, units, estimate: ([total = 0]) => total / units };
  }
  const features = Float64Array.from(
    values.flatMap(({ positive, negative }) => [
      positive ?? 0,
      positive === undefined ? 0 : 1,
      negative ?? 0,
      negative === undefined ? 0 : 1,
    ]),
  );
  return {
    features,
    width: 4,
    units,
    // 0 / 0 is no number: a resample without one of the sides has no figure.
    estimate: ([positive = 0, positives = 0, negative = 0, negatives = 0]) =>
      positive / positives - negative / negatives,
  };
}

function twoSides(members: readonly Result[]): TwoSides | undefined {
  const side = (wanted: boolean): number | undefined =>
    meanOf(
      members
        .filter(({ sample }) => isPositive(sample.state) === wanted)
        .map((member) => meanLabel(member, 'Elicitation')),
    );
  const sides = { positive: side(true), negative: side(false) };
  return sides.positive === undefined && sides.negative === undefined ? undefined : sides;
}

function difference(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left - right;
}
