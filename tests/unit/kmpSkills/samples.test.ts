import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { parseTemplate } from '../../../src/core/prompt/promptTemplate';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import { skillTasks, type KmpSkillsSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import {
  chain,
  followUpSeed,
  imported,
  oneOfEach,
  rightSolution,
  seed,
  starterSamples,
  wrongSolution,
} from './sampleFiles';

describe('kmpSkillsSampleSchema', () => {
  it.each<[string, object, string]>([
    ['two questions only', { ...chain, questions: chain.questions.slice(0, 2) }, 'questions'],
    [
      'a question without an answer',
      { ...chain, questions: [{ question: 'x' }, ...chain.questions.slice(1)] },
      'questions[0].answer',
    ],
    ['no steps', { ...wrongSolution, studentSteps: [] }, 'studentSteps'],
    ['a step 0', { ...wrongSolution, firstErrorStep: 0 }, 'firstErrorStep'],
    ['a step that is not there', { ...wrongSolution, firstErrorStep: 4 }, 'firstErrorStep'],
    ['half a step', { ...wrongSolution, firstErrorStep: 1.5 }, 'firstErrorStep'],
    ['a reason for an error that is none', { ...rightSolution, errorReason: 'x' }, 'errorReason'],
    ['one request', { ...seed, requests: ['x'] }, 'requests'],
    ['an empty seed', { ...seed, seedProblem: '' }, 'seedProblem'],
    ['no id', { ...seed, id: undefined }, 'id'],
  ])('reports %s with record and field', (_what, record, field) => {
    const lines = [{ ...chain, id: 'good' }, record].map((one) => JSON.stringify(one)).join('\n');
    const result = imported(lines, 'mine.jsonl');
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.format).toBe('own');
    expect(result.samples.map(({ id }) => id)).toEqual(['good']);
    expect(result.problems.map((problem) => [problem.severity, problem.record, problem.field])).toContainEqual([
      'error',
      2,
      field,
    ]);
  });

  it('survives being stored: what was read is read again the same', () => {
    for (const sample of [...oneOfEach, ...starterSamples()]) {
      expect(kmpSkills.sampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
    }
  });

  it('leaves dialogue records to the other benchmark, with a word about it', () => {
    const lines = [chain, { system: 'kmpbench', task: 'dialogue', id: 'd' }]
      .map((one) => JSON.stringify(one))
      .join('\n');
    const result = imported(lines, 'mixed.jsonl');
    if (result.kind === 'refused') throw new Error(result.reason);
    expect(result.samples).toHaveLength(1);
    expect(result.problems).toMatchObject([{ severity: 'warning', record: 2 }]);
  });
});

describe('checkSamples', () => {
  it('reports ids used twice, and own error samples that are only partly scored', () => {
    expect(kmpSkills.checkSamples(oneOfEach)).toEqual([]);
    expect(kmpSkills.checkSamples([chain, chain])).toMatchObject([{ severity: 'error', field: 'id' }]);
    const bare = { ...wrongSolution, errorReason: undefined, answer: undefined };
    expect(kmpSkills.checkSamples([bare]).map(({ severity, field }) => [severity, field])).toEqual([
      ['warning', 'errorReason'],
      ['warning', 'answer'],
    ]);
    expect(kmpSkills.checkSamples([{ ...bare, source: 'processbench' }])).toEqual([]);
  });
});

describe('the starter set', () => {
  it('is read in full, has every task and half of its solutions right', () => {
    const samples = starterSamples();
    expect(kmpSkills.checkSamples(samples)).toEqual([]);
    const count = (task: string): number => samples.filter((sample) => sample.task === task).length;
    expect(count('fqa')).toBeGreaterThanOrEqual(20);
    expect(count('ec')).toBeGreaterThanOrEqual(20);
    expect(count('gen_followup') + count('gen_similar')).toBeGreaterThanOrEqual(12);
    expect(new Set(samples.map(({ task }) => task))).toEqual(new Set(skillTasks));
    const solutions = samples.flatMap((sample) => (sample.task === 'ec' ? [sample.firstErrorStep === -1] : []));
    expect(solutions.filter(Boolean)).toHaveLength(solutions.length / 2);
  });
});

describe('what a person sees', () => {
  it('summarises each sample by task, problem and domain', () => {
    expect(kmpSkills.summarize(chain)).toEqual({
      title: 'Nora packs 3 boxes of 4 eggs. How many eggs?',
      quote: 'Nora packs 3 boxes of 4 eggs. How many eggs?',
      group: 'Follow-up problem solving',
      subject: 'multiplication',
    });
    expect(kmpSkills.summarize(followUpSeed)).toMatchObject({
      title: expect.stringMatching(/^A baker .{1,60} …$/) as string,
      subject: 'Mathematics',
    });
    for (const sample of starterSamples()) {
      expect(Object.values(kmpSkills.summarize(sample)).every((text) => text !== '')).toBe(true);
    }
  });

  it('gives answers and labels as facts, and says what the data lacks', () => {
    expect(kmpSkills.facts?.(chain)).toHaveLength(3);
    expect(kmpSkills.facts?.(rightSolution).map(({ value }) => value)).toEqual(['6', 'none, the solution is right']);
    const bare = { ...wrongSolution, errorReason: undefined, answer: undefined };
    expect(kmpSkills.facts?.(bare).map(({ value }) => value)).toEqual([
      'not in the data; the judge solves the problem itself',
      '2',
      'not in the data; not judged',
    ]);
    expect(kmpSkills.facts?.(seed)).toEqual([]);
  });

  it('compares a claim with the sample’s label and takes other verdicts as they are', () => {
    const outcome = (judge: string, label: Verdict['label'], sample: KmpSkillsSample = wrongSolution): string =>
      kmpSkills.outcomeOf({ judge, unit: 'message', status: 'ok', label }, defaultPolicy, sample);
    expect(outcome('claim', 2)).toBe('desired');
    expect(outcome('claim', -1)).toBe('undesired');
    expect(outcome('claim', 'no claim')).toBe('undesired');
    expect(outcome('claim', -1, rightSolution)).toBe('desired');
    expect(outcome('claim', undefined)).toBe('unscored');
    expect([outcome('solution', true, chain), outcome('solution', false, chain)]).toEqual(['desired', 'undesired']);
    expect([outcome('generation_similar', 'pass', seed), outcome('generation_similar', 'fail', seed)]).toEqual([
      'desired',
      'undesired',
    ]);
  });

  it('names equalities in a reply that do not hold', () => {
    const prompt = { template: parseTemplate(''), placement: 'own' } as const;
    const plan = kmpSkills.plan(chain, prompt, defaultPolicy, { repeat: 0, seed: 1 });
    const visible = '3 × 4 = 13. Then 13 − 5 = 8.';
    const replies = [{ turn: 1, raw: visible, visible, finish: 'stop' as const }];
    expect(kmpSkills.replyFacts?.(chain, { plan, replies, status: 'unfinished' }, defaultPolicy, [])).toEqual([
      { label: 'Equalities in reply 1', value: 'does not hold: 3 × 4 = 13' },
    ]);
  });
});
