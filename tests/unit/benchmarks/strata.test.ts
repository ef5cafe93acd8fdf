import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupedBy } from '../../../src/core/benchmark/samples';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { mrBenchSampleSchema } from '../../../src/core/benchmarks/mrbench/samples';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { playSequence, unitKey } from '../../../src/core/run/playOrder';

/** Units of each kind in the starter sets. A benchmark that tells no kinds apart (`stratumOf`) has no row. */
const kinds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  guideeval: { acc_err: 120, comp_conf: 120 },
  mrbench: { 'Other elementary': 36, 'Other middle': 36 },
  socratesbench: { 'with theory': 11, 'without theory': 12 },
  'kmp-dialogue': { explanation: 13, feedback: 12, modelling: 13, challenge: 9, practice: 7, questioning: 9 },
  'kmp-skills': { fqa: 125, ec: 38, gen_similar: 8, gen_followup: 7 },
  tutorbench: { adaptive_explanation: 20, assessment_feedback: 23, active_learning: 19 },
};

describe.each([...benchmarks.values()])('$title', (benchmark) => {
  const text = readFileSync(new URL(`../../../starter-sets/${benchmark.starterSet}`, import.meta.url), 'utf8');
  const loaded = loadSamples(benchmark, { name: benchmark.starterSet, text }).samples;
  const samples = benchmark.expand?.(loaded, defaultPolicy) ?? loaded;
  const units = groupedBy(samples, (sample) => unitKey(benchmark, sample));
  const stratumOf = (unit: string): string => benchmark.stratumOf?.(units.get(unit)![0]!) ?? 'one kind';

  it('tells kinds of units apart, and plays each in its share of any beginning', () => {
    const strata = groupedBy([...units.keys()], stratumOf);
    const row = kinds[benchmark.id] ?? { 'one kind': units.size };
    expect(Object.fromEntries([...strata].map(([kind, { length }]) => [kind, length]))).toEqual(row);
    const { order } = playSequence([{ benchmark, samples, planned: units.size }], { seed: 'one', batch: false });
    for (const [stratum, all] of strata)
      for (let seen = 1; seen <= order.length; seen++) {
        const found = order.slice(0, seen).filter((unit) => stratumOf(unit) === stratum).length;
        expect(Math.abs(found - (seen * all.length) / order.length)).toBeLessThanOrEqual(2);
      }
  });
});

it('tells the sources of MRBench apart', () => {
  const history = [{ role: 'student', content: '2 + 2 = 5' }];
  const records = ['Bridge', 'MathDial'].map((source) => ({ system: 'mrbench', id: source, source, history }));
  const strata = records.map((record) => mrBench.stratumOf?.(mrBenchSampleSchema.parse(record)));
  expect(strata).toEqual(['Bridge elementary', 'MathDial middle']);
});
