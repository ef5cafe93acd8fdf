import * as z from 'zod';
import { groupedBy, orNone, repeatedIds, sampleProblem, type SampleProblem } from '../../benchmark/samples';

export const guideEvalStates = ['accurate', 'erroneous', 'comprehension', 'confusion'] as const;
export type GuideEvalState = (typeof guideEvalStates)[number];

export type GuideEvalAxis = 'acc_err' | 'comp_conf';

const humanScoresSchema = z.object({
  perception: orNone(z.literal([0, 0.5, 1])),
  orchestration: orNone(z.literal([0, 1])),
  elicitation: orNone(z.literal([0, 1, 2, 3])),
  /** The scored reply. Judges are calibrated on it, not on a new one. */
  forReply: z.string(),
});

export const guideEvalSampleSchema = z.object({
  system: z.literal('guideeval'),
  id: z.string().min(1),
  /** Shared by the authentic utterance and its flipped version; empty if unpaired. */
  pairId: orNone(z.string().min(1)),
  state: z.enum(guideEvalStates),
  /** 0 = the authentic utterance, 1 = flipped on one axis. */
  editFlag: z.literal([0, 1]),
  editType: orNone(z.enum(['acc_err', 'comp_conf'])),
  context: z.array(z.object({ role: z.enum(['student', 'tutor']), content: z.string() })).min(2),
  studentMessage: z.string().min(1),
  groundTruth: orNone(z.string()),
  subject: z.string().default('mathematics'),
  language: z.string().default('en'),
  dialogueId: z.string().optional(),
  turnIndex: z.number().int().optional(),
  gold: z.array(humanScoresSchema).optional(),
  title: z.string().optional(),
  level: z.string().optional(),
  /** Checkable claims of the sample; `text` contains the claim, `holds` says whether it is true. */
  checks: z.array(z.object({ text: z.string(), claim: z.string(), holds: z.boolean() })).optional(),
});

export type GuideEvalSample = z.infer<typeof guideEvalSampleSchema>;

export function axisOf(state: GuideEvalState): GuideEvalAxis {
  return state === 'accurate' || state === 'erroneous' ? 'acc_err' : 'comp_conf';
}

export function isPositive(state: GuideEvalState): boolean {
  return state === 'accurate' || state === 'comprehension';
}

export function lastTutorTurn(sample: GuideEvalSample): string {
  return sample.context.findLast(({ role }) => role === 'tutor')?.content ?? '';
}

export function checkSamples(samples: readonly GuideEvalSample[]): readonly SampleProblem[] {
  const pairs = groupedBy(samples, ({ pairId }) => pairId);
  return [
    ...repeatedIds(samples),
    ...samples.flatMap(recordProblems),
    ...[...pairs].flatMap(([pairId, members]) => pairProblems(pairId, members)),
  ];
}

function recordProblems(sample: GuideEvalSample): SampleProblem[] {
  const { context, state, groundTruth, editFlag, editType } = sample;
  const problems: SampleProblem[] = [];
  const add = (severity: SampleProblem['severity'], field: string, message: string): unknown =>
    problems.push(sampleProblem(severity, sample, field, message));
  const misplaced = context.findIndex(({ role }, index) => role !== (index % 2 === 0 ? 'student' : 'tutor'));
  if (misplaced >= 0) {
    const field = `context[${misplaced}].role`;
    add('error', field, 'Turns must alternate and begin with the student. Join or reorder them.');
  } else if (context.at(-1)?.role !== 'tutor') {
    add('error', 'context', 'The context must end with a tutor turn, as studentMessage answers it.');
  }
  if (groundTruth === undefined && state === 'erroneous') {
    add('error', 'groundTruth', 'A wrong answer needs the right one: the O-Reconfigure judge compares them.');
  } else if (groundTruth === undefined && state === 'accurate') {
    add('warning', 'groundTruth', 'The right answer is missing; it lets a reader check the record.');
  }
  if ((editFlag === 0) !== (editType === undefined)) {
    add('error', 'editType', 'editType is null for editFlag 0 and names the flipped axis for editFlag 1.');
  } else if (editType !== undefined && editType !== axisOf(state)) {
    add('error', 'editType', `An utterance flipped on ${editType} cannot have the state ${state}.`);
  }
  return problems;
}

function pairProblems(pairId: string, members: readonly GuideEvalSample[]): readonly SampleProblem[] {
  const [one, other] = members;
  const fault = (severity: SampleProblem['severity'], field: string, message: string, of = members) =>
    of.map((sample) => sampleProblem(severity, sample, field, message));
  const pair = `Pair ${pairId} has`;
  if (one === undefined) return [];
  if (other === undefined) return fault('warning', 'pairId', `${pair} one member only; the sample counts as unpaired.`);
  if (members.length > 2) return fault('error', 'pairId', `${pair} ${members.length} members; a pair has exactly two.`);
  if (axisOf(one.state) !== axisOf(other.state) || isPositive(one.state) === isPositive(other.state))
    return fault('error', 'state', `${pair} the states ${one.state} and ${other.state}; they must be opposites.`);
  if (JSON.stringify(one.context) !== JSON.stringify(other.context)) {
    const message = `The members of pair ${pairId} have different contexts; only the last utterance may differ.`;
    return fault('error', 'context', message);
  }
  if (one.editFlag === 1 || other.editFlag === 1) return [];
  const message = `Both members of pair ${pairId} are marked as authentic; one should be edited.`;
  return fault('warning', 'editFlag', message, [other]);
}
