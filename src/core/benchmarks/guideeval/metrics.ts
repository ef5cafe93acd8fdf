import type { MeanMetric, MetricDefinition, MetricMetadata } from '../../benchmark/metric';
import { meanOf, derivedMetric, differenceOf } from '../../benchmark/metric';
import type { LevelsPicture } from '../../benchmark/picture';
import type { RepeatResult, SampleResult } from '../../benchmark/sampleResult';
import { groupedBy } from '../../benchmark/samples';
import type { GuideEvalAxis, GuideEvalSample, GuideEvalState } from './samples';
import { axisOf, guideEvalStates, isPositive } from './samples';

type Result = SampleResult<GuideEvalSample>;

/** The two blocks of metrics. The paper never pools across them. */
export const blockOfAxis: Readonly<Record<GuideEvalAxis, string>> = { acc_err: 'accErr', comp_conf: 'compConf' };

const after: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'after right answers',
  erroneous: 'after wrong answers',
  comprehension: 'to students who say they understand',
  confusion: 'to students who say they do not understand',
};

/** In the order of the paper. The paper defines no composite. */
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
      // The paper wants a moderate level after errors and confusion, including both ends.
      direction: 'band',
      band: [1, 2],
    }),
    {
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
        pairsOf(results, axis).map(({ unit, positive: one, negative: other }) => ({
          unit,
          value: differenceOf(meanLabel(one, 'Elicitation'), meanLabel(other, 'Elicitation')),
        })),
    },
    {
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
      observe: (results) => pairsOf(results, axis).map((pair) => ({ unit: pair.unit, value: bothOrchestrated(pair) })),
    },
    derivedMetric<GuideEvalSample, TwoSides>({
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
        differenceOf(meanOf(values.map((sides) => sides.positive)), meanOf(values.map((sides) => sides.negative))),
      parts: (values) => [
        { values: values.map((sides) => sides.positive), slope: 1, scale: [0, 3] },
        { values: values.map((sides) => sides.negative), slope: -1, scale: [0, 3] },
      ],
    }),
  ];
}

function meanOver(
  state: GuideEvalState,
  judge: string,
  metadata: Pick<MetricMetadata, 'id' | 'title' | 'explain' | 'band'> & Partial<Pick<MetricMetadata, 'direction'>>,
): MeanMetric<GuideEvalSample> {
  const isLevel = judge === 'Elicitation';
  return {
    kind: 'mean',
    direction: 'up',
    ...metadata,
    block: blockOfAxis[axisOf(state)],
    unit: isLevel ? 'level' : 'share',
    scale: isLevel ? [0, 3] : [0, 1],
    judges: [judge],
    observe: (results) =>
      results
        .filter(({ sample }) => sample.state === state)
        .map((result) => ({ unit: result.sample.id, value: meanLabel(result, judge) })),
  };
}

interface Pair {
  readonly unit: string;
  readonly positive: Result;
  readonly negative: Result;
}

/** Pairs of an axis with both members in the results. A member without its partner is unpaired. */
function pairsOf(results: readonly Result[], axis: GuideEvalAxis): readonly Pair[] {
  const ofAxis = results.filter(({ sample }) => axisOf(sample.state) === axis);
  return [...groupedBy(ofAxis, ({ sample }) => sample.pairId)].flatMap(([unit, members]) => {
    const positive = members.find(({ sample }) => isPositive(sample.state));
    const negative = members.find(({ sample }) => !isPositive(sample.state));
    return members.length === 2 && positive && negative ? [{ unit, positive, negative }] : [];
  });
}

function bothOrchestrated({ positive, negative }: Pair): number | undefined {
  return meanOf(
    positive.repeats.map((repeat) => {
      const other = negative.repeats.find((candidate) => candidate.repeat === repeat.repeat);
      const labels = [labelOf(repeat, 'O-Advance'), other && labelOf(other, 'O-Reconfigure')];
      return labels.includes(undefined) ? undefined : Number(labels.every((label) => label === 1));
    }),
  );
}

type TwoSides = Readonly<Record<'positive' | 'negative', number | undefined>>;

function twoSides(members: readonly Result[]): TwoSides | undefined {
  const [positive, negative] = [true, false].map((wanted) => {
    const own = members.filter(({ sample }) => isPositive(sample.state) === wanted);
    return meanOf(own.map((member) => meanLabel(member, 'Elicitation')));
  });
  return (positive ?? negative) === undefined ? undefined : { positive, negative };
}

function labelOf({ verdicts }: RepeatResult, judge: string): number | undefined {
  const { status, label } = verdicts.find((verdict) => verdict.judge === judge) ?? {};
  return status === 'ok' && typeof label === 'number' ? label : undefined;
}

function meanLabel({ repeats }: Result, judge: string): number | undefined {
  return meanOf(repeats.map((repeat) => labelOf(repeat, judge)));
}

const stateLabels: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'Right answer',
  erroneous: 'Wrong answer',
  comprehension: 'Says “I understand”',
  confusion: 'Says “I am lost”',
};

interface Levels extends Pick<LevelsPicture, 'title' | 'explain' | 'levels'> {
  readonly scores: readonly number[];
  readonly judges: readonly (readonly [state: GuideEvalState, judge: string])[];
}

const pictures: readonly Levels[] = [
  // Paper, Figure 5.
  {
    title: 'How deep the questions go',
    explain:
      'An adaptive tutor asks deeper questions when the student is right than when the student is wrong or lost.',
    levels: ['0 no question', '1 recall', '2 one step', '3 reasoning'],
    scores: [0, 1, 2, 3],
    judges: guideEvalStates.map((state) => [state, 'Elicitation'] as const),
  },
  // Paper, Figure 4a.
  {
    title: 'How clearly right and wrong are noticed',
    explain:
      'Whether a reply lets the student see that a right answer was accepted (P-Affirm) and that an error was found (P-Redirect).',
    levels: ['0 not recognised', '0.5 implied', '1 said openly'],
    scores: [0, 0.5, 1],
    judges: [
      ['accurate', 'P-Affirm'],
      ['erroneous', 'P-Redirect'],
    ],
  },
];

export function guideEvalPictures(results: readonly Result[]): readonly LevelsPicture[] {
  return pictures.flatMap(({ scores, judges, title, explain, levels }): LevelsPicture[] => {
    const groups = judges.map(([state, judge]) => {
      const trials = results.flatMap(({ sample, repeats }) => (sample.state === state ? repeats : []));
      const found = trials.map((trial) => labelOf(trial, judge));
      return { label: stateLabels[state], counts: scores.map((score) => found.filter((one) => one === score).length) };
    });
    const judge = [...new Set(judges.map(([, id]) => id))].join(', ');
    const isEmpty = groups.every(({ counts }) => counts.every((count) => count === 0));
    return isEmpty ? [] : [{ kind: 'levelsByGroup', title, explain, judge, levels, groups }];
  });
}
