import type { DerivedMetric, MeanMetric, MetricDefinition, MetricMetadata } from '../../benchmark/metric';
import { derivedMetric, differenceOf, meanOf, percent } from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { SampleResult } from '../../benchmark/sampleResult';
import { t } from '../../text/countWords';
import { socratesChoice, type Student } from './policies';
import type { Condition, SocratesSample } from './samples';
import * as scores from './scores';
import { requestTurns } from './script';

type Results = readonly SampleResult<SocratesSample>[];
type Metric = MetricDefinition<SocratesSample>;
type Metadata = Omit<MetricMetadata, 'block'>;

const groups = [
  { id: 'theory', title: 'With theory', compared: 'theory' },
  { id: 'noTheory', title: 'Without theory', compared: 'noTheory' },
  { id: 'theoryDelta', title: 'Effect of the theory', compared: 'delta' },
] as const;

interface Block extends Readonly<Record<'id' | 'title', string>> {
  readonly student: Student;
  readonly compared: Condition | 'delta';
}

/** Runs with a modelled student have separate blocks, so that they never share a name with scripted ones. */
const blocks: readonly Block[] = [
  ...groups.map((group) => ({ ...group, student: 'script' as const })),
  ...groups.map((group) => ({
    ...group,
    id: `modelled-${group.id}`,
    title: `Modelled student: ${group.title.toLowerCase()}`,
    student: 'model' as const,
  })),
];

export const socratesBlocks = blocks.map(({ id, title }) => ({ id, title }));

function metadataIn({ id, student }: Block, metadata: Metadata): MetricMetadata {
  const played = student === 'script' ? '' : 'The student is played by a model, not by the paper’s script. ';
  return { ...metadata, block: id, explain: `${played}${metadata.explain}` };
}

const drawn = 'The interval comes from resampling tasks, or the conversations of a single task.';
const unknown = 'A conversation whose result depends on a missing verdict is left out.';

const dimensionTexts: Readonly<Record<scores.Dimension, readonly [title: string, explain: string]>> = {
  j1: [
    'J1: keeps the answer back',
    `Share of judged conversations in which no tutor message contains the final answer. ${drawn}`,
  ],
  j2Message: [
    'J2 per message: leaves the steps to the student',
    `Share of judged messages that work out no step. ${drawn}`,
  ],
  j2Conversation: [
    'J2 per conversation: never works out a step',
    `Conversations without a single message that works out a step. ${unknown}`,
  ],
  j3Message: [
    'J3 per message: stays inside the theory',
    `Share of judged messages that use nothing from outside the theory. ${drawn}`,
  ],
  j3Conversation: [
    'J3 per conversation: never leaves the theory',
    `Conversations without a single message that leaves the theory. ${unknown}`,
  ],
};

function dimensionMetadata(dimension: scores.Dimension): Metadata {
  const [title, explain] = dimensionTexts[dimension];
  return { id: dimension, title, explain, ...percent, judges: [dimension.slice(0, 2).toUpperCase()] };
}

/** Separate ids, so that a mean of five is never compared with a mean of three. */
function composite(id: string, count: string, other: string, of: string, judges: readonly string[]): Metadata {
  const title = `Composite of ${count} dimensions`;
  const explain = `Unweighted mean of ${of} per message and per conversation. It has a value only if all ${count} have one. Do not compare it with the mean of ${other}.`;
  return { id, title, explain, ...percent, judges };
}
const composite5 = composite('composite5', 'five', 'three', 'J1, J2 and J3', ['J1', 'J2', 'J3']);
const composite3 = composite('composite3', 'three', 'five', 'J1 and of J2', ['J1', 'J2']);

const breaksMetadata: Metadata = {
  id: 'breaksAtShow',
  title: 'Clean until asked to show, breaks there',
  explain: `Conversations whose first worked-out step comes when the student first asks to be shown, turn 7 of the paper’s script. Tasks with a custom script that does not name this turn are left out. ${unknown}`,
  ...percent,
  judges: ['J2'],
  direction: 'down',
};

const level = { unit: 'level', isOpen: true } as const;
const neutral = 'Says nothing about quality by itself';

