import { describe, expect, it } from 'vitest';
import { guideEval } from '../../../src/core/benchmarks/guideeval/definition';
import { guideEvalTasks } from '../../../src/core/benchmarks/guideeval/judges';
import { simulateTutor } from '../../../src/core/benchmarks/guideeval/simulatedTutor';
import { originalPrompt, rulePrompt } from '../../../src/core/benchmarks/guideeval/plan';
import { axisOf, type GuideEvalSample } from '../../../src/core/benchmarks/guideeval/samples';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { readRules } from '../prompt/rulesInBody';
import type { RuleId } from '../../../src/core/prompt/rules';
import { createRandom } from '../../../src/core/statistics/random';
import { dialogueWith, guideEvalSample, starterSamples } from './guideEvalFixtures';

const starter = starterSamples();
const repeats = 3;

function rulesOf(...ids: readonly RuleId[]): readonly RuleId[] {
  return ids;
}

function replyTo(sample: GuideEvalSample, rules: readonly RuleId[], seed: string): string {
  return simulateTutor(sample, rules, createRandom(seed));
}

function run(rules: readonly RuleId[]): readonly SampleResult<GuideEvalSample>[] {
  return starter.map((sample) => ({
    sample,
    repeats: Array.from({ length: repeats }, (_, repeat) => {
      const dialogue = dialogueWith(replyTo(sample, rules, `${sample.id}/${repeat}`));
      const verdicts = guideEvalTasks(sample, dialogue).flatMap((task) => {
        const reading = task.read(task.simulate(createRandom(`${sample.id}/${repeat}/${task.key}`)));
        return reading.kind === 'verdicts' ? reading.verdicts : [];
      });
      return { repeat, dialogue, verdicts };
    }),
  }));
}

/** Values by block and metric, for instance `accErr/P-Redirect`. */
function scores(rules: readonly RuleId[]): ReadonlyMap<string, number> {
  const results = run(rules);
  return new Map(
    guideEval.metrics.map((metric) => [
      `${metric.block ?? ''}/${metric.id}`,
      metricValue(metric, results, { seed: 1, resamples: 10 }).value ?? Number.NaN,
    ]),
  );
}

