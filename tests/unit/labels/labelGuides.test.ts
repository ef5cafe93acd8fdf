import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import type { JudgeTask } from '../../../src/core/benchmark/judging/judgeTask';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Sample } from '../../../src/core/benchmark/samples';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import { readPromptFile } from '../../../src/core/prompt/promptFile';
import { loadSamples } from '../../../src/core/run/loadSamples';
import { createRandom } from '../../../src/core/statistics/random';

const { template } = readPromptFile('p.md', 'Ask one question. Never say the answer.');

function samplesOf(benchmark: Benchmark): readonly Sample[] {
  const file = new URL(`../../../starter-sets/${benchmark.starterSet}`, import.meta.url);
  return loadSamples(benchmark, { name: benchmark.starterSet, text: readFileSync(file, 'utf8') }, benchmarks.values())
    .samples;
}

/** Every verdict that the offline judge gives on the starter set, with what a person would be offered in its place. */
function offered(benchmark: Benchmark): readonly { readonly sample: Sample; readonly verdict: Verdict }[] {
  const prompt = { template, placement: benchmark.placements.default };
  return samplesOf(benchmark).flatMap((sample) => {
    const plan = benchmark.plan(sample, prompt, defaultPolicy, { repeat: 0, seed: 1 });
    const replies = plan.studentTurns.map((_, index) => {
      const said = benchmark.simulateTutor(sample, index + 1, [], createRandom(`${sample.id}/${index}`));
      return { turn: index + 1, raw: said, visible: said, finish: 'stop' as const };
    });
    const dialogue = { plan, replies, status: 'complete' as const };
    const verdicts: Verdict[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const task of benchmark.judgements(sample, dialogue, verdicts, defaultPolicy)) {
        const found = 'prompt' in task ? answered(task) : task.verdicts;
        for (const verdict of found) {
          const isKnown = verdicts.some(
            ({ judge, turn, criterionId }) =>
              judge === verdict.judge && turn === verdict.turn && criterionId === verdict.criterionId,
          );
          if (!isKnown) verdicts.push(verdict);
        }
      }
    }
    return verdicts.map((verdict) => ({ sample, verdict }));
  });
}

function answered(task: JudgeTask): readonly Verdict[] {
  const reading = task.read(task.simulate(createRandom(task.key)));
  return reading.kind === 'unreadable' ? [] : reading.verdicts;
}

describe.each([...benchmarks.values()].map((benchmark) => [benchmark.id, benchmark] as const))(
  '%s',
  (_id, benchmark) => {
    const all = offered(benchmark).filter(({ verdict }) => verdict.status === 'ok');

    it('offers a person every label that a judge gives', () => {
      expect(all.length).toBeGreaterThan(0);
      const missing = all.filter(({ sample, verdict }) => {
        const guide = benchmark.labelGuide?.(verdict, sample);
        return !guide?.choices.some(({ label }) => label === verdict.label);
      });
      expect(missing.map(({ verdict }) => [verdict.judge, verdict.label])).toEqual([]);
    });

    it('says what each label is called, and offers none twice', () => {
      for (const { sample, verdict } of all) {
        const guide = benchmark.labelGuide?.(verdict, sample);
        const labels = guide?.choices.map(({ label }) => label) ?? [];
        expect(new Set(labels).size).toBe(labels.length);
        expect(guide?.choices.every(({ title }) => title.trim() !== '')).toBe(true);
        expect(guide?.question).toMatch(/\?$/);
      }
    });

    it('marks the words of a sample, which no screen may take for its own', () => {
      const unmarked = all.flatMap(({ sample, verdict }) => {
        const words = JSON.stringify(sample);
        const choices = benchmark.labelGuide?.(verdict, sample)?.choices ?? [];
        return choices.filter(
          ({ meaning, isQuoted }) => isQuoted !== true && meaning !== '' && words.includes(JSON.stringify(meaning)),
        );
      });
      expect(unmarked).toEqual([]);
    });

    it('keeps to the scale where the benchmark has one', () => {
      for (const { sample, verdict } of all) {
        const scale = benchmark.labelsOf?.(verdict.judge) ?? [];
        if (scale.length === 0) continue;
        expect(benchmark.labelGuide?.(verdict, sample)?.choices.map(({ label }) => label)).toEqual(scale);
      }
    });
  },
);
