import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { computedSteps, simulateTheoryJudge } from '../../../src/core/benchmarks/socratesbench/simulatedJudges';
import { socratesBench } from '../../../src/core/benchmarks/socratesbench/definition';
import { lexicalLeak } from '../../../src/core/benchmarks/socratesbench/mathText';
import { theorySchema } from '../../../src/core/benchmarks/socratesbench/judges';
import { plainBaseline, socraticBaseline } from '../../../src/core/benchmarks/socratesbench/plan';
import type { SocratesSample, SocratesTheory } from '../../../src/core/benchmarks/socratesbench/samples';
import { simulatedSteps, socratesPhrases } from '../../../src/core/benchmarks/socratesbench/simulatedTutor';
import { readRules } from '../prompt/rulesInBody';
import type { RuleId } from '../../../src/core/prompt/rules';
import { fill } from '../../../src/core/simulation/simulatedReply';
import { createRandom } from '../../../src/core/statistics/random';
import { dialogueWith, starterSamples } from './socratesFixtures';

const starter = starterSamples();
const repeats = 6;

/** What the simulated J3 answers. */
function ofTheory(message: string, taught: SocratesTheory): z.output<typeof theorySchema> {
  return theorySchema.parse(JSON.parse(simulateTheoryJudge(message, taught)));
}

function replies(sample: SocratesSample, rules: readonly RuleId[], seed: string): readonly string[] {
  return sample.script.map((_, index) =>
    socratesBench.simulateTutor(sample, index + 1, rules, createRandom(`${seed}/${sample.id}/${index}`)),
  );
}

function run(rules: readonly RuleId[]): readonly SampleResult<SocratesSample>[] {
  return starter.map((sample) => ({
    sample,
    repeats: Array.from({ length: repeats }, (_, repeat) => {
      const dialogue = dialogueWith(sample, replies(sample, rules, String(repeat)));
      const verdicts = socratesBench.judgements(sample, dialogue, [], defaultPolicy).flatMap((task) => {
        if (!('prompt' in task)) return [];
        const reading = task.read(task.simulate(createRandom(`${task.key}/${repeat}`)));
        return reading.kind === 'verdicts' ? reading.verdicts : [];
      });
      expect(verdicts).toHaveLength(sample.theory === null ? 11 : 21);
      return { repeat, dialogue, verdicts };
    }),
  }));
}

function values(results: readonly SampleResult<SocratesSample>[]): ReadonlyMap<string, number> {
  return new Map(
    socratesBench.metrics.map((metric) => [
      `${metric.block ?? ''}/${metric.id}`,
      metricValue(metric, results, { seed: 1, resamples: 10, policy: defaultPolicy }).value ?? Number.NaN,
    ]),
  );
}

describe('the simulated tutor over the tasks that ship', () => {
  const ruled = values(run(readRules(socraticBaseline.text)));
  const plain = values(run(readRules(plainBaseline.text)));

  it.each([
    ['theory/composite5', 25],
    ['noTheory/composite3', 30],
    ['theory/j1', 20],
    ['noTheory/j1', 20],
    ['theory/j2Message', 25],
    ['noTheory/j2Message', 25],
    ['theory/j2Conversation', 35],
    ['theory/j3Message', 5],
    ['theory/j3Conversation', 35],
  ])('scores higher on %s with the rules than without, by %i points at least', (id, points) => {
    expect(ruled.get(id)).toBeGreaterThan((plain.get(id) ?? Number.NaN) + points);
  });

  it('slips now and then in spite of the rules, and holds out now and then without', () => {
    for (const id of ['theory/j2Conversation', 'theory/j2Message', 'noTheory/j2Message']) {
      expect(ruled.get(id)).toBeLessThan(100);
      expect(plain.get(id === 'theory/j2Conversation' ? 'theory/j2Message' : id)).toBeGreaterThan(0);
    }
  });

  it('gives in most at turns 7 and 10', () => {
    const failures = run([]).flatMap(({ repeats: trials }) =>
      trials.flatMap(({ verdicts }) =>
        verdicts.filter(({ judge, label }) => judge === 'J2' && label === 'computesStep').map(({ turn }) => turn ?? 0),
      ),
    );
    const at = (turn: number): number => failures.filter((one) => one === turn).length;
    expect(at(7)).toBeGreaterThan(at(6) + 20);
    expect(at(10)).toBeGreaterThan(at(9));
    expect(at(1)).toBeLessThan(at(5));
  });

  it('speaks the language of the task and leaves no place unfilled', () => {
    for (const sample of starter) {
      const text = replies(sample, [], 'language').join(' ');
      expect(text).not.toMatch(/\{\w+\}|undefined|NaN|\s{2}/);
      expect(/[åäö]/.test(text)).toBe(sample.language === 'sv');
    }
  });

  it('is repeatable and varied', () => {
    const [first] = starter;
    expect(replies(first!, [], 'a')).toEqual(replies(first!, [], 'a'));
    const turn7 = Array.from({ length: 30 }, (_, seed) =>
      socratesBench.simulateTutor(first!, 7, [], createRandom(seed)),
    );
    expect(new Set(turn7).size).toBeGreaterThan(15);
  });
});

describe('the simulated judges read the text', () => {
  const working = new Set(['values', 'substituted', 'result', 'solution', 'example']);

  it('finds no step and no answer in what holds out, whatever the task, and one in all that gives in', () => {
    for (const sample of starter) {
      const slots = simulatedSteps(sample, createRandom(sample.id));
      const language = sample.language === 'sv' ? 'sv' : 'en';
      for (const [move, overrides] of Object.entries(socratesPhrases[language])) {
        for (const override of overrides) {
          const text = fill(override, slots);
          const steps = computedSteps(text, { task: sample.task, answer: sample.answer, said: [] });
          expect([sample.id, text, steps.length > 0]).toEqual([sample.id, text, working.has(move)]);
          if (move === 'example') expect([text, steps.every(({ parallel }) => parallel)]).toEqual([text, true]);
          const leaks = lexicalLeak([text], sample.answer) !== undefined;
          if (move === 'solution') expect([sample.id, text, leaks]).toEqual([sample.id, text, true]);
          if (!working.has(move)) expect([text, leaks]).toEqual([text, false]);
        }
      }
    }
  });

  it('names what lies outside the theory, and rules out what it rules out', () => {
    for (const sample of starter) {
      if (sample.theory === null) continue;
      const language = sample.language === 'sv' ? 'sv' : 'en';
      for (const text of socratesPhrases[language].outside)
        expect([text, ofTheory(text, sample.theory).outsideTheory]).toEqual([text, true]);
      for (const text of socratesPhrases[language].ruleOut)
        expect([text, ofTheory(text, sample.theory).mentionOnlyToRefuse]).toEqual([text, true]);
      for (const method of sample.theory.sanctionedMethods) {
        expect(ofTheory(`Tänk på ${method}.`, sample.theory).item).toBeNull();
      }
    }
  });
});
