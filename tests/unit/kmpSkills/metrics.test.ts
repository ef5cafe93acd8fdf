import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kmpSkills } from '../../../src/core/benchmarks/kmpSkills/definition';
import type { EcSample } from '../../../src/core/benchmarks/kmpSkills/samples';
import { f1Of, mrScoreOf } from '../../../src/core/benchmarks/kmpSkills/metrics';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import { missingNote, publicFile, publicJson } from '../mrbench/publicFile';
import { assessed, metricValues as values, trial, verdict, type Result } from './skillResults';
import { chain, rightSolution, seed, wrongSolution } from './sampleFiles';

// The six solutions of the golden cases kmp-f1 and kmp-mr, as results of a run.
const six: readonly Result[] = [
  assessed(wrongSolution, 'a', [2, true, true]),
  assessed(wrongSolution, 'b', [3, undefined, false]),
  assessed(wrongSolution, 'c', [-1, undefined, undefined]),
  assessed(wrongSolution, 'd', [2, false, true]),
  assessed(rightSolution, 'e', [-1, undefined, true]),
  assessed(rightSolution, 'f', [1, undefined, false]),
];

describe('metrics of error detection', () => {
  it('agree with the hand-computed case', () => {
    const found = values(six);
    expect(found.get('ec/f1')).toMatchObject({ value: 50, n: 6, excluded: 0, ciMethod: 'bootstrap' });
    expect(found.get('ec/mr_score')?.value).toBeCloseTo(32.5, 9);
    expect(found.get('ec/step_accuracy')?.value).toBe(50);
    expect(found.get('ec/reason_accuracy')?.value).toBe(25);
    expect(found.get('ec/correct_accuracy')?.value).toBe(50);
    expect(found.get('ec/correction_accuracy')).toMatchObject({ n: 3, excluded: 1 });
    expect(found.get('ec/correction_accuracy')?.value).toBeCloseTo(200 / 3, 9);
    expect(found.get('ec/correction_accuracy_all')).toMatchObject({ value: 60, n: 5 });
  });

  it('show the literal MR-Score on request only', () => {
    expect(values(six).get('ec/mr_score_literal')).toMatchObject({ n: 0, excluded: 0, value: undefined });
    const literal = values(six, { literalMrScore: true }).get('ec/mr_score_literal');
    // "c" has no verdict on its correction: 0.2 · 2/3 + 0.3 · 2/3 + 0.5 · 1/3 over the other three.
    expect(literal?.value).toBeCloseTo(50, 9);
    expect(literal?.excluded).toBe(1);
  });

  it('count a tutor without a claim as wrong, and leave out a reader that failed', () => {
    const silent = [assessed(wrongSolution, 'a', ['no claim']), assessed(rightSolution, 'b', ['no claim'])];
    expect(values(silent).get('ec/f1')).toMatchObject({ value: 0, n: 2, excluded: 0 });
    const failed = [...six, assessed(wrongSolution, 'g', [undefined])];
    expect(values(failed).get('ec/f1')).toMatchObject({ value: 50, n: 6, excluded: 1 });
    expect(values(failed).get('ec/mr_score')).toMatchObject({ n: 6, excluded: 1 });
  });

  it('know a claim without a step as right about the solution and wrong about the step', () => {
    const found = values([assessed(wrongSolution, 'a', ['wrong, step not named']), assessed(rightSolution, 'b', [-1])]);
    expect(found.get('ec/step_accuracy')?.value).toBe(0);
    expect(found.get('ec/mr_score')?.value).toBeCloseTo(20, 9);
  });

  it('count no reason for a wrong step', () => {
    expect(values([assessed(wrongSolution, 'a', [3, true])]).get('ec/reason_accuracy')?.value).toBe(0);
  });

  it('leave wrong solutions without a true reason out of MR-Score, and nothing else', () => {
    const unknown: EcSample = { ...wrongSolution, errorReason: undefined };
    const found = values([assessed(unknown, 'a', [2]), assessed(rightSolution, 'b', [-1])]);
    expect(found.get('ec/mr_score')).toMatchObject({ value: undefined, n: 1, excluded: 1 });
    expect(found.get('ec/f1')?.value).toBe(100);
    // A reason that should have been judged and was not is the judge's failure.
    expect(values([assessed(wrongSolution, 'a', [2])]).get('ec/reason_accuracy')).toMatchObject({ n: 0, excluded: 1 });
  });

  it('average repeats inside the sample', () => {
    const found = values([assessed(wrongSolution, 'a', [2, true], [-1]), assessed(rightSolution, 'b', [-1], [-1])]);
    expect(found.get('ec/step_accuracy')?.value).toBe(50);
    expect(found.get('ec/f1')?.value).toBeCloseTo((2 * 50 * 100) / 150, 9);
    expect(found.get('ec/f1')?.n).toBe(2);
  });

  it('are undefined where one kind of solution is missing', () => {
    expect(values([assessed(wrongSolution, 'a', [2, true])]).get('ec/f1')?.value).toBeUndefined();
    expect(values([assessed(rightSolution, 'a', [-1])]).get('ec/mr_score')?.value).toBeUndefined();
  });
});