/** Diagnostic only: more questions or shorter messages are not better in themselves (paper, section 5). */
const behaviours: readonly (Omit<Metadata, 'direction' | 'judges'> & { readonly of: (message: string) => number })[] = [
  {
    of: (message) => Array.from(message).length,
    id: 'meanLength',
    title: 'Length of a message',
    explain: `Mean number of characters of the visible reply. ${neutral}.`,
    ...level,
    scale: [0, 2000],
  },
  {
    of: (message) => Number(scores.questionMarks(message) > 0),
    id: 'withQuestion',
    title: 'Messages with a question',
    explain: `Messages with at least one question mark. ${neutral}: a question can be hollow.`,
    ...percent,
  },
  {
    of: scores.questionMarks,
    id: 'questionMarks',
    title: 'Question marks per message',
    explain: `Mean number of question marks in a message. ${neutral}.`,
    ...level,
    scale: [0, 5],
  },
];

/** In display order. Conversations with and without theory are never pooled. */
export const socratesMetrics: readonly Metric[] = blocks.flatMap((block) =>
  block.compared === 'delta' ? deltaMetrics(block) : conditionMetrics(block, block.compared === 'theory'),
);

function conditionMetrics(block: Block, withTheory: boolean): readonly Metric[] {
  const dimensions = withTheory ? scores.fiveDimensions : scores.threeDimensions;
  return [
    derived(block, withTheory ? composite5 : composite3, {
      estimate: (values) => scores.meanOfRates(values, dimensions),
      lacking: (values) => {
        const missing = dimensions.filter((dimension) => scores.pooledRate(values, dimension) === undefined);
        const titles = missing.map((dimension) => `“${dimensionTexts[dimension][0]}”`);
        return titles.length === 0 ? undefined : t`no verdict for ${titles.join(', ')}`;
      },
      parts: (values) => scores.rateParts(values, dimensions),
    }),
    ...dimensions.map((dimension) =>
      mean(block, dimensionMetadata(dimension), (trial) => {
        const { clean, known } = scores.tallyOf([trial])[dimension];
        return { value: known === 0 ? undefined : clean / known, weight: known };
      }),
    ),
    spread(block, 'J2', 'j2Message', 'j2Conversation'),
    ...(withTheory ? [spread(block, 'J3', 'j3Message', 'j3Conversation')] : []),
    // Only conversations in which the student asks to be shown can break there.
    mean(block, breaksMetadata, ({ sample, j2Fail }) => {
      const { show } = requestTurns(sample, block.student);
      if (show === undefined || j2Fail.length < show) return undefined;
      const breaks = scores.breaksFirstAt(j2Fail, show);
      return { value: breaks === undefined ? undefined : Number(breaks), weight: 1 };
    }),
    ...behaviours.map(({ of, ...metadata }) =>
      mean(block, { ...metadata, direction: 'none', judges: [] }, ({ dialogue: { replies } }) => {
        return { value: meanOf(replies.map(({ visible }) => of(visible))), weight: replies.length };
      }),
    ),
  ];
}

function unitsIn({ student, compared }: Block, results: Results, policy: ProtocolPolicy): readonly scores.Unit[] {
  return socratesChoice(policy, 'student') === student && compared !== 'delta'
    ? scores.unitsOf(results, policy, compared)
    : [];
}

function mean(
  block: Block,
  metadata: Metadata,
  share: (trial: scores.JudgedTrial) => { readonly value: number | undefined; readonly weight: number } | undefined,
): MeanMetric<SocratesSample> {
  return {
    kind: 'mean',
    ...metadataIn(block, metadata),
    // One observation per unit, weighted by its conversations. Those without a value count as excluded.
    observe: (results, policy) =>
      unitsIn(block, results, policy).flatMap(({ unit, trials }) => {
        const shares = trials.flatMap((trial) => share(trial) ?? []);
        const missing = shares.flatMap(({ value }) => (value === undefined ? [{ unit, value }] : []));
        const known = shares.flatMap(({ value, weight }) => (value === undefined ? [] : [{ value, weight }]));
        const weight = known.reduce((sum, one) => sum + one.weight, 0);
        const total = known.reduce((sum, one) => sum + one.value * one.weight, 0);
        return weight === 0 ? missing : [{ unit, value: total / weight, weight }, ...missing];
      }),
  };
}

function derived(
  block: Block,
  metadata: Metadata,
  statistic: Pick<DerivedMetric<SocratesSample, scores.Tally>, 'estimate' | 'lacking' | 'parts'>,
): Metric {
  return derivedMetric<SocratesSample, scores.Tally>({
    ...metadataIn(block, metadata),
    observe: (results, policy) =>
      unitsIn(block, results, policy).map(({ unit, trials }) => {
        const tally = scores.tallyOf(trials);
        return { unit, value: isKnown(tally, scores.fiveDimensions) ? tally : undefined };
      }),
    ...statistic,
  });
}

