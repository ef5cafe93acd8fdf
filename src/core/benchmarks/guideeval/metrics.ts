import type { MeanMetric, MetricDefinition, MetricHead, Observation } from '../metric';
import type { SampleResult } from '../sampleResult';
import { differenceMetric, elicitationAdaptivity, orchestrationAdaptivity } from './pairedMetrics';
import { axisOf, type GuideEvalAxis, type GuideEvalSample, type GuideEvalState } from './samples';
import { meanLabel } from './labels';

type Result = SampleResult<GuideEvalSample>;

interface MeanRow extends Pick<MetricHead, 'id' | 'title' | 'explain' | 'direction' | 'band'> {
  readonly state: GuideEvalState;
  readonly judge: string;
}

/** The band in which the paper wants the mean question level after errors and confusion, both ends included. */
const moderateRange = [1, 2] as const;

const perceptionRows: readonly MeanRow[] = [
  {
    id: 'P-Affirm',
    title: 'P-Affirm: confirms right answers',
    explain: 'Mean score (0, 0.5, 1) over right answers: does the reply show that the answer was accepted as right?',
    direction: 'up',
    state: 'accurate',
    judge: 'P-Affirm',
  },
  {
    id: 'P-Redirect',
    title: 'P-Redirect: recognises errors',
    explain: 'Mean score (0, 0.5, 1) over wrong answers: does the reply show that the error was recognised?',
    direction: 'up',
    state: 'erroneous',
    judge: 'P-Redirect',
  },
];

const after: Readonly<Record<GuideEvalState, string>> = {
  accurate: 'after right answers',
  erroneous: 'after wrong answers',
  comprehension: 'to students who say they understand',
  confusion: 'to students who say they do not understand',
};

function rowsOfBlock(positive: GuideEvalState, negative: GuideEvalState): readonly MeanRow[] {
  return [
    {
      id: 'O-Advance',
      title: 'O-Advance: moves on',
      explain: `Share of replies ${after[positive]} that take the work further.`,
      direction: 'up',
      state: positive,
      judge: 'O-Advance',
    },
    {
      id: 'O-Reconfigure',
      title: 'O-Reconfigure: changes the approach',
      explain: `Share of replies ${after[negative]} that work on the difficulty.`,
      direction: 'up',
      state: negative,
      judge: 'O-Reconfigure',
    },
    {
      id: 'E-Strategic',
      title: 'E-Strategic: question level when it goes well',
      explain: `Mean level (0 to 3) of the questions in replies ${after[positive]}.`,
      direction: 'up',
      state: positive,
      judge: 'Elicitation',
    },
    {
      id: 'E-Heuristic',
      title: 'E-Heuristic: question level when it does not',
      explain: `Mean level (0 to 3) of the questions in replies ${after[negative]}; a mean between 1 and 2 is wanted.`,
      direction: 'band',
      band: moderateRange,
      state: negative,
      judge: 'Elicitation',
    },
  ];
}

/** Ids of the two blocks of metrics; the paper never pools across them. */
export const blockOfAxis: Readonly<Record<GuideEvalAxis, string>> = { acc_err: 'accErr', comp_conf: 'compConf' };

/** All metrics in the order in which the paper prints them; a composite is not defined. */
export const guideEvalMetrics: readonly MetricDefinition<GuideEvalSample>[] = [
  ...perceptionRows.map(meanMetric),
  ...rowsOfBlock('accurate', 'erroneous').map(meanMetric),
  ...pairMetrics('acc_err'),
  ...rowsOfBlock('comprehension', 'confusion').map(meanMetric),
  ...pairMetrics('comp_conf'),
];

function pairMetrics(axis: GuideEvalAxis): readonly MetricDefinition<GuideEvalSample>[] {
  const block = blockOfAxis[axis];
  return [elicitationAdaptivity(axis, block), orchestrationAdaptivity(axis, block), differenceMetric(axis, block)];
}

function meanMetric(row: MeanRow): MeanMetric<GuideEvalSample> {
  const { state, judge, ...head } = row;
  const isLevel = judge === 'Elicitation';
  return {
    kind: 'mean',
    ...head,
    block: blockOfAxis[axisOf(state)],
    unit: isLevel ? 'level' : 'share',
    scale: isLevel ? [0, 3] : [0, 1],
    judges: [judge],
    observe: (results) =>
      results.filter(({ sample }) => sample.state === state).map((result) => observation(result, judge)),
  };
}

function observation(result: Result, judge: string): Observation {
  return { unit: result.sample.id, value: meanLabel(result, judge) };
}