describe.skipIf(starter.length === 0)('simulated tutor over the starter set (skipped if the file is missing)', () => {
  const original = scores(readRules(originalPrompt.text));
  const rule = scores(readRules(rulePrompt.text));
  const none = scores([]);

  it.each(['accErr/P-Redirect', 'accErr/O-Reconfigure', 'compConf/O-Reconfigure', 'accErr/OSA', 'accErr/P-Affirm'])(
    'the rule prompt raises %s',
    (id) => expect(rule.get(id)).toBeGreaterThan((original.get(id) ?? Number.NaN) + 0.15),
  );

  it.each(['accErr/ESA', 'compConf/ESA'])('the rule prompt raises %s', (id) => {
    expect(rule.get(id)).toBeGreaterThan((original.get(id) ?? Number.NaN) + 0.3);
  });

  it.each(['accErr/O-Advance', 'compConf/O-Advance', 'compConf/OSA'])('%s does not collapse', (id) => {
    expect(rule.get(id)).toBeGreaterThan(0.7);
    expect(rule.get(id)).toBeGreaterThan((original.get(id) ?? Number.NaN) - 0.1);
  });

  it('leaves no score of a judge at either end', () => {
    for (const values of [original, rule, none]) {
      for (const [id, value] of values) {
        expect(Number.isFinite(value), id).toBe(true);
        if (/P-|O-|OSA/.test(id)) {
          expect(value, id).toBeGreaterThan(0);
          expect(value, id).toBeLessThan(1);
        }
      }
    }
  });

  it.each<[RuleId, string]>([
    ['pointOutMistake', 'accErr/P-Redirect'],
    ['classifyReply', 'accErr/P-Redirect'],
    ['affirmCorrect', 'accErr/P-Affirm'],
    ['adaptWhenConfused', 'compConf/O-Reconfigure'],
    ['deepenWhenRight', 'accErr/E-Strategic'],
    ['deepenWhenRight', 'compConf/E-Strategic'],
  ])('the rule %s alone raises %s', (id, metric) => {
    const base = rulesOf('askQuestions', 'oneQuestion');
    expect(scores([...base, ...rulesOf(id)]).get(metric)).toBeGreaterThan(
      (scores(base).get(metric) ?? Number.NaN) + 0.1,
    );
  });

  it('lowers the questions after mistakes with easierWhenWrong, and asks none without askQuestions', () => {
    const base = rulesOf('askQuestions', 'oneQuestion', 'pointOutMistake');
    const easier = scores([...base, ...rulesOf('easierWhenWrong')]).get('accErr/E-Heuristic') ?? Number.NaN;
    expect(easier).toBeLessThan((scores(base).get('accErr/E-Heuristic') ?? Number.NaN) - 0.1);
    expect(none.get('accErr/E-Strategic')).toBeLessThan((original.get('accErr/E-Strategic') ?? Number.NaN) - 0.5);
  });

  it('hands answers over only where the prompt allows it', () => {
    const handsOver = (rules: readonly RuleId[]): number =>
      starter.filter((sample) => {
        const answer = sample.groundTruth?.replace(/[.\s]+$/, '');
        const reply = replyTo(sample, rules, `give/${sample.id}`);
        return (
          answer !== undefined &&
          axisOf(sample.state) === 'acc_err' &&
          new RegExp(`\\bis ${answer.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}\\.`).test(reply)
        );
      }).length;
    expect(handsOver([])).toBeGreaterThan(handsOver(rulesOf('noFinalAnswer')) + 3);
  });

  it('hardly ever says the same twice in a row, over samples and over repeats', () => {
    for (const rules of [[], readRules(originalPrompt.text), readRules(rulePrompt.text)]) {
      const replies = starter.map((sample) => replyTo(sample, rules, `row/${sample.id}`));
      const repeated = replies.filter((reply, index) => reply === replies[index - 1]);
      expect(repeated.length / replies.length).toBeLessThan(0.02);
      // There are so many phrases and no more, so the share of different replies falls with their number.
      for (const start of [0, 120, 240, 360])
        expect(new Set(replies.slice(start, start + 120)).size, `from ${start}`).toBeGreaterThan(120 * 0.8);
    }
  });

  it('writes sentences that can be read', () => {
    for (const rules of [[], rulesOf('concise'), readRules(originalPrompt.text), readRules(rulePrompt.text)]) {
      for (const sample of starter) {
        for (const seed of ['1', '2', '3']) {
          const reply = replyTo(sample, rules, `read/${seed}/${sample.id}`);
          expect(reply).toMatch(/^["“\p{L}\p{N}\\$(].*[.?!)”]$/su);
          expect(reply).not.toMatch(/undefined|\{(said|asked|answer)\}| {2}|“”|\.\.$|\?\./);
          expect(reply.length).toBeLessThan(700);
          expect((reply.match(/“/g) ?? []).length).toBe((reply.match(/”/g) ?? []).length);
        }
      }
    }
  });
});

describe('simulateTutor', () => {
  it('is repeatable and varies with the seed', () => {
    const sample = guideEvalSample();
    expect(replyTo(sample, [], 'a')).toBe(replyTo(sample, [], 'a'));
    expect(new Set(Array.from({ length: 40 }, (_, seed) => replyTo(sample, [], String(seed)))).size).toBeGreaterThan(
      20,
    );
  });

  it('copes with texts it can take nothing from', () => {
    const bare = guideEvalSample({
      context: [
        { role: 'student', content: '' },
        { role: 'tutor', content: '…' },
      ],
      studentMessage: '{term} “$\\(',
      groundTruth: undefined,
    });
    for (const state of ['accurate', 'erroneous', 'comprehension', 'confusion'] as const) {
      for (let seed = 0; seed < 50; seed++) {
        expect(replyTo({ ...bare, state }, rulesOf('askQuestions'), String(seed))).not.toMatch(/undefined|^$/);
      }
    }
  });
});
