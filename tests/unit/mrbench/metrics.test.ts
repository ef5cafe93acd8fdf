import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { MetricValue } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { mrBench } from '../../../src/core/benchmarks/mrbench/definition';
import { dimensionIds, type MrLabel } from '../../../src/core/benchmarks/mrbench/labels';
import type { MrSample } from '../../../src/core/benchmarks/mrbench/samples';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';

type Labels = Partial<Record<string, MrLabel>>;

function result(
  id: string,
  trials: readonly (Labels | 'noReply')[],
  source: MrSample['source'] = 'Other',
  dialogue = id,
): SampleResult<MrSample> {
  const sample: MrSample = {
    system: 'mrbench',
    id,
    source,
    gradeBand: 'middle',
    topic: undefined,
    history: [{ role: 'student', content: dialogue }],
    groundTruthSolution: undefined,
    references: {},
  };
  const repeats = trials.map((labels, repeat) => {
    const verdicts =
      labels === 'noReply'
        ? []
        : Object.entries(labels).map(([judge, label]): Verdict => ({ judge, unit: 'reply', status: 'ok', label }));
    const dialogue: Dialogue = {
      plan: { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] },
      replies: [],
      status: labels === 'noReply' ? 'noReply' : 'complete',
    };
    return { repeat, dialogue, verdicts };
  });
  return { sample, repeats };
}

function value(results: readonly SampleResult<MrSample>[], id: string, block = 'all'): MetricValue {
  const definition = mrBench.metrics.find((metric) => metric.id === id && metric.block === block);
  if (definition === undefined) expect.fail(`There is no metric ${id} in ${block}.`);
  return metricValue(definition, results, { seed: 1, resamples: 200 });
}

function outcomeOf(verdict: Verdict): string {
  return mrBench.outcomeOf(verdict, defaultPolicy, result('s1', []).sample);
}

