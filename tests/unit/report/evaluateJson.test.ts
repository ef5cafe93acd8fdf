import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildReport } from '../../../src/core/results/buildReport';
import { evaluateJson } from '../../../src/core/report/evaluateJson';
import {
  claude,
  claudeModel,
  ended,
  judged,
  mixedRun,
  offlineModel,
  openAi,
  openAiModel,
  replied,
  sample,
  toySession,
} from './reportFixture';

const count = z.int().nonnegative();
const metric = z.strictObject({
  id: z.string(),
  block: z.string().nullable(),
  value: z.number().nullable(),
  n: count,
  excluded: count,
  unit: z.enum(['share', 'percent', 'level', 'points']),
  direction: z.enum(['up', 'down', 'band', 'none']),
  ci: z.strictObject({ low: z.number(), high: z.number(), level: z.number() }).nullable(),
  judge: z.string().optional(),
});

/** What the command line promises other tools. */
const promised = z.strictObject({
  schemaVersion: z.literal(1),
  runId: z.string(),
  runDir: z.string().nullable(),
  status: z.enum(['running', 'completed', 'incomplete', 'cancelled', 'interrupted', 'failed', 'overBudget']),
  cap: z.enum(['maxCostUsd', 'maxCalls', 'maxCostUsdPerDay', 'maxCallsPerDay']).optional(),
  prompt: z.strictObject({ path: z.string(), revision: z.string().regex(/^sha256:[0-9a-f]{64}$/) }),
  tutor: z.string(),
  judges: z.array(z.string()),
  simulated: z.boolean(),
  benchmarks: z.array(
    z.strictObject({
      id: z.string(),
      samples: count,
      completed: count,
      noReply: count,
      refused: count,
      notApplicable: count,
      judgeFailed: count,
      missing: count.optional(),
      metrics: z.array(metric),
      agreement: z
        .strictObject({ judges: z.array(z.string()), cases: count, dimensions: z.array(z.unknown()) })
        .optional(),
    }),
  ),
  calls: z.strictObject({ tutor: count, judge: count, cached: count, retries: count }),
  tokens: z.strictObject({ input: count, output: count, cachedInput: count, cacheWrite: count.optional() }),
  cost: z.strictObject({ usd: z.number().nullable(), unknownModels: z.array(z.string()) }),
  judgeCosts: z
    .array(
      z.strictObject({
        judge: z.string(),
        calls: count,
        cached: count,
        input: count,
        output: count,
        usd: z.number().nullable(),
      }),
    )
    .optional(),
  warnings: z.array(z.string()),
  wallMs: z.number().nonnegative(),
});

const printed = (value: unknown): z.infer<typeof promised> => promised.parse(JSON.parse(JSON.stringify(value)));

describe('evaluateJson', () => {
  it('has the shape that the command line promises', () => {
    const found = printed(evaluateJson(buildReport(mixedRun(), { resamples: 100 }), '/runs/run-1'));
    expect(found).toMatchObject({
      runId: 'run-1',
      runDir: '/runs/run-1',
      status: 'incomplete',
      tutor: openAi,
      judges: [openAi],
      simulated: false,
      wallMs: 1_500,
    });
    // Both an empty reply and a call that failed are replies that are not there.
    expect(found.benchmarks[0]).toMatchObject({
      id: 'guideeval',
      samples: 5,
      completed: 3,
      noReply: 2,
      refused: 0,
      notApplicable: 0,
      judgeFailed: 2,
    });
    expect(found.benchmarks[0]?.metrics[0]).toEqual({
      id: 'Helps-wrong',
      block: 'wrong',
      value: 0,
      n: 1,
      excluded: 1,
      unit: 'share',
      direction: 'up',
      ci: { low: 0, high: expect.closeTo(0.7935, 3) as number, level: 0.95 },
    });
  });

  it('says null for what there is not', () => {
    const session = toySession({
      samples: [sample('a')],
      records: [replied('a', 'Hi'), judged('a', 'Helps', undefined), ended()],
      manifest: { tutor: { ...openAiModel, model: 'nobody-knows' } },
    });
    const found = printed(evaluateJson(buildReport(session, { resamples: 100 }), undefined));
    expect(found.runDir).toBeNull();
    expect(found.cost).toEqual({ usd: null, unknownModels: ['openai:nobody-knows'] });
    expect(found.benchmarks[0]?.metrics[0]).toMatchObject({ value: null, ci: null, n: 0, excluded: 1 });
  });

  it('names the judge of each row when there are several, the first judge’s rows first', () => {
    const records = [
      replied('a', 'Hi'),
      judged('a', 'Helps', 0, { judgeModel: claude }),
      judged('a', 'Helps', 1),
      ended(),
    ];
    const session = toySession({ samples: [sample('a')], records, manifest: { judges: [openAiModel, claudeModel] } });
    const rows = printed(evaluateJson(buildReport(session, { resamples: 100 }), undefined)).benchmarks[0]?.metrics;
    expect(rows?.filter(({ id }) => id.startsWith('Helps')).map(({ judge, value }) => [judge, value])).toEqual([
      [openAi, 1],
      [claude, 0],
    ]);
    expect(rows?.map(({ judge }) => judge)).toEqual([openAi, openAi, claude, claude]);
  });

  it('says when a part is simulated', () => {
    const session = toySession({ samples: [sample('a')], records: [], manifest: { judges: [offlineModel] } });
    expect(printed(evaluateJson(buildReport(session, { resamples: 10 }), undefined)).simulated).toBe(true);
  });
});