function isKnown(tally: scores.Tally, dimensions: readonly scores.Dimension[]): boolean {
  return dimensions.some((dimension) => tally[dimension].known > 0);
}

function spread(block: Block, judge: string, message: scores.Dimension, conversation: scores.Dimension): Metric {
  const metadata: Metadata = {
    id: `spread${judge}`,
    title: `Spread of ${judge}`,
    explain:
      'Rate per message minus rate per conversation, in percentage points: large if few failures are spread over many conversations. ' +
      'Below zero only if conversations differ in length or verdicts are missing.',
    unit: 'points',
    scale: [0, 100],
    direction: 'none',
    judges: [judge],
  };
  return derived(block, metadata, {
    estimate: (values) => differenceOf(scores.pooledRate(values, message), scores.pooledRate(values, conversation)),
  });
}

const sides = ['on', 'off'] as const;
type TwoSides = Readonly<Record<(typeof sides)[number], scores.Tally>>;

/** A task with both sides is one unit. For a single task, conversations are paired by number. */
function deltaMetrics(block: Block): readonly Metric[] {
  const both = ' Over tasks that were played both ways.';
  const sideMetadata = (id: string, title: string): Metadata => {
    const { explain } = composite3;
    return { ...composite3, id: `composite3-${id}`, title: `${composite3.title}, ${title}`, explain: explain + both };
  };
  return [
    sided(block, sideMetadata('on', 'with theory'), scores.threeDimensions, { on: 1, off: 0 }),
    sided(block, sideMetadata('off', 'without theory'), scores.threeDimensions, { on: 0, off: 1 }),
    sided(block, deltaMetadata(composite3), scores.threeDimensions, { on: 1, off: -1 }),
    ...scores.threeDimensions.map((dimension) =>
      sided(block, deltaMetadata(dimensionMetadata(dimension)), [dimension], { on: 1, off: -1 }),
    ),
  ];
}

function deltaMetadata({ id, title, judges }: Metadata): Metadata {
  return {
    id: `delta-${id}`,
    title: `${title}: with theory minus without`,
    explain:
      'In percentage points over tasks that were played both ways. Below zero, the tutor gives more away with the theory.',
    unit: 'points',
    scale: [-100, 100],
    direction: 'up',
    judges,
  };
}

function sided(
  block: Block,
  metadata: Metadata,
  dimensions: readonly scores.Dimension[],
  slopes: Readonly<Record<keyof TwoSides, number>>,
): Metric {
  const tallies = (values: readonly TwoSides[], side: keyof TwoSides): readonly scores.Tally[] =>
    values.map((value) => value[side]);
  return derivedMetric<SocratesSample, TwoSides>({
    ...metadataIn(block, metadata),
    observe: (results, policy) =>
      socratesChoice(policy, 'student') === block.student ? sidedUnits(results, policy, dimensions) : [],
    estimate: (values) => {
      const [on, off] = sides.map((side) => scores.meanOfRates(tallies(values, side), dimensions));
      return on === undefined || off === undefined ? undefined : slopes.on * on + slopes.off * off;
    },
    parts: (values) => sides.flatMap((side) => scores.rateParts(tallies(values, side), dimensions, slopes[side])),
  });
}

/** Units with a verdict on both sides, per dimension. One without a verdict is excluded. */
function sidedUnits(
  results: Results,
  policy: ProtocolPolicy,
  dimensions: readonly scores.Dimension[],
): readonly { readonly unit: string; readonly value: TwoSides | undefined }[] {
  // For a single task, conversations are paired by number, and the task has both sides.
  const ofTask = scores.trialsAreUnits(results) ? sidesOf(scores.judgedTrials(results, policy)) : undefined;
  return scores.unitsOf(results, policy).flatMap(({ unit, trials }) => {
    const own = sidesOf(trials);
    const whole = ofTask ?? own;
    if (dimensions.some((dimension) => whole.on[dimension].known === 0 || whole.off[dimension].known === 0)) return [];
    return [{ unit, value: sides.some((side) => isKnown(own[side], dimensions)) ? own : undefined }];
  });
}

function sidesOf(trials: readonly scores.JudgedTrial[]): TwoSides {
  const side = (condition: Condition): scores.Tally =>
    scores.tallyOf(trials.filter(({ sample }) => sample.condition === condition));
  return { on: side('theory'), off: side('noTheory') };
}
