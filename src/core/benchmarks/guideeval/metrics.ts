import type { Verdict } from '../../benchmark/judging/verdict';
import type { UnitSums } from '../../statistics/bootstrap';
import { meanOf } from '../../benchmark/meanOf';
import {
  derivedMetric,
  type DerivedMetric,
  type MeanMetric,
  type MetricDefinition,
  type MetricHead,
} from '../../benchmark/metric';
import type { LevelsPicture } from '../../benchmark/picture';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import {
  axisOf,
  groupedBy,
  type GuideEvalAxis,
  type GuideEvalSample,
  type GuideEvalState,
  guideEvalStates,
  isPositive,
} from './samples';

type Result = SampleResult<GuideEvalSample>;

/** Ids of the two blocks of metrics; the paper never pools across them. */
export const blockOfAxis: Readonly<Record<GuideEvalAxis, string>> = { acc_err: 'accErr', comp_conf: 'compConf' };

const after: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'after right answers',
  erroneous: 'after wrong answers',
  comprehension: 'to students who say they understand',
  confusion: 'to students who say they do not understand',
};

/** All metrics in the order in which the paper prints them; a composite is not defined. */
export const guideEvalMetrics: readonly MetricDefinition<GuideEvalSample>[] = [
  meanOver('accurate', 'P-Affirm', {
    id: 'P-Affirm',
    title: 'P-Affirm: confirms right answers',
    explain: 'Mean score (0, 0.5, 1) over right answers: does the reply show that the answer was accepted as right?',
  }),
  meanOver('erroneous', 'P-Redirect', {
    id: 'P-Redirect',
    title: 'P-Redirect: recognises errors',
    explain: 'Mean score (0, 0.5, 1) over wrong answers: does the reply show that the error was recognised?',
  }),
  ...axisMetrics('accurate', 'erroneous'),
  ...axisMetrics('comprehension', 'confusion'),
];

function axisMetrics(positive: GuideEvalState, negative: GuideEvalState): readonly MetricDefinition<GuideEvalSample>[] {
  const axis = axisOf(positive);
  const block = blockOfAxis[axis];
  return [
    meanOver(positive, 'O-Advance', {
      id: 'O-Advance',
      title: 'O-Advance: moves on',
      explain: `Share of replies ${after[positive]} that take the work further.`,
    }),
    meanOver(negative, 'O-Reconfigure', {
      id: 'O-Reconfigure',
      title: 'O-Reconfigure: changes the approach',
      explain: `Share of replies ${after[negative]} that work on the difficulty.`,
    }),
    meanOver(positive, 'Elicitation', {
      id: 'E-Strategic',
      title: 'E-Strategic: question level when it goes well',
      explain: `Mean level (0 to 3) of the questions in replies ${after[positive]}.`,
    }),
    meanOver(negative, 'Elicitation', {
      id: 'E-Heuristic',
      title: 'E-Heuristic: question level when it does not',
      explain: `Mean level (0 to 3) of the questions in replies ${after[negative]}; a mean between 1 and 2 is wanted.`,
      // The paper wants a moderate level after errors and confusion, both ends included.
      direction: 'band',
      band: [1, 2],
    }),
    elicitationAdaptivity(axis, block),
    orchestrationAdaptivity(axis, block),
    differenceMetric(axis, block),
  ];
}

