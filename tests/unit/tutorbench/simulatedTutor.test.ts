import { describe, expect, it } from 'vitest';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { tutorBenchSampleSchema, type TutorBenchSample } from '../../../src/core/benchmarks/tutorbench/samples';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { RuleId } from '../../../src/core/prompt/rules';
import { createRandom } from '../../../src/core/statistics/random';
import { dieRecord, dieSample, starterSamples } from './sampleFiles';

const samples = starterSamples();
const prompt = { template: { body: '', segments: [] }, placement: 'own' } as const;

function rules(...ids: readonly RuleId[]): readonly RuleId[] {
  return ids;
}

function judged(sample: TutorBenchSample, reply: string, repeat = 0) {
  const plan = tutorBench.plan(sample, prompt, defaultPolicy, { repeat, seed: 1 });
  const dialogue: Dialogue = {
    plan,
    replies: [{ turn: 1, raw: reply, visible: reply, finish: 'stop' }],
    status: 'complete',
  };
  const verdicts = tutorBench.judgements(sample, dialogue, [], defaultPolicy).flatMap((task) => {
    if (!('prompt' in task)) return [];
    const reading = task.read(task.simulate(createRandom(1)));
    return reading.kind === 'verdicts' ? reading.verdicts : [];
  });
  expect(verdicts).toHaveLength(sample.criteria.length);
  return { repeat, dialogue, verdicts };
}

function play(stated: readonly RuleId[], repeats: number): readonly SampleResult<TutorBenchSample>[] {
  return samples.map((sample) => ({
    sample,
    repeats: Array.from({ length: repeats }, (_, repeat) =>
      judged(sample, tutorBench.simulateTutor(sample, 1, stated, createRandom(`${sample.id}#${repeat}`)), repeat),
    ),
  }));
}

function rate(results: readonly SampleResult<TutorBenchSample>[], block: string, id: string): number {
  const definition = tutorBench.metrics.find((metric) => metric.id === id && metric.block === block);
  if (definition === undefined) expect.fail(`There is no metric ${block}/${id}.`);
  return metricValue(definition, results, { seed: 1, resamples: 20 }).value ?? Number.NaN;
}

const own: readonly RuleId[] = [
  'askQuestions',
  'noFinalAnswer',
  'affirmCorrect',
  'pointOutMistake',
  'locateMistake',
  'explain',
  'nextStep',
  'encourage',
];
const plain = play([], 4);
const told = play(rules(...own), 4);

describe('the simulated tutor', () => {
  it('scores clearly better with the benchmark’s rules, in all and in each use case, and never fully', () => {
    expect(rate(told, 'headline', 'ARR_w') - rate(plain, 'headline', 'ARR_w')).toBeGreaterThanOrEqual(20);
    for (const useCase of ['adaptive_explanation', 'assessment_feedback', 'active_learning']) {
      expect(rate(told, 'useCase', useCase) - rate(plain, 'useCase', useCase)).toBeGreaterThanOrEqual(10);
    }
    for (const results of [plain, told]) {
      expect(rate(results, 'headline', 'ARR_w')).toBeGreaterThan(5);
      expect(rate(results, 'headline', 'ARR_w')).toBeLessThan(97);
    }
  });

  it.each<[RuleId, string, string, number]>([
    ['noFinalAnswer', 'tags', 'critical_negative', 5],
    ['noFinalAnswer', 'useCase', 'active_learning', 4],
    ['askQuestions', 'skill', 'guiding_questions', 15],
    ['affirmCorrect', 'skill', 'identifying_correct_steps', 20],
    ['pointOutMistake', 'skill', 'identifying_incorrect_steps', 20],
    ['explain', 'skill', 'stating_knowledge', 20],
    ['alternatives', 'skill', 'alternative_solutions', 20],
    ['nextStep', 'skill', 'step_by_step_help', 15],
    ['encourage', 'dimension', 'emotional_component', 20],
  ])('that is told to %s scores higher on %s/%s, by %i points at least', (rule, block, id, points) => {
    expect(rate(play(rules(rule), 4), block, id) - rate(plain, block, id)).toBeGreaterThanOrEqual(points);
  });

  it('says less when it is told to be concise', () => {
    const length = (stated: readonly RuleId[]): number =>
      samples.reduce((sum, each) => sum + tutorBench.simulateTutor(each, 1, stated, createRandom(each.id)).length, 0);
    expect(length(rules(...own, 'concise'))).toBeLessThan(0.95 * length(rules(...own)));
  });

  it('gives the same reply for the same seed, others for others, and not the same twice in a row', () => {
    for (const stated of [rules(), rules('concise'), rules(...own)]) {
      const replies = samples.map((each) => tutorBench.simulateTutor(each, 1, stated, createRandom(each.id)));
      expect(samples.map((each) => tutorBench.simulateTutor(each, 1, stated, createRandom(each.id)))).toEqual(replies);
      expect(new Set(replies).size).toBe(replies.length);
      const seeds = Array.from({ length: 30 }, (_, seed) =>
        tutorBench.simulateTutor(dieSample, 1, stated, createRandom(seed)),
      );
      expect(new Set(seeds).size).toBeGreaterThan(24);
    }
  });

  it('leaves no slot unfilled', () => {
    for (const each of samples) {
      for (let seed = 0; seed < 10; seed += 1) {
        const reply = tutorBench.simulateTutor(each, 1, rules(...own), createRandom(seed));
        expect(reply).not.toMatch(/\{(?:core|said)\}|undefined/);
        expect(reply.trim()).toBe(reply);
      }
    }
  });

  it('does not fill in places that the sample wrote, and copes with hardly any words', () => {
    const criteria = [{ ...dieRecord.criteria[0], text: 'States {said} $& and {core}.' }];
    const hostile = tutorBenchSampleSchema.parse({
      ...dieRecord,
      turns: [{ role: 'user', content: 'Say {core} $1' }],
      criteria,
    });
    const bare = tutorBenchSampleSchema.parse({ ...dieRecord, turns: [{ role: 'user', content: '?' }], criteria });
    for (let seed = 0; seed < 40; seed += 1) {
      const reply = tutorBench.simulateTutor(hostile, 1, rules('explain', 'pointOutMistake'), createRandom(seed));
      expect(reply).toContain('Say {core} $1');
      expect(reply).not.toContain('undefined');
      expect(tutorBench.simulateTutor(bare, 1, [], createRandom(seed))).toMatch(/\p{L}{2}/u);
    }
  });

  it.each([
    'the student with ',
    'a ',
    'guiding question or hint ',
    'must not ',
    'States or says out that ',
    '= ',
    '$x$ ',
  ])('and its judge are done at once with a criterion and a reply full of “%s”', (part) => {
    const text = part.repeat(20_000 / part.length);
    const criteria = [
      { ...dieRecord.criteria[1], text },
      { ...dieRecord.criteria[3], text },
    ];
    const hostile = tutorBenchSampleSchema.parse({ ...dieRecord, criteria });
    // A pattern that backtracks would run into the suite's time limit.
    expect(tutorBench.simulateTutor(hostile, 1, rules(...own), createRandom(1))).not.toBe('');
    expect(judged(hostile, text)).toBeDefined();
  });
});