describe('metrics', () => {
  it('counts only the exact desired label, in percent with Wilson’s interval', () => {
    const labels = ['Yes', 'Yes', 'To some extent', 'No'] as const;
    const results = labels.map((label, index) => result(String(index), [{ mistake_identification: label }]));
    const found = value(results, 'mistake_identification');
    expect(found).toMatchObject({ value: 50, n: 4, hits: 2, excluded: 0, unit: 'percent', ciMethod: 'wilson' });
    expect(found.ci?.low).toBeCloseTo(15.0039, 3);
  });

  it('leaves empty replies and missing verdicts out of the denominator, also of revealing', () => {
    const results = [result('a', [{ revealing_of_the_answer: 'No' }]), result('b', ['noReply']), result('c', [{}])];
    expect(value(results, 'revealing_of_the_answer')).toMatchObject({ value: 100, n: 1, excluded: 2 });
    expect(value(results, 'coherence')).toMatchObject({ value: undefined, n: 0, excluded: 3 });
  });

  it('leaves out a verdict that is unscored or whose label is not one of the dimension’s', () => {
    const wrong = result('b', [{ coherence: 'Neutral' }]);
    const unscored: SampleResult<MrSample> = {
      ...wrong,
      repeats: [{ ...wrong.repeats[0]!, verdicts: [{ judge: 'coherence', unit: 'reply', status: 'unscored' }] }],
    };
    expect(value([wrong, unscored], 'coherence')).toMatchObject({ value: undefined, excluded: 2 });
  });

  it('averages repeats inside a sample first', () => {
    const results = [
      result('a', [{ coherence: 'Yes' }, { coherence: 'No' }, 'noReply']),
      result('b', [{ coherence: 'Yes' }]),
    ];
    const expected = { value: 75, n: 2, excluded: 1, incomplete: 1, ciMethod: 'bootstrap' };
    expect(value(results, 'coherence')).toMatchObject(expected);
  });

  it('takes records of one dialogue for one unit of the interval, and for as many of the statistic', () => {
    const dialogues = ['p', 'p', 'p', 'q', 'q', 'r', 's'];
    const results = dialogues.map((dialogue, index) =>
      result(
        `${dialogue}${index}`,
        [dialogue === 's' ? {} : { coherence: dialogue === 'p' ? 'Yes' : 'No' }],
        'Bridge',
        dialogue,
      ),
    );
    const found = value(results, 'coherence');
    expect(found).toMatchObject({ value: 50, n: 3, excluded: 1, ciMethod: 'bootstrap' });
    // Three dialogues with one label each. Six records drawn singly would not be all alike in so many draws.
    expect([found.ci?.low, found.ci?.high]).toEqual([0, 100]);
  });

  it('weighs a dialogue by its records with a usable label, not by all that it has', () => {
    const labels = ['Yes', 'Yes', undefined, undefined, 'No'] as const;
    const results = labels.map((label, index) =>
      result(`r${index}`, [label === undefined ? {} : { coherence: label }], 'Bridge', index < 4 ? 'p' : 'q'),
    );
    const found = value(results, 'coherence');
    // Two of three labels; by all records it would be four of five.
    expect(found).toMatchObject({ n: 2, excluded: 2 });
    expect(found.value).toBeCloseTo(200 / 3, 9);
  });

  it('counts Neutral with Encouraging in the merged variant only', () => {
    const tones = ['Neutral', 'Encouraging', 'Offensive'] as const;
    const results = tones.map((tone) => result(tone, [{ tutor_tone: tone }]));
    expect(value(results, 'tutor_tone').value).toBeCloseTo(100 / 3, 9);
    expect(value(results, 'tutor_tone_non_offensive').value).toBeCloseTo(200 / 3, 9);
  });

  it('fills the blocks of the two sources only when both are there', () => {
    const bridge = result('a', [{ coherence: 'Yes' }], 'Bridge');
    const mathDial = result('b', [{ coherence: 'No' }], 'MathDial');
    expect(value([bridge], 'coherence', 'Bridge')).toMatchObject({ n: 0, excluded: 0, value: undefined });
    expect(value([bridge, mathDial], 'coherence', 'Bridge')).toMatchObject({ n: 1, value: 100 });
    expect(value([bridge, mathDial], 'coherence', 'MathDial')).toMatchObject({ n: 1, value: 0 });
    expect(value([bridge, mathDial], 'coherence')).toMatchObject({ n: 2, value: 50 });
  });

  it('names every metric once per block, and no mean first', () => {
    const names = mrBench.metrics.map(({ id, block }) => `${block}/${id}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(mrBench.metrics.map(({ block }) => block))).toEqual(new Set(mrBench.blocks.map(({ id }) => id)));
    expect(mrBench.metrics.slice(0, 8).map(({ id }) => id)).toEqual([...dimensionIds]);
  });
});

describe('outcomeOf', () => {
  it.each([
    ['coherence', 'Yes', 'desired'],
    ['coherence', 'To some extent', 'partial'],
    ['coherence', 'No', 'undesired'],
    ['revealing_of_the_answer', 'No', 'desired'],
    ['revealing_of_the_answer', 'Yes (correct)', 'undesired'],
    ['revealing_of_the_answer', 'Yes (incorrect)', 'undesired'],
    ['tutor_tone', 'Encouraging', 'desired'],
    ['tutor_tone', 'Neutral', 'neutral'],
    ['tutor_tone', 'Offensive', 'undesired'],
    ['coherence', 'Perhaps', 'unscored'],
    ['another', 'Yes', 'unscored'],
  ])('%s “%s” is %s', (judge, label, outcome) => {
    expect(outcomeOf({ judge, unit: 'reply', status: 'ok', label })).toBe(outcome);
  });

  it('is unscored for a verdict without label', () => {
    expect(outcomeOf({ judge: 'coherence', unit: 'reply', status: 'unscored' })).toBe('unscored');
  });
});
