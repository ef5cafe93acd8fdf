import * as z from 'zod';
import { repeatedIds, type SampleProblem } from '../../benchmark/samples';

/** States of the learner's last utterance, in the paper's order. */
export const guideEvalStates = ['accurate', 'erroneous', 'comprehension', 'confusion'] as const;
export type GuideEvalState = (typeof guideEvalStates)[number];

/** The two axes on which a contrastive pair is flipped; also the two blocks of metrics. */
export type GuideEvalAxis = 'acc_err' | 'comp_conf';

/** Files write `null` for "none", code says `undefined`. */
function orNone<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const humanScoresSchema = z.object({
  perception: orNone(z.literal([0, 0.5, 1])),
  orchestration: orNone(z.literal([0, 1])),
  elicitation: orNone(z.literal([0, 1, 2, 3])),
  /** The reply the person scored: a judge is calibrated on it, not on a new one. */
  forReply: z.string(),
});

/** One record: a fixed dialogue, the student's utterance that the tutor has to answer, and what state it shows. */
export const guideEvalSampleSchema = z.object({
  system: z.literal('guideeval'),
  id: z.string().min(1),
  /** Shared by the authentic utterance and its flipped version; none = unpaired. */
  pairId: orNone(z.string().min(1)),
  state: z.enum(guideEvalStates),
  /** 0 = the authentic utterance, 1 = flipped on one axis. */
  editFlag: z.literal([0, 1]),
  editType: orNone(z.enum(['acc_err', 'comp_conf'])),
  context: z.array(z.object({ role: z.enum(['student', 'tutor']), content: z.string() })).min(2),
  studentMessage: z.string().min(1),
  /** The right answer to the tutor's last question. */
  groundTruth: orNone(z.string()),
  subject: z.string().default('mathematics'),
  language: z.string().default('en'),
  dialogueId: z.string().optional(),
  turnIndex: z.number().int().optional(),
  gold: z.array(humanScoresSchema).optional(),
  title: z.string().optional(),
  level: z.string().optional(),
  /** Claims of the sample that can be computed; `text` is where the claim stands, `holds` whether it is true. */
  checks: z.array(z.object({ text: z.string(), claim: z.string(), holds: z.boolean() })).optional(),
});

export type GuideEvalSample = z.infer<typeof guideEvalSampleSchema>;

/** On which of its two axes a pair of this state differs: right or wrong, understood or confused. */
export function axisOf(state: GuideEvalState): GuideEvalAxis {
  return state === 'accurate' || state === 'erroneous' ? 'acc_err' : 'comp_conf';
}

/** Whether the learner has it right or says they understand. */
export function isPositive(state: GuideEvalState): boolean {
  return state === 'accurate' || state === 'comprehension';
}

/** The tutor's last turn before the utterance; empty in a record that breaks the rules. */
export function lastTutorTurn(sample: GuideEvalSample): string {
  return sample.context.findLast(({ role }) => role === 'tutor')?.content ?? '';
}

/** The rules of the data format that a record's schema cannot say: turn order, ground truth, pairs. */
export function checkSamples(samples: readonly GuideEvalSample[]): readonly SampleProblem[] {
  return [...repeatedIds(samples), ...samples.flatMap(recordProblems), ...pairProblems(samples)];
}

function recordProblems(sample: GuideEvalSample): SampleProblem[] {
  const { id, context, state, groundTruth, editFlag, editType } = sample;
  const problems: SampleProblem[] = [];
  const misplaced = context.findIndex(({ role }, index) => role !== (index % 2 === 0 ? 'student' : 'tutor'));
  if (misplaced >= 0) {
    const message = 'Turns must alternate and begin with the student. Join or reorder them.';
    problems.push(error(id, `context[${misplaced}].role`, message));
  } else if (context.at(-1)?.role !== 'tutor') {
    problems.push(error(id, 'context', 'The context must end with a tutor turn, as studentMessage answers it.'));
  }
  if (groundTruth === undefined && state === 'erroneous') {
    problems.push(error(id, 'groundTruth', 'A wrong answer needs the right one: the judge of O-Reconfigure compares.'));
  } else if (groundTruth === undefined && state === 'accurate') {
    problems.push(warning(id, 'groundTruth', 'The right answer is missing; it lets a reader check the record.'));
  }
  if ((editFlag === 0) !== (editType === undefined)) {
    problems.push(error(id, 'editType', 'editType is null for editFlag 0 and names the flipped axis for editFlag 1.'));
  } else if (editType !== undefined && editType !== axisOf(state)) {
    problems.push(error(id, 'editType', `An utterance flipped on ${editType} cannot have the state ${state}.`));
  }
  return problems;
}

function pairProblems(samples: readonly GuideEvalSample[]): SampleProblem[] {
  const pairs = groupedBy(samples, ({ pairId }) => pairId);
  return [...pairs].flatMap(([pairId, members]) => onePair(pairId, members));
}

function onePair(pairId: string, members: readonly GuideEvalSample[]): SampleProblem[] {
  const [one, other] = members;
  const errors = (field: string, message: string): SampleProblem[] =>
    members.map(({ id }) => error(id, field, message));
  if (one === undefined) return [];
  if (other === undefined) {
    return [warning(one.id, 'pairId', `Pair ${pairId} has one member only; the sample counts as unpaired.`)];
  }
  if (members.length > 2) {
    return errors('pairId', `Pair ${pairId} has ${members.length} members; a pair has exactly two.`);
  }
  if (axisOf(one.state) !== axisOf(other.state) || isPositive(one.state) === isPositive(other.state)) {
    return errors('state', `Pair ${pairId} has the states ${one.state} and ${other.state}; they must be opposites.`);
  }
  if (!haveSameTurns(one.context, other.context)) {
    return errors(
      'context',
      `The members of pair ${pairId} have different contexts; only the last utterance may differ.`,
    );
  }
  return one.editFlag === 0 && other.editFlag === 0
    ? [warning(other.id, 'editFlag', `Both members of pair ${pairId} are marked as authentic; one should be edited.`)]
    : [];
}

function haveSameTurns(one: GuideEvalSample['context'], other: GuideEvalSample['context']): boolean {
  return (
    one.length === other.length &&
    one.every(({ role, content }, index) => role === other[index]?.role && content === other[index].content)
  );
}

function error(sampleId: string, field: string, message: string): SampleProblem {
  return { severity: 'error', sampleId, field, message };
}

function warning(sampleId: string, field: string, message: string): SampleProblem {
  return { severity: 'warning', sampleId, field, message };
}

/** Items under their keys, in order of first appearance; items without a key are left out. */
export function groupedBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
