import * as z from 'zod';

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
