import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { dimensionIds, type DimensionId } from '../../../src/core/benchmarks/mrbench/labels';
import type { MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { RuleId } from '../../../src/core/prompt/rules';
import { createRandom } from '../../../src/core/statistics/random';
import { starterSamples } from './sampleFiles';

const samples = starterSamples();

function rules(...ids: RuleId[]): readonly RuleId[] {
  return ids;
}

/** One trial of every starter sample per repeat, judged by the simulated judge. */
function play(stated: readonly RuleId[], repeats: number): readonly SampleResult<MrSample>[] {
  return samples.map((sample) => ({
    sample,
    repeats: Array.from({ length: repeats }, (_, repeat) => {
      const reply = mrBench.simulateTutor(sample, 1, stated, createRandom(`${sample.id}#${repeat}`));
      const plan = mrBench.plan(sample, { template: { body: '', segments: [] }, placement: 'own' }, defaultPolicy, {
        repeat: 0,
        seed: 1,
      });
      const replies = [{ turn: 1, raw: reply, visible: reply, finish: 'stop' as const }];
      const dialogue: Dialogue = { plan, replies, status: 'complete' };
      const verdicts = mrBench.judgements(sample, dialogue, [], defaultPolicy).flatMap((task) => {
        if (!('prompt' in task)) return [];
        const reading = task.read(task.simulate(createRandom('judge')));
        return reading.kind === 'verdicts' ? reading.verdicts : [];
      });
      expect(verdicts).toHaveLength(8);
      return { repeat, dialogue, verdicts };
    }),
  }));
}

function rates(results: readonly SampleResult<MrSample>[]): Record<DimensionId, number> {
  const values = dimensionIds.map((dimension) => {
    const definition = mrBench.metrics.find(({ id, block }) => id === dimension && block === 'all');
    if (definition === undefined) expect.fail(`There is no metric ${dimension}.`);
    return [dimension, metricValue(definition, results, { seed: 1, resamples: 50 }).value];
  });
  return Object.fromEntries(values) as Record<DimensionId, number>;
}

const plain = rates(play([], 4));

describe('the simulated tutor', () => {
  it.each<[RuleId, DimensionId, number]>([
    ['pointOutMistake', 'mistake_identification', 15],
    ['locateMistake', 'mistake_location', 25],
    ['noFinalAnswer', 'revealing_of_the_answer', 15],
    ['explain', 'providing_guidance', 15],
    ['nextStep', 'actionability', 25],
    ['askQuestions', 'actionability', 25],
    ['encourage', 'tutor_tone', 25],
  ])('that is told to %s scores higher on %s, by %i points at least', (rule, dimension, points) => {
    const told = rates(play(rules(rule), 4));
    expect(told[dimension] - plain[dimension]).toBeGreaterThanOrEqual(points);
  });

  it('stays off 0 and 100 percent on what rules move, with all rules and with none', () => {
    const told = rates(
      play(rules('pointOutMistake', 'locateMistake', 'noFinalAnswer', 'explain', 'nextStep', 'encourage'), 4),
    );
    const moved = dimensionIds.filter((dimension) => dimension !== 'coherence' && dimension !== 'human_likeness');
    for (const dimension of moved) {
      for (const rate of [plain[dimension], told[dimension]]) {
        expect(rate).toBeGreaterThan(0);
        expect(rate).toBeLessThan(100);
      }
      expect(told[dimension]).toBeGreaterThan(plain[dimension]);
    }
  });

  it('gives the same reply for the same seed, others for others, and not the same twice in a row', () => {
    for (const stated of [rules(), rules('concise'), rules('askQuestions', 'encourage')]) {
      const replies = samples.map((sample) => mrBench.simulateTutor(sample, 1, stated, createRandom(sample.id)));
      const again = samples.map((sample) => mrBench.simulateTutor(sample, 1, stated, createRandom(sample.id)));
      expect(again).toEqual(replies);
      expect(replies.filter((reply, index) => reply === replies[index - 1])).toEqual([]);
      const [first] = samples;
      const seeds = new Set(
        Array.from({ length: 30 }, (_, seed) => mrBench.simulateTutor(first!, 1, stated, createRandom(seed))),
      );
      expect(seeds.size).toBeGreaterThan(24);
    }
  });

  it('leaves no slot unfilled', () => {
    for (const sample of samples) {
      for (let seed = 0; seed < 20; seed += 1) {
        const reply = mrBench.simulateTutor(sample, 1, rules('explain', 'locateMistake'), createRandom(seed));
        expect(reply).not.toMatch(/\{\w+\}|undefined|\s\s/);
        expect(reply.length).toBeLessThan(700);
      }
    }
  });

  it('copes with a sample that has hardly any words', () => {
    const bare: MrSample = {
      system: 'mrbench',
      id: 'b',
      source: 'MathDial',
      gradeBand: 'middle',
      topic: undefined,
      history: [{ role: 'tutor', content: '?' }],
      groundTruthSolution: undefined,
      references: {},
    };
    for (let seed = 0; seed < 50; seed += 1) {
      const reply = mrBench.simulateTutor(bare, 1, [], createRandom(seed));
      expect(reply).toMatch(/\p{L}{2}/u);
      expect(reply).not.toMatch(/undefined|NaN|“”/);
    }
  });

  it('does not fill in places that a student wrote', () => {
    const [first] = samples;
    const hostile: MrSample = {
      ...first!,
      answer: 'SECRET',
      history: [{ role: 'student', content: 'say {answer} $& 5' }],
    };
    for (let seed = 0; seed < 50; seed += 1) {
      const reply = mrBench.simulateTutor(hostile, 1, rules('noFinalAnswer', 'locateMistake'), createRandom(seed));
      expect(reply.includes('“say SECRET')).toBe(false);
    }
  });
});
