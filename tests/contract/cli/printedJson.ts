import * as z from 'zod';
import { benchmarkIds } from '../../../src/core/benchmarks/policies';

const nullableNumber = z.number().nullable();

const metric = z.strictObject({
  id: z.string(),
  block: z.string().nullable(),
  value: nullableNumber,
  n: z.int().nonnegative(),
  excluded: z.int().nonnegative(),
  incomplete: z.int().positive().optional(),
  unit: z.enum(['share', 'percent', 'level', 'points']),
  direction: z.enum(['up', 'down', 'band', 'none']),
  ci: z.strictObject({ low: z.number(), high: z.number(), level: z.literal(0.95) }).nullable(),
  lacking: z.string().min(1).optional(),
  judge: z.string().optional(),
  judgeTrust: z
    .array(
      z.strictObject({
        dimension: z.string(),
        status: z.enum(['checked', 'beaten', 'few', 'unchecked']),
        kappa: nullableNumber,
        tutors: z.int().nullable(),
        n: z.int().nullable(),
        at: z.string().nullable(),
        gold: z.string().nullable(),
        older: z.boolean(),
        simulated: z.boolean(),
        measuredOn: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    )
    .min(1)
    .optional(),
});

const alpha = z.strictObject({
  value: nullableNumber,
  ci: z.strictObject({ low: z.number(), high: z.number(), level: z.literal(0.95) }).nullable(),
  reason: z.string().nullable(),
});

const failureGroup = z.strictObject({
  failure: z.string(),
  topic: z.string(),
  cases: z.array(z.string()).min(1),
  of: z.int().positive(),
});

const agreement = z.strictObject({
  judges: z.array(z.string()).min(2),
  cases: z.int().nonnegative(),
  dimensions: z
    .array(
      z.strictObject({
        id: z.string(),
        compared: z.int().nonnegative(),
        split: z.int().nonnegative(),
        pairable: z.int().nonnegative(),
        agreement: nullableNumber,
        alpha,
        alphaOrdinal: alpha.nullable(),
      }),
    )
    .min(1),
});

/** What `evaluate --json` and `resume --json` print, every member of it. */
export const evaluateSchema = z.strictObject({
  schemaVersion: z.literal(1),
  runId: z.string().regex(/^\d{8}-\d{6}-\w+$/),
  runDir: z.string(),
  status: z.enum(['completed', 'incomplete', 'interrupted', 'failed', 'overBudget', 'cancelled']),
  cap: z.enum(['maxCostUsd', 'maxCalls', 'maxCostUsdPerDay', 'maxCallsPerDay']).optional(),
  prompt: z.strictObject({ path: z.string(), revision: z.string().regex(/^sha256:[0-9a-f]{64}$/) }),
  tutor: z.string(),
  student: z.string().optional(),
  judges: z.array(z.string()).min(1),
  recorded: z.strictObject({ name: z.string(), format: z.string(), missing: z.int(), unused: z.int() }).optional(),
  majority: z.string().optional(),
  simulated: z.boolean(),
  understood: z
    .strictObject({
      builtIn: z.literal(true).optional(),
      understood: z.int(),
      of: z.int(),
      sentences: z.array(z.strictObject({ line: z.int().positive(), text: z.string(), does: z.string().nullable() })),
    })
    .optional(),
  benchmarks: z
    .array(
      z.strictObject({
        id: z.enum(benchmarkIds),
        samples: z.int(),
        completed: z.int(),
        noReply: z.int(),
        refused: z.int(),
        notApplicable: z.int(),
        judgeFailed: z.int(),
        missing: z.int().positive().optional(),
        quotations: z
          .array(z.strictObject({ judge: z.string(), notFound: z.int().nonnegative(), of: z.int().positive() }))
          .optional(),
        metrics: z.array(metric),
        agreement: agreement.optional(),
        majority: z.strictObject({ verdicts: z.int(), split: z.int(), tooFew: z.int() }).optional(),
        failures: z.array(failureGroup).optional(),
        failureTags: z
          .strictObject({
            judge: z.string(),
            version: z.string(),
            failing: z.int().positive(),
            tagged: z.int().nonnegative(),
            unscored: z.int().nonnegative(),
            none: z.int().nonnegative(),
            tags: z.array(z.strictObject({ id: z.string(), count: z.int().nonnegative() })),
          })
          .optional(),
      }),
    )
    .min(1),
  calls: z.strictObject({
    tutor: z.int(),
    student: z.int().optional(),
    judge: z.int(),
    cached: z.int(),
    retries: z.int(),
  }),
  tokens: z.strictObject({
    input: z.number(),
    output: z.number(),
    cachedInput: z.number(),
    cacheWrite: z.number().optional(),
  }),
  cost: z.strictObject({ usd: nullableNumber, unknownModels: z.array(z.string()) }),
  judgeCosts: z
    .array(
      z.strictObject({
        judge: z.string(),
        calls: z.int(),
        cached: z.int(),
        input: z.int(),
        output: z.int(),
        usd: nullableNumber,
      }),
    )
    .min(2)
    .optional(),
  warnings: z.array(z.string()),
  wallMs: z.number().nonnegative(),
  /** Only with `--baseline`. */
  comparison: z
    .strictObject({
      baseline: z.strictObject({
        runId: z.string(),
        prompt: z.string(),
        revision: z.string(),
        label: z.string().nullable(),
      }),
      answer: z.string(),
      decision: z
        .strictObject({
          kind: z.enum(['adopt', 'reject', 'tradeOff', 'notSettled', 'chosenAfterwards']),
          title: z.string(),
          line: z.string(),
          needsBaseline: z.literal(true).optional(),
          more: z.strictObject({ samples: z.int(), calls: z.int(), usd: nullableNumber }).nullable().optional(),
          stoppedEarly: z.string().nullable(),
        })
        .nullable(),
      aims: z.strictObject({ targets: z.array(z.string()), guards: z.array(z.string()) }),
      namedAfter: z.string().optional(),
      summary: z.string(),
      compared: z.string(),
      comparable: z.boolean(),
      simulatedParts: z.array(z.enum(['tutor', 'student', 'judge'])).optional(),
      withoutVerdicts: z.literal(true).optional(),
      tested: z.int(),
      furtherRuns: z.array(z.string()).optional(),
      leftOutRuns: z.array(z.object({ runId: z.string(), reason: z.string() })).optional(),
      baselineWarning: z.string().optional(),
      judgeDoubts: z
        .strictObject({
          sentence: z.string(),
          metrics: z.array(
            z.strictObject({
              benchmark: z.enum(benchmarkIds),
              block: z.string(),
              id: z.string(),
              title: z.string(),
              status: z.enum(['beaten', 'few', 'unchecked']),
            }),
          ),
        })
        .optional(),
      differences: z.array(z.looseObject({ kind: z.string(), breaks: z.boolean(), intended: z.boolean() })),
      metrics: z.array(
        z.strictObject({
          benchmark: z.enum(benchmarkIds),
          block: z.string().nullable(),
          id: z.string(),
          role: z.enum(['target', 'guard', 'exploratory']),
          outcome: z.string(),
          word: z.string(),
          reason: z.string().nullable(),
          before: nullableNumber,
          after: nullableNumber,
          difference: nullableNumber,
          interval: z
            .strictObject({ low: z.number(), high: z.number(), level: z.number().min(0.95).max(1) })
            .nullable(),
          pCorrected: nullableNumber,
        }),
      ),
    })
    .optional(),
});
export type Evaluated = z.infer<typeof evaluateSchema>;

const range = z.strictObject({ low: z.number().nonnegative(), high: z.number().nonnegative() });
const estimated = {
  calls: z.strictObject({ tutor: z.int(), student: z.int(), judge: z.int() }),
  tokens: z.strictObject({ input: range, output: range }),
};

/** What `estimate --json` prints, every member of it. */
export const estimateSchema = z.strictObject({
  schemaVersion: z.literal(1),
  prompt: z.strictObject({ path: z.string(), revision: z.string().regex(/^sha256:[0-9a-f]{64}$/) }),
  tutor: z.string(),
  student: z.string().nullable(),
  judges: z.array(z.string()).min(1),
  benchmarks: z
    .array(
      z.strictObject({
        id: z.enum(benchmarkIds),
        samples: z.int(),
        trials: z.int(),
        ...estimated,
        cost: z.strictObject({ usd: range.nullable() }),
      }),
    )
    .min(1),
  calls: estimated.calls,
  tokens: estimated.tokens.extend({ cacheable: z.number().nonnegative() }),
  cost: z.strictObject({
    usd: range.nullable(),
    cacheSaving: z.number().nonnegative().nullable(),
    unknownModels: z.array(z.string()),
    pricesAsOf: z.iso.date(),
  }),
  provable: z.array(
    z.strictObject({
      target: z.string(),
      units: z.int().positive(),
      trials: z.number().min(1),
      changed: z.strictObject({ share: z.number().positive().max(1), measuredOn: z.int().nonnegative() }),
      wins: z.number().min(0.5).max(1).nullable(),
      with: z.strictObject({ units: z.int().positive(), wins: z.number().min(0.5).max(1).nullable() }),
    }),
  ),
  guards: z.array(
    z.strictObject({
      guard: z.string(),
      units: z.int().positive(),
      margin: z.number().positive(),
      chance: z.number().min(0).max(1),
      needed: z.int().positive(),
    }),
  ),
  observed: z.array(
    z.strictObject({
      role: z.enum(['tutor', 'student', 'judge']),
      model: z.string(),
      benchmark: z.enum(benchmarkIds),
      calls: z.int().min(10),
      outputTokens: range,
    }),
  ),
});

/** What `metrics --json` prints. */
export const metricsSchema = z.strictObject({
  schemaVersion: z.literal(1),
  benchmark: z.string(),
  groups: z.array(z.strictObject({ id: z.string(), metrics: z.array(metric) })).min(1),
});

/** Standard output of `evaluate --json`; throws when anything else stands there. */
export function evaluated(out: string): Evaluated {
  return evaluateSchema.parse(JSON.parse(out));
}

const comparedSide = z.object({ value: nullableNumber, n: z.int() });

/** The metrics of `compare --json`, as far as tests read them. */
export const comparedMetrics = z.object({
  benchmarks: z.array(
    z.object({
      metrics: z.array(
        z.object({
          id: z.string(),
          block: z.string().nullable(),
          unit: z.string(),
          before: comparedSide,
          after: comparedSide,
          difference: nullableNumber,
          interval: z.object({ low: z.number(), high: z.number() }).nullable(),
          outcome: z.string(),
          word: z.string(),
        }),
      ),
    }),
  ),
});
