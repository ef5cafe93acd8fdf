import { describe, expect, it } from 'vitest';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import { simulateGenerationJudge } from '../../../src/core/benchmarks/kmpSkills/generationJudges';
import {
  simulateClaimReader,
  simulateCorrectionJudge,
  simulateReasonJudge,
  simulateSolutionJudge,
} from '../../../src/core/benchmarks/kmpSkills/simulatedJudges';
import type { KmpSkillsSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { parseTemplate } from '../../../src/core/prompt/promptTemplate';
import { readRules } from '../prompt/rulesInBody';
import { createRandom } from '../../../src/core/statistics/random';
import { followUpSeed, oneOfEach, rightSolution, seed, starterSamples, wrongSolution } from './sampleFiles';

/** Plays and judges a sample as the offline provider would. */
function played(sample: KmpSkillsSample, prompt: string, repeats: number): SampleResult<KmpSkillsSample> {
  const template = parseTemplate(prompt);
  const rules = readRules(template.body);
  const plan = kmpSkills.plan(sample, { template, placement: 'own+instructions' }, defaultPolicy, {
    repeat: 0,
    seed: 1,
  });
  return {
    sample,
    repeats: Array.from({ length: repeats }, (_, repeat) => {
      const replies = plan.studentTurns.map((_turn, index) => {
        const text = kmpSkills.simulateTutor(sample, index + 1, rules, createRandom(`${sample.id}/${repeat}/${index}`));
        return { turn: index + 1, raw: text, visible: text, finish: 'stop' as const };
      });
      const dialogue = { plan, replies, status: 'complete' as const };
      const verdicts: Verdict[] = [];
      const answered = new Set<string>();
      for (;;) {
        const open = kmpSkills
          .judgements(sample, dialogue, verdicts, defaultPolicy)
          .filter(({ key }) => !answered.has(key));
        if (open.length === 0) break;
        for (const one of open) {
          answered.add(one.key);
          if ('verdicts' in one) verdicts.push(...one.verdicts);
          else {
            const reading = one.read(one.simulate(createRandom(one.key)));
            if (reading.kind !== 'verdicts') throw new Error(`${one.key}: ${reading.problem}`);
            expect(reading.verdicts).toHaveLength(one.slots.length);
            verdicts.push(...reading.verdicts);
          }
        }
      }
      return { repeat, dialogue, verdicts };
    }),
  };
}

function score(prompt: string): ReadonlyMap<string, number> {
  const results = starterSamples().map((sample) => played(sample, prompt, 3));
  return new Map(
    kmpSkills.metrics.flatMap((metric) => {
      const { value } = metricValue(metric, results, { seed: 1, resamples: 10 });
      return value === undefined ? [] : [[`${metric.block ?? ''}/${metric.id}`, value] as const];
    }),
  );
}

const skilled =
  'Explain each step and think aloud. If the student is wrong, say so and name the step where it went wrong. Give practice with a harder task.';
const socratic = 'Never give the final answer and never do a calculation yourself. Ask one question at a time.';
const headlines = [
  'fqa/fqa_turn_3',
  'ec/f1',
  'ec/correction_accuracy',
  'ec/mr_score',
  'gen_followup/pass_rate',
  'gen_similar/pass_rate',
];

describe('simulated scores', () => {
  const [plain, better, withholding] = ['You are a tutor.', skilled, socratic].map(score);

  it.each(headlines)('%s is higher with a prompt for the skill, and neither nothing nor everything without', (id) => {
    const without = plain?.get(id) ?? expect.fail('no value');
    expect(better?.get(id)).toBeGreaterThan(without + 5);
    expect(without).toBeGreaterThan(15);
    expect(without).toBeLessThan(95);
  });

  it('fall on solving with a strictly Socratic prompt, as the panel says they will', () => {
    for (const id of ['fqa/fqa_turn_1', 'fqa/fqa_turn_2', 'fqa/fqa_turn_3', 'ec/correction_accuracy']) {
      expect([id, withholding?.get(id) ?? 100]).toEqual([id, expect.any(Number)]);
      expect(withholding?.get(id)).toBeLessThan((plain?.get(id) ?? 0) / 2);
    }
  });
});

describe('simulated tutor', () => {
  it('says the same for the same seed and many different things over the samples', () => {
    const texts = new Set<string>();
    let count = 0;
    for (const sample of starterSamples()) {
      const say = (): string => kmpSkills.simulateTutor(sample, 1, [], createRandom(sample.id));
      expect(say()).toBe(say());
      expect(say()).not.toBe('');
      texts.add(say());
      count += 1;
    }
    expect(texts.size).toBeGreaterThan(0.7 * count);
  });
});

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

describe('simulated judges', () => {
  it.each<[string, boolean, string | null]>([
    ['The answer is 12.', true, '12'],
    ['Answer: 13', false, '13'],
    ['What do you think?', false, null],
  ])('judge the final answer of %j by its text', (reply, correct, finalAnswer) => {
    expect(parse(simulateSolutionJudge(reply, '12', 'How many eggs?'))).toMatchObject({ correct, finalAnswer });
  });

  it('judge a corrected solution by answer, arithmetic and completeness', () => {
    const correct = (reply: string, sample = wrongSolution): unknown =>
      parse(simulateCorrectionJudge(reply, sample)).correct;
    expect(correct('4 + 2 = 6, then 3 · 6 = 18 and 18 − 5 = 13. Answer: 13')).toBe(true);
    expect(correct('4 + 2 = 6, then 3 · 6 = 19 and 19 − 5 = 14. Answer: 13')).toBe(false);
    expect(correct('4 + 2 = 6. Answer: 14')).toBe(false);
    expect(correct('Answer: 13')).toBe(false);
    const unknown = { ...wrongSolution, answer: undefined, solution: undefined };
    expect(correct('4 + 2 = 6 and so on. Answer: 13', unknown)).toBe(false);
    const whole = 'First 4 + 2 = 6, then 3 · 6 = 18, and in the end 18 − 5 = 13 eggs are left. Answer: 13';
    expect(correct(whole, unknown)).toBe(true);
    expect(correct(whole.replace('= 18', '= 19'), unknown)).toBe(false);
    const open = 'Think of the boxes and of the eggs in each of them, and of what is left when some are taken away.';
    expect(correct(open, unknown)).toBe(false);
    expect(correct('2·7 = 14 and 20 − 14 = 6. Answer: 6', { ...rightSolution, answer: undefined })).toBe(true);
  });

  it.each<[string, boolean | null, number | null]>([
    ['The solution is correct.', true, null],
    ['Yes, the whole solution is correct: every step follows.', true, null],
    ['Steps 1 and 2 are right, but step 3 is wrong: it should be 13.', false, 3],
    ['Step 1 is correct. The first mistake is in step 2. 3·6 is 18.', false, 2],
    ['Not quite. Step 2 is wrong because 3 times 6 is 18.', false, 2],
    ['Step 2 incorrectly multiplies. Step 3 looks odd and wrong too. First Error Step: 2', false, 2],
    ['Step 3 goes wrong as it builds on step 2. The first mistake is made in step 2 already.', false, 2],
    ['There is a mistake in “3·6=19”.', false, 2],
    ['Something is wrong here.', false, null],
    ['Can you check step 2 again?', null, null],
    ['What do you think about it?', null, null],
  ])('read the claim of %j', (reply, claimsCorrect, firstErrorStep) => {
    expect(parse(simulateClaimReader(wrongSolution.studentSteps, reply))).toMatchObject({
      claimsCorrect,
      firstErrorStep,
    });
  });

  it('judge a reason by what it shares with the true one', () => {
    const judge = (claimed: string, truth: string): unknown =>
      parse(simulateReasonJudge(claimed, truth, '3·6=19')).reasonCorrect;
    // 18 is what the step should have had.
    expect(judge('It should have been 18.', '3 times 6 is 18, a multiplication slip')).toBe(true);
    expect(judge('3 times 6 is not 19.', '3 times 6 is 18, a multiplication slip')).toBe(false);
    expect(judge('The brackets were forgotten.', '3 times 6 is 18, a multiplication slip')).toBe(false);
    // Without such a value words decide, endings aside.
    expect(judge('The boxes were added.', 'boxes are adding up instead of multiplying')).toBe(true);
    expect(judge('The eggs were forgotten.', 'boxes are adding up instead of multiplying')).toBe(false);
  });

  const good =
    'Problem: A baker puts 14 rolls on each of 6 trays. How many rolls are there?\n\n' +
    'Solution: Each tray has 14 rolls, and there are 6 trays, so multiply: 14 × 6 = 84.\nAnswer: 84';

  it('pass a sound problem and fail each fault in its own dimension', () => {
    const judge = (reply: string): Record<string, unknown> => parse(simulateGenerationJudge(seed, reply));
    expect(judge(good)).toMatchObject({
      problem_construction: 'pass',
      solution_correctness: 'pass',
      solution_quality: 'pass',
      similarity_appropriateness: 'pass',
    });
    expect(judge(good.replace('= 84', '= 85'))).toMatchObject({
      solution_correctness: 'fail',
      solution_quality: 'pass',
    });
    expect(judge(good.replace(/Each tray.*multiply: /, ''))).toMatchObject({ solution_quality: 'fail' });
    expect(judge(`Problem: ${seed.seedProblem}\nSolution: 12 × 8 = 96 rolls.`)).toMatchObject({
      problem_construction: 'fail',
      similarity_appropriateness: 'fail',
    });
    for (const empty of ['', 'What would you like to practise?']) {
      expect(Object.values(judge(empty)).filter((label) => label === 'pass')).toEqual([]);
    }
  });

  it('want more steps of a follow-up than the seed has', () => {
    const verdict = (reply: string): unknown =>
      parse(simulateGenerationJudge(followUpSeed, reply)).problem_construction;
    expect(verdict(good)).toBe('fail');
    expect(
      verdict(good.replace('= 84.', '= 84. Half of them are sold: 84 ÷ 2 = 42.').replace('Answer: 84', 'Answer: 42')),
    ).toBe('pass');
  });

  it('end on hostile replies', () => {
    const hostile = [
      'step 1 wrong '.repeat(20_000),
      '"'.repeat(50_000),
      'Solution: '.repeat(20_000),
      '1+1='.repeat(20_000),
    ];
    for (const sample of oneOfEach) {
      for (const text of hostile) {
        const prompt = { template: parseTemplate(''), placement: 'own' } as const;
        const plan = kmpSkills.plan(sample, prompt, defaultPolicy, { repeat: 0, seed: 1 });
        const replies = plan.studentTurns.map((_, index) => ({
          turn: index + 1,
          raw: text,
          visible: text,
          finish: 'stop' as const,
        }));
        for (const one of kmpSkills.judgements(sample, { plan, replies, status: 'complete' }, [], defaultPolicy)) {
          if ('prompt' in one) expect(one.read(one.simulate(createRandom(1))).kind).toBe('verdicts');
        }
      }
    }
  });
});
