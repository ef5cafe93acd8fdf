import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { meanOf } from '../../../src/core/benchmark/metric';
import { overallAccuracy } from '../../../src/core/benchmarks/kmpDialogue/metrics';
import { principles, type Principle } from '../../../src/core/benchmarks/kmpDialogue/criteria';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';

const path = 'spec/published/kmpbench.json';
/** Cells are printed with one digit, the overall computed from unrounded ones. */
const tolerance = 0.1;

const byPrinciple = z.object({
  challenge: z.number(),
  explanation: z.number(),
  modelling: z.number(),
  practice: z.number(),
  questioning: z.number(),
  feedback: z.number(),
} satisfies Record<Principle, unknown>);
const row = z.object({
  overallJudgement: z.number(),
  general: z.number(),
  principles: byPrinciple,
  overall: z.number(),
});
function overallOf({ general, principles: accuracies }: Pick<z.infer<typeof row>, 'general' | 'principles'>) {
  return overallAccuracy(general, Object.values(accuracies));
}
const levels = z.object({ general: z.number(), principle: z.number(), overall: z.number() });
const schema = z.object({
  table1: z.array(row.extend({ model: z.string() })),
  table1Delta: row.extend({ of: z.string(), over: z.string() }),
  table3: z.array(z.object({ model: z.string(), judge: levels, manual: levels, alignmentRate: z.number() })),
  averageAlignmentRateQuoted: z.number(),
});

describe.skipIf(publicFile(path) === undefined)(`printed tables${missingNote([path])}`, () => {
  const printed = publicFile(path) === undefined ? undefined : schema.parse(publicJson(path));
  const rows = printed?.table1 ?? [];

  it('has the fourteen rows of Table 1 and three of Table 3', () => {
    expect(rows).toHaveLength(14);
    expect(printed?.table3).toHaveLength(3);
  });

  it.each(rows.map((one) => [one.model, one] as const))('gives the overall figure of %s from its levels', (_, one) => {
    expect(Math.abs((overallOf(one) ?? NaN) - one.overall)).toBeLessThanOrEqual(tolerance);
  });

  it('gives the Δ row as the difference of the two rows it names', () => {
    const delta = printed?.table1Delta ?? expect.fail('There is no Δ row.');
    const find = (model: string) => rows.find((one) => one.model === model) ?? expect.fail(`There is no row ${model}.`);
    const [of, over] = [find(delta.of), find(delta.over)];
    const near = (left: number, right: number): void => {
      expect(Math.abs(left - right)).toBeLessThanOrEqual(tolerance);
    };
    near(of.overallJudgement - over.overallJudgement, delta.overallJudgement);
    near(of.general - over.general, delta.general);
    for (const id of principles) near(of.principles[id] - over.principles[id], delta.principles[id]);
    near((overallOf(of) ?? NaN) - (overallOf(over) ?? NaN), delta.overall);
    // A difference of means is the mean of differences.
    const meansApart = meanOf(Object.values(of.principles))! - meanOf(Object.values(over.principles))!;
    near((meansApart + delta.general) / 2, delta.overall);
  });

  it('gives the overall statistics of Table 3, judge and people, and the mean alignment rate', () => {
    const rates: number[] = [];
    for (const { judge, manual, alignmentRate } of printed?.table3 ?? []) {
      for (const { general, principle, overall } of [judge, manual]) {
        const same = principles.map(() => principle);
        const found = overallAccuracy(general, same) ?? NaN;
        expect(Math.abs(found - overall)).toBeLessThanOrEqual(tolerance);
      }
      rates.push(alignmentRate);
    }
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    expect(Math.abs(mean - (printed?.averageAlignmentRateQuoted ?? NaN))).toBeLessThanOrEqual(tolerance);
  });
});