describe('metrics of solving', () => {
  it('count each turn on its own and leave out verdicts that are missing', () => {
    const solved = (id: string, ...labels: readonly (boolean | undefined)[]): Result => {
      const sample = { ...chain, id };
      return {
        sample,
        repeats: [
          trial(
            sample,
            labels.map((label, index) => verdict('solution', index + 1, label)),
          ),
        ],
      };
    };
    const found = values([
      solved('a', true, true, false),
      solved('b', true, undefined, true),
      solved('c', false, false, true),
    ]);
    expect(found.get('fqa/fqa_turn_1')?.value).toBeCloseTo(200 / 3, 9);
    expect(found.get('fqa/fqa_turn_2')).toMatchObject({ value: 50, n: 2, excluded: 1, ciMethod: 'wilson' });
    expect(found.get('fqa/fqa_turn_3')?.value).toBeCloseTo(200 / 3, 9);
  });

  it('come with the third question first and say that a Socratic prompt scores low', () => {
    const [first] = kmpSkills.metrics;
    expect(first?.id).toBe('fqa_turn_3');
    expect(first?.explain).toMatch(/expected and not a defect of the prompt/);
    expect(kmpSkills.question).toMatch(/expected to score low/);
  });
});

describe('metrics of generation', () => {
  it('average dimensions in the problem; the last problem is the headline', () => {
    const dimensions = [
      'problem_construction',
      'solution_correctness',
      'solution_quality',
      'similarity_appropriateness',
    ];
    const made = (turn: number, labels: readonly (string | undefined)[]): ReturnType<typeof verdict>[] =>
      labels.map((label, index) => verdict('generation_similar', turn, label, dimensions[index]));
    const verdicts = [...made(1, ['pass', 'pass', 'pass', 'pass']), ...made(2, ['pass', 'fail', undefined, 'pass'])];
    const found = values([{ sample: seed, repeats: [trial(seed, verdicts)] }]);
    expect(found.get('gen_similar/pass_rate')?.value).toBeCloseTo(200 / 3, 9);
    expect(found.get('gen_similar/pass_rate_both')?.value).toBeCloseTo(250 / 3, 9);
    expect(found.get('gen_similar/solution_correctness')?.value).toBe(0);
    expect(found.get('gen_similar/solution_quality')).toMatchObject({ n: 0, excluded: 1 });
    expect(found.get('gen_followup/pass_rate')).toMatchObject({ n: 0, excluded: 0 });
    expect(kmpSkills.metrics.filter(({ block }) => block === 'gen_followup').map(({ id }) => id)).not.toContain(
      'similarity_appropriateness',
    );
  });
});

describe('picture', () => {
  it('draws the blocks that were played, in order', () => {
    const results = [...six, { sample: chain, repeats: [trial(chain, [])] }];
    expect(kmpSkills.pictures?.(results, defaultPolicy)).toMatchObject([{ kind: 'metricBars', blocks: ['fqa', 'ec'] }]);
    expect(kmpSkills.pictures?.([], defaultPolicy)).toEqual([]);
  });
});

const publishedPath = 'spec/published/kmpbench.json';
const columns = ['fqa', 'mrScore', 'f1', 'correction', 'genFollowUp', 'genSimilar'] as const;
const row = z
  .object({ model: z.string(), ...Object.fromEntries(columns.map((name) => [name, z.number()])) })
  .catchall(z.unknown());

describe.skipIf(publicFile(publishedPath) === undefined)(
  `printed table of the skills${missingNote([publishedPath])}`,
  () => {
    it('has differences that are those of its rows', () => {
      const printed = z
        .object({
          table2: z.array(row),
          table2Delta: z.object({ of: z.string(), over: z.string() }).catchall(z.unknown()),
        })
        .parse(publicJson(publishedPath));
      const { table2, table2Delta } = printed;
      const find = (model: string): Record<string, unknown> => {
        const found = table2.find((one) => one.model === model);
        if (found === undefined) throw new Error(`No row for ${model}.`);
        return found;
      };
      const [of, over] = [find(table2Delta.of), find(table2Delta.over)];
      for (const column of columns) {
        expect(Math.abs(Number(of[column]) - Number(over[column]) - Number(table2Delta[column]))).toBeLessThanOrEqual(
          0.1,
        );
      }
    });

    it('has one MR-Score below what its F1 implies, so that its cells are no oracles', () => {
      const { table2 } = z.object({ table2: z.array(row) }).parse(publicJson(publishedPath));
      const impossible = table2.filter(({ model: _model, ...cells }) => {
        const f1 = Number(cells.f1);
        // The lowest step accuracy that can lie behind this F1 is the one beside 100 % on right solutions.
        const step = f1 / (200 - f1);
        const least = [
          { erroneous: true, verdict: 0, step, reason: 0 },
          { erroneous: false, verdict: 1, step: 1, reason: 0 },
        ];
        expect(f1Of(least)).toBeCloseTo(f1, 9);
        return Number(cells.mrScore) < (mrScoreOf(least) ?? 0) - 0.05;
      });
      expect(impossible.map(({ model }) => model)).toEqual(['Qwen2.5-Math-7B-Inst']);
    });
  },
);