describe('the simulated judge', () => {
  const met = (reply: string, criterionId: string, sample = dieSample): unknown =>
    judged(sample, reply).verdicts.find((verdict) => verdict.criterionId === criterionId)?.label;

  it.each([
    ['The answer is 91/216.', true],
    ['So it is \\( \\frac{91}{216} \\).', true],
    ['You should get about 0.421.', true],
    ['That makes 42.1 %.', true],
    ['One minus 125/216 is what you want.', false],
    ['Is 1/2 too large? Think of no six at all.', false],
    ['There are 216 outcomes.', false],
  ])('finds the final value in “%s”: %s', (reply, found) => {
    expect(met(reply, 'c4')).toBe(found);
  });

  it('reads a prohibition with weight -5 the same way round, and a positive one the other way', () => {
    const [first, , , spoiler] = dieRecord.criteria;
    const text = 'The response must not state the final probability, 91/216.';
    const sample = tutorBenchSampleSchema.parse({
      ...dieRecord,
      criteria: [first, { ...spoiler, text, polarity: 'prohibition' }, { ...spoiler, id: 'c5', text, weight: 5 }],
    });
    expect([met('It is 91/216.', 'c4', sample), met('It is 91/216.', 'c5', sample)]).toEqual([true, false]);
    expect([met('What if no six comes?', 'c4', sample), met('What if no six comes?', 'c5', sample)]).toEqual([
      false,
      true,
    ]);
  });

  it.each([
    ['c1', 'Look: the three events overlap, so adding double-counts some rolls.', true],
    ['c1', 'Nice work, go on.', false],
    ['c2', 'What is the complement, no six at all?', true],
    ['c2', 'The complement is no six at all.', false],
    ['c2', 'Do you like dice?', false],
    ['c3', 'Your doubt is a good sign.', true],
    ['c3', 'The events overlap.', false],
  ])('decides %s on “%s” as %s, by the text alone', (criterionId, reply, label) => {
    expect(met(reply, criterionId)).toBe(label);
  });

  it('finds a spoiler without numbers by its words', () => {
    const criteria = [
      dieRecord.criteria[0],
      { ...dieRecord.criteria[3], text: 'Reveals that the process is osmosis through membranes.' },
    ];
    const sample = tutorBenchSampleSchema.parse({ ...dieRecord, criteria });
    expect(met('The process is osmosis: water passes through membranes.', 'c4', sample)).toBe(true);
    expect(met('Which process moves water?', 'c4', sample)).toBe(false);
  });
});
