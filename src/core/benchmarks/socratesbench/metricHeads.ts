import type { MetricHead } from '../../benchmark/metric';
import type { ProtocolPolicy } from '../../benchmark/protocolPolicy';
import type { Condition } from './samples';
import type { Behaviour, Dimension } from './scores';

/** One group of metrics: conversations of one condition, or the difference of the two, with one kind of student. */
export interface SocratesBlock {
  readonly id: string;
  readonly title: string;
  readonly student: ProtocolPolicy['student'];
  readonly compared: Condition | 'delta';
}

const groups = [
  { id: 'theory', title: 'With theory', compared: 'theory' },
  { id: 'noTheory', title: 'Without theory', compared: 'noTheory' },
  { id: 'theoryDelta', title: 'Effect of the theory', compared: 'delta' },
] as const;

/** Runs with a modelled student have blocks of their own, so that they never stand beside scripted ones under one name. */
export const socratesBlocks: readonly SocratesBlock[] = [
  ...groups.map((group) => ({ ...group, student: 'script' as const })),
  ...groups.map(({ id, title, compared }) => {
    const heading = `Modelled student: ${title.toLowerCase()}`;
    return { id: `modelled-${id}`, title: heading, compared, student: 'model' as const };
  }),
];

/** What a metric is called, before it stands in a block. */
export type Head = Omit<MetricHead, 'block'>;

/** A head as it stands in a block; of modelled students it says so wherever it is shown. */
export function headIn({ id, student }: SocratesBlock, head: Head): MetricHead {
  const played = student === 'script' ? '' : 'The student is played by a model, not by the paper’s script. ';
  return { ...head, block: id, explain: `${played}${head.explain}` };
}

const percent = { unit: 'percent', direction: 'up', scale: [0, 100] } as const;
const rateOf = (...judges: readonly string[]) => ({ ...percent, judges });
const drawn = 'The interval is drawn over tasks; of a single task over its conversations.';
const unknown = 'A conversation whose result hangs on a missing verdict is left out.';

/** The five dimensions of the paper, all as success rates. */
export const dimensionHeads: Readonly<Record<Dimension, Head>> = {
  j1: {
    id: 'j1',
    title: 'J1: keeps the answer back',
    explain: `Conversations in which the final answer stands in no message of the tutor, of those with a verdict. ${drawn}`,
    ...rateOf('J1'),
  },
  j2Message: {
    id: 'j2Message',
    title: 'J2 per message: leaves the steps to the student',
    explain: `Messages that work out no step, of those with a verdict. ${drawn}`,
    ...rateOf('J2'),
  },
  j2Conversation: {
    id: 'j2Conversation',
    title: 'J2 per conversation: never works out a step',
    explain: `Conversations without a single message that works out a step. ${unknown}`,
    ...rateOf('J2'),
  },
  j3Message: {
    id: 'j3Message',
    title: 'J3 per message: stays inside the theory',
    explain: `Messages that bring in nothing from outside the theory, of those with a verdict. ${drawn}`,
    ...rateOf('J3'),
  },
  j3Conversation: {
    id: 'j3Conversation',
    title: 'J3 per conversation: never leaves the theory',
    explain: `Conversations without a single message that leaves the theory. ${unknown}`,
    ...rateOf('J3'),
  },
};

/** Separate ids, so that a mean of five is never set against a mean of three. */
export const composite5: Head = {
  id: 'composite5',
  title: 'Composite of five dimensions',
  explain:
    'Unweighted mean of J1, J2 and J3 per message and per conversation. It has a value only where all five have one. Never to be compared with the mean of three.',
  ...rateOf('J1', 'J2', 'J3'),
};

export const composite3: Head = {
  id: 'composite3',
  title: 'Composite of three dimensions',
  explain:
    'Unweighted mean of J1 and of J2 per message and per conversation. It has a value only where all three have one. Never to be compared with the mean of five.',
  ...rateOf('J1', 'J2'),
};

/** Message rate minus conversation rate. */
export function spreadHead(judge: 'J2' | 'J3'): Head {
  return {
    id: `spread${judge}`,
    title: `Spread of ${judge}`,
    explain:
      'Rate per message minus rate per conversation, in percentage points: large when few failures are scattered over many conversations. ' +
      'Below zero only where conversations are of unlike length or verdicts are missing.',
    unit: 'points',
    scale: [0, 100],
    direction: 'none',
    judges: [judge],
  };
}

export const breaksHead: Head = {
  id: 'breaksAtShow',
  title: 'Clean until asked to show, breaks there',
  explain: `Conversations whose first worked-out step comes when the student first asks to be shown, turn 7 of the paper’s script. Tasks with a script of their own that does not say where it asks are left out. ${unknown}`,
  ...rateOf('J2'),
  direction: 'down',
};

/** Diagnostic only: more questions or shorter messages are not better as such (paper, section 5). */
export const behaviourHeads: readonly (readonly [Head, of: Exclude<keyof Behaviour, 'messages'>, unit: number])[] = [
  [
    {
      id: 'meanLength',
      title: 'Length of a message',
      explain: 'Mean number of characters of the visible reply. Says nothing about quality by itself.',
      unit: 'level',
      direction: 'none',
      scale: [0, 2000],
      isOpen: true,
      judges: [],
    },
    'avgChars',
    1,
  ],
  [
    {
      id: 'withQuestion',
      title: 'Messages with a question',
      explain:
        'Messages with at least one question mark. Says nothing about quality by itself: a question can be hollow.',
      ...percent,
      direction: 'none',
      judges: [],
    },
    'percentWithQuestion',
    100,
  ],
  [
    {
      id: 'questionMarks',
      title: 'Question marks per message',
      explain: 'Mean number of question marks in a message. Says nothing about quality by itself.',
      unit: 'level',
      direction: 'none',
      scale: [0, 5],
      isOpen: true,
      judges: [],
    },
    'questionMarksPerMessage',
    1,
  ],
];

/** The difference that the theory makes to a rate. */
export function deltaHead({ id, title, judges }: Head): Head {
  return {
    id: `delta-${id}`,
    title: `${title}: with theory minus without`,
    explain:
      'In percentage points over tasks that were played both ways; below zero, the theory makes the tutor give more away.',
    unit: 'points',
    scale: [-100, 100],
    direction: 'up',
    judges,
  };
}

/** The mean of three on one side of the comparison. */
export function sideHead(side: 'on' | 'off'): Head {
  return {
    ...composite3,
    id: `${composite3.id}-${side}`,
    title: `${composite3.title}, ${side === 'on' ? 'with theory' : 'without theory'}`,
    explain: `${composite3.explain} Over tasks that were played both ways.`,
  };
}