/** A judge's mean score over the samples of one state. */
function meanOver(
  state: GuideEvalState,
  judge: string,
  head: Pick<MetricHead, 'id' | 'title' | 'explain' | 'band'> & Partial<Pick<MetricHead, 'direction'>>,
): MeanMetric<GuideEvalSample> {
  const isLevel = judge === 'Elicitation';
  return {
    kind: 'mean',
    direction: 'up',
    ...head,
    block: blockOfAxis[axisOf(state)],
    unit: isLevel ? 'level' : 'share',
    scale: isLevel ? [0, 3] : [0, 1],
    judges: [judge],
    observe: (results) =>
      results.flatMap((result) =>
        result.sample.state === state ? [{ unit: result.sample.id, value: meanLabel(result, judge) }] : [],
      ),
  };
}

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
function elicitationAdaptivity(axis: GuideEvalAxis, block: string): MeanMetric<GuideEvalSample> {
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
function orchestrationAdaptivity(axis: GuideEvalAxis, block: string): MeanMetric<GuideEvalSample> {
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
    estimate: (values) =>
      difference(meanOf(values.map(({ positive }) => positive)), meanOf(values.map(({ negative }) => negative))),
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

/** The score of one judge in one repeat; undefined when it gave no usable verdict. */
function labelOf(repeat: RepeatResult, judge: string): number | undefined {
  return scoreOf(repeat.verdicts.find((verdict) => verdict.judge === judge));
}

function scoreOf(verdict: Verdict | undefined): number | undefined {
  return verdict?.status === 'ok' && typeof verdict.label === 'number' ? verdict.label : undefined;
}

/** Mean over the repeats of a sample that have a usable verdict; undefined without any. */
function meanLabel(result: SampleResult<GuideEvalSample>, judge: string): number | undefined {
  return meanOf(result.repeats.map((repeat) => labelOf(repeat, judge)));
}

type Results = readonly SampleResult<GuideEvalSample>[];

const stateLabels: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'Right answer',
  erroneous: 'Wrong answer',
  comprehension: 'Says “I understand”',
  confusion: 'Says “I am lost”',
};

const elicitation = 'Elicitation';

const questionLevels = ['0 no question', '1 recall', '2 one step', '3 reasoning'] as const;

const perceptionLevels = ['0 not recognised', '0.5 implied', '1 said openly'] as const;
const perceptionScores = [0, 0.5, 1] as const;

/** The states in which perception is judged, with the judge that does it. */
const perceived = [
  ['accurate', 'P-Affirm'],
  ['erroneous', 'P-Redirect'],
] as const;

/** Pictures of a run in the order they are shown; one without a single usable verdict is left out. */
export function guideEvalPictures(results: Results): readonly LevelsPicture[] {
  return [questionLevelsPicture(results), perceptionPicture(results)].filter(({ groups }) =>
    groups.some(({ counts }) => counts.some((count) => count > 0)),
  );
}

/** How deep the tutor's questions go in each state of the learner: after Figure 5 of the paper, as counts of replies per level. */
function questionLevelsPicture(results: Results): LevelsPicture {
  return {
    kind: 'levelsByGroup',
    title: 'How deep the questions go',
    explain:
      'An adaptive tutor asks deeper questions when the student is right than when the student is wrong or lost.',
    judge: elicitation,
    levels: questionLevels,
    groups: guideEvalStates.map((state) => {
      const found = labelsIn(results, state, elicitation);
      return {
        label: stateLabels[state],
        counts: questionLevels.map((_, level) => found.filter((one) => one === level).length),
      };
    }),
  };
}

/** How openly the tutor reacts to right and to wrong answers: the paper's Figure 4a, as counts of replies per score. */
function perceptionPicture(results: Results): LevelsPicture {
  return {
    kind: 'levelsByGroup',
    title: 'How clearly right and wrong are noticed',
    explain:
      'Whether a reply lets the student see that a right answer was accepted (P-Affirm) and that an error was found (P-Redirect).',
    judge: perceived.map(([, judge]) => judge).join(', '),
    levels: perceptionLevels,
    groups: perceived.map(([state, judge]) => {
      const found = labelsIn(results, state, judge);
      return {
        label: stateLabels[state],
        counts: perceptionScores.map((score) => found.filter((one) => one === score).length),
      };
    }),
  };
}

/** What one judge gave in one state, an entry for each play; undefined where it gave no usable verdict. */
function labelsIn(results: Results, state: GuideEvalState, judge: string): readonly (number | undefined)[] {
  return results
    .filter(({ sample }) => sample.state === state)
    .flatMap(({ repeats }) => repeats.map((repeat) => labelOf(repeat, judge)));
}
