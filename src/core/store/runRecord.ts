import * as z from 'zod';

const usage = z.object({ input: z.number(), output: z.number(), cachedInput: z.number() });
const call = {
  /** Work item, `benchmark/sample#repeat`. */
  item: z.string(),
  at: z.string(),
  /** Tokens of all attempts of this step. Absent where the provider reported none. */
  usage: usage.optional(),
  /** Provider calls made for this step, repeats after failures not counted. 0: answered from the cache. */
  calls: z.int().nonnegative(),
  cached: z.int().nonnegative(),
  retries: z.int().nonnegative(),
  ms: z.number(),
  /** The exact model that answered, where the provider says so. */
  model: z.string().optional(),
  /** True where all of these tokens came by a batch, at its lower price. */
  batch: z.literal(true).optional(),
};

const verdict = z.object({
  judge: z.string(),
  unit: z.enum(['reply', 'message', 'conversation', 'criterion', 'pair']),
  turn: z.int().optional(),
  criterionId: z.string().optional(),
  status: z.enum(['ok', 'unscored']),
  label: z.union([z.string(), z.number(), z.boolean()]).optional(),
  reasoning: z.string().optional(),
  evidence: z.string().optional(),
  problem: z.string().optional(),
});

/** A tutor reply arrived. */
const reply = z.object({
  kind: z.literal('reply'),
  ...call,
  turn: z.int().positive(),
  raw: z.string(),
  finish: z.enum(['stop', 'length', 'refusal', 'other']),
});

/** The student's words for a turn arrived, where a model plays the student. */
const student = z.object({
  kind: z.literal('student'),
  ...call,
  turn: z.int().positive(),
  raw: z.string(),
});

/** A judge answered (or code did, without a model); `attempts` keeps every raw answer with what was wrong with it. */
const judged = z.object({
  kind: z.literal('judged'),
  ...call,
  judgeModel: z.string(),
  key: z.string(),
  version: z.string(),
  verdicts: z.array(verdict),
  attempts: z.array(z.object({ text: z.string(), problem: z.string().optional() })),
  /** True when the judge could not be shown the sample's images and had their descriptions only. */
  withoutImages: z.boolean().optional(),
});

/** A call failed for good. A resume tries it again. */
const failed = z.object({
  kind: z.literal('failed'),
  ...call,
  role: z.enum(['tutor', 'judge', 'student']),
  turn: z.int().optional(),
  judgeModel: z.string().optional(),
  key: z.string().optional(),
  slots: z.array(verdict.pick({ judge: true, unit: true, turn: true, criterionId: true })).optional(),
  failure: z.string(),
  message: z.string(),
});

/** The run started, went on or ended. `wallMs` is the time spent in this stretch. */
const status = z.object({
  kind: z.literal('status'),
  at: z.string(),
  status: z.enum(['running', 'completed', 'incomplete', 'cancelled', 'interrupted', 'failed', 'overBudget']),
  detail: z.string().optional(),
  wallMs: z.number().optional(),
});

/** One line of a run's journal, as written the moment it happened. Lines are only ever added. */
export const runRecordSchema = z.discriminatedUnion('kind', [reply, student, judged, failed, status]);
export type RunRecord = z.infer<typeof runRecordSchema>;
export type ReplyRecord = z.infer<typeof reply>;
export type StudentRecord = z.infer<typeof student>;
export type JudgedRecord = z.infer<typeof judged>;
export type FailedRecord = z.infer<typeof failed>;
export type StatusRecord = z.infer<typeof status>;
