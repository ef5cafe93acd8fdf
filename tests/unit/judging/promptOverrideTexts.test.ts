import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { overrideProblems } from '../../../src/core/benchmark/judging/choosePromptOverrides';
import { type JudgeText, judgeTexts } from '../../../src/core/benchmark/judging/promptOverride';

const starterSets = new URL('../../../starter-sets/', import.meta.url);

function textsOf(benchmark: Benchmark, policy = defaultPolicy): readonly JudgeText[] {
  const text = readFileSync(new URL(benchmark.starterSet, starterSets), 'utf8');
  return judgeTexts(benchmark, loadSamples(benchmark, { name: benchmark.starterSet, text }).samples, policy);
}

/** Those whose verdicts follow from others'. */
const computed = new Set(['preference-agreed']);

describe.each([...benchmarks.values()].map((benchmark) => [benchmark.id, benchmark] as const))(
  '%s',
  (_id, benchmark) => {
    const texts = textsOf(benchmark);

    it('has a text for every judge that a model is asked as', () => {
      const found = new Set(texts.flatMap(({ judges }) => judges));
      const asked = benchmark.judges.map(({ id }) => id).filter((id) => !computed.has(id));
      expect([...found].sort()).toEqual(asked.sort());
    });

    it('has built-in texts with all that an own one needs', () => {
      expect(texts.map((one) => [one.judges.join(), overrideProblems(one.text, one)])).toEqual(
        texts.map(({ judges }) => [judges.join(), []]),
      );
    });
  },
);
