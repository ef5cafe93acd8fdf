import * as z from 'zod';
import { verdictSchema } from '../benchmark/judging/verdict';
import { replySchema, sentFormSchema, usageSchema } from '../providers/provider';

/** A larger number is impossible in a run. */
const count = z.int().nonnegative().max(1e6);

const call = {
  item: z.string(),
  at: z.string(),
  /** Tokens of all attempts of this step. Absent where the provider reported none. */
  usage: usageSchema.optional().catch(undefined),
  /** Provider calls for this step without retries. 0: answered from the cache. */
  calls: count,
  cached: count,
  retries: count,
  /** Requests of this step that reached a provider, if not the sum of `calls` and `retries`. */
  sent: count.optional(),
  ms: z.number(),
  model: z.string().optional(),
  /** Parameters sent with the step's last call. Absent in older runs and where nothing was sent. */
  form: sentFormSchema.optional(),
  /** True where all of these tokens came from a batch, at its lower price. */
  batch: z.literal(true).optional(),
};

const reply = z.object({
  kind: z.literal('reply'),
  ...call,
  turn: z.int().positive(),
  raw: z.string(),
  finish: replySchema.shape.finish,
});

const student = z.object({ kind: z.literal('student'), ...call, turn: z.int().positive(), raw: z.string() });

/** A judge's verdict, or code's. `attempts` keeps every raw answer with its problems. */
const judged = z.object({
  kind: z.literal('judged'),
  ...call,
  judgeModel: z.string(),
  key: z.string(),
  version: z.string(),
  verdicts: z.array(verdictSchema),
  attempts: z.array(z.object({ text: z.string(), problem: z.string().optional() })),
  refused: z.literal(true).optional(),
  withoutImages: z.boolean().optional(),
});

const failed = z.object({
  kind: z.literal('failed'),
  ...call,
  role: z.enum(['tutor', 'judge', 'student']),
  turn: z.int().optional(),
  judgeModel: z.string().optional(),
  key: z.string().optional(),
  slots: z.array(verdictSchema.pick({ judge: true, unit: true, turn: true, criterionId: true })).optional(),
  failure: z.string(),
  message: z.string(),
});

const endings = ['completed', 'incomplete', 'cancelled', 'interrupted', 'failed', 'overBudget'] as const;
export const runStatus = z.enum(['running', ...endings]);
const capKind = z.enum(['maxCostUsd', 'maxCalls', 'maxCostUsdPerDay', 'maxCallsPerDay']);
const money = z.number().nonnegative();
const number = z.int().nonnegative();

/** The run started, resumed or ended. `wallMs` is the time spent in this attempt. */
const status = z.object({
  kind: z.literal('status'),
  at: z.string(),
  status: runStatus,
  detail: z.string().optional(),
  cap: capKind.optional().catch(undefined),
  /** The reached cap in US dollars or calls, with the amounts counted against it. `day`: its UTC day. */
  reached: z.object({ cap: money, usd: money, calls: number, day: z.string().optional() }).optional().catch(undefined),
  /** With `running`: the caps of this attempt, and which were named for this run. Absent: as before. */
  caps: z
    .object({
      maxCostUsd: money.optional(),
      maxCalls: number.optional(),
      maxCostUsdPerDay: money.optional(),
      maxCallsPerDay: number.optional(),
      byHand: z.array(capKind).optional(),
    })
    .optional()
    .catch(undefined),
  /** Calls and cost of this attempt that no record has, because a step did not end. */
  unrecorded: z
    .object({ usd: money.max(1e9), calls: count })
    .optional()
    .catch(undefined),
  wallMs: z.number().nonnegative().max(1e12).optional().catch(undefined),
});

/** Which judges are asked from a unit on, decided after a look or by the user. The last record for a unit counts. */
const look = z.object({
  kind: z.literal('look'),
  at: z.string(),
  /** From this position in the order of units on, counted from 0. */
  from: count,
  /** By benchmark. Absent: all judges. */
  judges: z.record(z.string(), z.array(z.string()).readonly()).optional(),
  settled: z
    .array(
      z.object({
        metric: z.string(),
        outcome: z.enum(['better', 'worse', 'changed', 'equivalent', 'notWorse', 'futile']),
      }),
    )
    .readonly()
    .optional(),
  /** Plays of each unit from this position on that are left out: candidates that a race has dropped. */
  dropped: z.array(count).readonly().optional(),
  /** No unit from this position on is played. Absent: all are. */
  end: count.optional(),
  /** All units are played, also beyond the limit. */
  runAll: z.literal(true).optional(),
  /** With `runAll`: the planned looks from the limit on may end the run. Absent: there are no further looks. */
  mayEnd: z.literal(true).optional(),
  /** With `mayEnd`: the run to compare with at looks, if not the baseline. */
  against: z.string().optional(),
});

/** One journal line, written when it happened. Lines are only ever added. */
export const runRecordSchema = z.discriminatedUnion('kind', [reply, student, judged, failed, status, look]);
export type RunRecord = z.infer<typeof runRecordSchema>;
export type StepRecord = ReplyRecord | StudentRecord | JudgedRecord | FailedRecord;
export type ReplyRecord = z.infer<typeof reply>;
export type StudentRecord = z.infer<typeof student>;
export type JudgedRecord = z.infer<typeof judged>;
export type FailedRecord = z.infer<typeof failed>;
export type StatusRecord = z.infer<typeof status>;
export type RunEnding = Exclude<StatusRecord['status'], 'running'>;
export type LookRecord = z.infer<typeof look>;

/** True once a run was continued beyond its limit. */
export function isContinued(records: readonly RunRecord[]): boolean {
  return records.some((record) => record.kind === 'look' && record.runAll === true);
}

type JudgeStep = Extract<RunRecord, { kind: 'judged' }> | FailedRecord;

/** What one judge was asked beside a run's scores, answered or failed. Failures of older builds are about tags. */
export function asideSteps(records: readonly RunRecord[] = [], judge: string, usual = ''): readonly JudgeStep[] {
  return records.flatMap((record): readonly JudgeStep[] => {
    if (record.kind !== 'judged' && (record.kind !== 'failed' || record.role !== 'judge')) return [];
    const slots = record.kind === 'judged' ? record.verdicts : (record.slots ?? [{ judge: usual }]);
    return slots.some((slot) => slot.judge === judge) ? [record] : [];
  });
}
