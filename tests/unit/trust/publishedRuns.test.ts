import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { dimensionsOf } from '../../../src/core/trust/calibrationResult';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';
import { spread } from '../../thorough';
import { judgedAnswers } from './judgedAnswers';

const folder = 'data/mrbench_judge_runs';
const runs = ['preds_Qwen_Qwen2.5-7B-Instruct_n2476', 'preds_mistralai_Mistral-7B-Instruct-v0.3_n2476'];
const files = [`${folder}/agreement_expected.json`, ...runs.map((run) => `${folder}/${run}.jsonl`)];
const note = missingNote(files);

const expectedSchema = z.object({
  runs: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        n: z.int(),
        unparsed: z.int(),
        accuracy: z.number(),
        macro_f1: z.number(),
        cohen_kappa: z.number(),
        pearson: z.number(),
        confusion_gold_by_pred: z.array(z.array(z.int())),
      }),
    ),
  ),
});

const dimensionOf: Readonly<Record<string, string>> = {
  MI: 'mistake_identification',
  ML: 'mistake_location',
  PG: 'providing_guidance',
  AC: 'actionability',
};

describe.skipIf(note !== '')(`judges that were run on MRBench elsewhere${note}`, () => {
  it.each(spread(runs, 1))('gives the statistics computed from %s, with unread answers as misses', (run) => {
    const expected = expectedSchema.parse(publicJson(`${folder}/agreement_expected.json`)).runs[run] ?? {};
    const found = dimensionsOf(mrBench, judgedAnswers(publicFile(`${folder}/${run}.jsonl`) ?? ''), '1');
    expect(Object.keys(expected).map((key) => dimensionOf[key])).toEqual(found.map(({ id }) => id));
    for (const [key, statistics] of Object.entries(expected)) {
      const one = found.find(({ id }) => id === dimensionOf[key]);
      expect([one?.n, one?.failed]).toEqual([statistics.n, statistics.unparsed]);
      expect(one?.agreement).toBeCloseTo(statistics.accuracy, 6);
      expect(one?.macroF1).toBeCloseTo(statistics.macro_f1, 6);
      expect(one?.kappa).toBeCloseTo(statistics.cohen_kappa, 6);
      // Codes 1 to 3 in rubric order on both sides turn the sign twice.
      expect(one?.pearson).toBeCloseTo(statistics.pearson, 6);
      expect(one?.confusion.labels).toEqual(['Yes', 'To some extent', 'No']);
      expect(one?.confusion.counts).toEqual(statistics.confusion_gold_by_pred);
      expect(one?.confusion.failed.reduce((sum, count) => sum + count, 0)).toBe(statistics.unparsed);
      expect(one?.kappaCi?.low).toBeLessThan(statistics.cohen_kappa);
      expect(one?.kappaCi?.high).toBeGreaterThan(statistics.cohen_kappa);
    }
  });
});
