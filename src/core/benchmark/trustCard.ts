import * as z from 'zod';
import { sum } from '../statistics/sum';

const name = z.string().max(2_000);
const share = z.number().min(0).max(1);
const correlation = z.number().min(-1).max(1);
const count = z.int().nonnegative();
const label = z.union([z.string().max(500), z.number(), z.boolean()]);
/** No rubric has as many. */
export const mostConfusedLabels = 40;
/** The tutors with most labels; a card must stay small. */
export const mostTutors = 100;
const row = z.array(count).max(mostConfusedLabels).readonly();

/**
 * How often each judge label met each person's label: `counts[row][column]`, row = human, column = judge, in `labels`
 * order. `failed`: labels without a usable verdict, by human label.
 */
const confusionSchema = z
  .strictObject({
    labels: z.array(label).max(mostConfusedLabels).readonly(),
    counts: z.array(row).max(mostConfusedLabels).readonly(),
    failed: row,
  })
  .refine(({ labels, counts, failed }) => [counts, failed, ...counts].every(({ length }) => length === labels.length));

const interval = z.strictObject({ low: correlation, high: correlation, level: share });

/** How well a judge agrees with people. */
const agreement = {
  /** Labels that the judge was asked about, including failures. */
  n: count,
  /** Labels without a usable verdict; they count as misses in agreement, kappa and macro-F1. */
  failed: count,
  /** Dialogues or problems that the labels come from. */
  clusters: count,
  agreement: share.nullable(),
  kappa: correlation.nullable(),
  kappaCi: interval.nullable(),
  macroF1: share.nullable(),
};

/** Agreement within each tutor, combined over tutors with enough labels. Telling tutors apart earns nothing. */
const withinSchema = z.strictObject({
  tutors: z
    .array(
      z.strictObject({
        tutor: name,
        n: count.positive(),
        failed: count,
        agreement: share,
        kappa: correlation.nullable(),
        pearson: correlation.nullable(),
        majority: z.strictObject({ label, agreement: share }),
      }),
    )
    .max(mostTutors)
    .readonly(),
  ...agreement,
  /** Statistics without the tutor that raises kappa most, if two remain: no single tutor may decide the result. */
  withoutOne: z.strictObject({ tutor: name, kappa: correlation.nullable(), kappaCi: interval.nullable() }).nullable(),
  /** Scores of always giving each tutor's commonest label. */
  majority: z.strictObject({ agreement: share, macroF1: share }).nullable(),
});

/** One judge on one dimension; `null` is undefined. Strict, because trust depends on it: no other members. */
export const trustCardSchema = z
  .strictObject({
    schemaVersion: z.literal(2),
    /** The model, and the server if it is not the provider's own. */
    judge: name.min(1),
    simulated: z.boolean(),
    benchmark: name.min(1),
    dimension: name.min(1),
    judgeVersion: name.min(1),
    promptOverride: z.literal(true).optional(),
    at: z.iso.datetime(),
    toolVersion: name,
    runId: name,
    gold: z.strictObject({
      name,
      format: name,
      /** `sha256:` over the replies and labels used. */
      hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
      by: z.enum(['people', 'judge']),
    }),
    ...agreement,
    n: count.positive(),
    /** Mean absolute difference in scale steps over usable verdicts; only for ordered labels. */
    deviation: z.number().nonnegative().max(1e6).nullable(),
    /** Over usable verdicts, with labels as numbers; MRBench calls it AC. */
    pearson: correlation.nullable(),
    /** Scores of a judge that always gives the most common human label. */
    majority: z.strictObject({ label, agreement: share, macroF1: share }).nullable(),
    /** Absent for fewer than two tutors. */
    within: withinSchema.optional(),
    /** What was measured instead of what a run scores: half a sentence. */
    measuredOn: z.string().min(1).max(300).optional(),
    /** Absent if there are many labels. */
    confusion: confusionSchema.optional(),
  })
  .refine(({ n, failed, clusters, kappaCi }) => {
    const isOfAll = [failed, clusters].every((part) => part <= n);
    return isOfAll && (kappaCi === null || kappaCi.low <= kappaCi.high);
  })
  // Rejects cards whose numbers do not match their own table.
  .refine(({ n, failed, agreement, confusion }) => {
    if (confusion === undefined) return true;
    const same = sum(confusion.counts.map((counts, index) => counts[index] ?? 0));
    const isAgreement = agreement === null || Math.abs(agreement - same / n) < 1e-3;
    return sum(confusion.failed) === failed && sum(confusion.counts.flat()) + failed === n && isAgreement;
  });

export type TrustCard = Readonly<z.infer<typeof trustCardSchema>>;

/** A part of a card as code has it: an undefined statistic is `undefined`, never 0. */
export type Read<T> = T extends null ? undefined : T extends object ? { readonly [K in keyof T]: Read<T[K]> } : T;
