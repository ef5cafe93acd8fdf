import { describe, expect, it } from 'vitest';
import type { MetricValue } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { tutorBench } from '../../../src/core/benchmarks/tutorbench/definition';
import { agreedLabel } from '../../../src/core/benchmark/goldReply';
import { criticalOnly, f1VsMajority, judgeAgreement } from '../../../src/core/benchmarks/tutorbench/goldReplies';
import { tutorBenchSampleSchema, type TutorBenchSample } from '../../../src/core/benchmarks/tutorbench/samples';
import type { Dialogue } from '../../../src/core/benchmark/dialogue';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { dieSample } from './sampleFiles';

type Trial = readonly (boolean | undefined)[] | 'noReply' | 'notApplicable';

function result(
  id: string,
  trials: readonly Trial[],
  change: Partial<TutorBenchSample> = {},
): SampleResult<TutorBenchSample> {
  const sample = { ...dieSample, id, ...change };
  const repeats = trials.map((trial, repeat) => {
    const labels = typeof trial === 'string' ? [] : trial;
    const verdicts = labels.map((label, index): Verdict => {
      const slot = { judge: 'criteria', unit: 'criterion', criterionId: sample.criteria[index]?.id ?? '' } as const;
      return label === undefined ? { ...slot, status: 'unscored' } : { ...slot, status: 'ok', label };
    });
    const dialogue: Dialogue = {
      plan: { system: '', opening: [], studentTurns: [], decoding: { maxOutputTokens: 1 }, warnings: [] },
      replies: [],
      status: typeof trial === 'string' ? trial : 'complete',
    };
    return { repeat, dialogue, verdicts };
  });
  return { sample, repeats };
}

function value(
  results: readonly SampleResult<TutorBenchSample>[],
  id: string,
  block = 'headline',
  policy: ProtocolPolicy = defaultPolicy,
): MetricValue {
  const definition = tutorBench.metrics.find((metric) => metric.id === id && metric.block === block);
  if (definition === undefined) expect.fail(`There is no metric ${id} in ${block}.`);
  return metricValue(definition, results, { seed: 1, resamples: 300, policy });
}

// Weights 5, 5, 1, -5: 10/11 for the first two, 5/11 with the spoiler on top.
const good = [true, true, false, false] as const;
const spoiled = [true, true, false, true] as const;
const bad = [false, false, false, true] as const;

describe('ARR_w', () => {
  it('is the specification’s worked example, in percent', () => {
    const found = value([result('a', [good])], 'ARR_w');
    expect(found).toMatchObject({ n: 1, excluded: 0, unit: 'percent' });
    expect(found.value).toBeCloseTo(1000 / 11, 9);
    expect(value([result('a', [spoiled])], 'ARR_w').value).toBeCloseTo(500 / 11, 9);
  });

  it('is clipped after averaging, or per sample when the policy says so; the raw mean stands beside it', () => {
    const results = [result('a', [good]), result('b', [bad])];
    expect(value(results, 'ARR_w').value).toBeCloseTo(250 / 11, 9);
    expect(value(results, 'ARR_w_unclipped').value).toBeCloseTo(250 / 11, 9);
    const clipping = { ...defaultPolicy, clipPerSample: true };
    expect(value(results, 'ARR_w', 'headline', clipping).value).toBeCloseTo(500 / 11, 9);
    expect(value(results, 'ARR_w_unclipped', 'headline', clipping).value).toBeCloseTo(250 / 11, 9);
    expect(value([result('b', [bad])], 'ARR_w').value).toBe(0);
    expect(value([result('b', [bad])], 'ARR_w_unclipped').value).toBeCloseTo(-500 / 11, 9);
  });

  it('leaves out a sample without a reply or with a criterion without verdict, whose other ratings count in rates', () => {
    const results = [result('a', [good]), result('b', [[true, undefined, true, true]]), result('c', ['noReply'])];
    const found = value(results, 'ARR_w');
    expect(found).toMatchObject({ n: 1, excluded: 2 });
    expect(found.value).toBeCloseTo(1000 / 11, 9);
    expect(value(results, 'truthfulness', 'dimension')).toMatchObject({ value: 100, n: 2, excluded: 1 });
    expect(value(results, 'guiding_questions', 'skill')).toMatchObject({ value: 100, n: 1, excluded: 2 });
  });

  it('averages the trials of a sample first', () => {
    const results = [result('a', [good, spoiled, 'noReply']), result('b', [bad])];
    expect(value(results, 'ARR_w_unclipped').value).toBeCloseTo((100 * (7.5 / 11 - 5 / 11)) / 2, 9);
  });

  it('is not to be had while the tutor cannot see the images of one sample, but the text group is', () => {
    const seen = tutorBenchSampleSchema.parse({
      ...dieSample,
      modality: 'multimodal',
      turns: [{ role: 'user', content: 'x', images: [{ path: 'a.png', mediaType: 'image/png' }] }],
    });
    const results = [
      result('a', [good]),
      result('b', ['notApplicable'], { modality: 'multimodal', turns: seen.turns }),
    ];
    expect(value(results, 'ARR_w')).toMatchObject({ value: undefined, n: 0, excluded: 2 });
    expect(value(results, 'ARR_w_unclipped').value).toBeUndefined();
    expect(value(results, 'multimodal', 'modality').value).toBeUndefined();
    expect(value(results, 'active_learning', 'useCase').value).toBeUndefined();
    expect(value(results, 'text', 'modality').value).toBeCloseTo(1000 / 11, 9);
    expect(value(results, 'critical', 'tags')).toMatchObject({ value: 100, n: 1, excluded: 1 });
  });
});

describe('breakdowns', () => {
  it('puts each sample into its groups and other subjects together; empty groups observe nothing', () => {
    const results = [
      result('a', [good]),
      result('b', [bad], { subject: 'Geology', useCase: 'assessment_feedback', bloom: undefined }),
    ];
    expect(value(results, 'Statistics', 'subject').value).toBeCloseTo(1000 / 11, 9);
    expect(value(results, 'other', 'subject')).toMatchObject({ value: 0, n: 1 });
    expect(value(results, 'assessment_feedback', 'useCase')).toMatchObject({ value: 0, n: 1 });
    expect(value(results, 'apply', 'bloom').n).toBe(1);
    expect(value(results, 'Physics', 'subject')).toMatchObject({ n: 0, excluded: 0 });
    expect(value(results, 'visual_reasoning', 'dimension')).toMatchObject({ n: 0, excluded: 0 });
  });

  it('pools criteria over samples, unweighted, with a negative one good when it is not met', () => {
    const results = [result('a', [good]), result('b', [bad])];
    expect(value(results, 'instruction_following', 'dimension')).toMatchObject({ value: 50, n: 2 });
    expect(value(results, 'critical_negative', 'tags')).toMatchObject({ value: 50, n: 2 });
    expect(value(results, 'critical', 'tags')).toMatchObject({ value: 50, n: 2 });
    expect(value(results, 'not_critical', 'tags')).toMatchObject({ value: 0, n: 2 });
    // c3 has two dimensions and counts in both.
    expect(value(results, 'emotional_component', 'dimension').n).toBe(2);
    expect(value(results, 'style_tone', 'dimension').n).toBe(2);
    expect(value(results, 'implicit', 'tags')).toMatchObject({ value: 25, n: 2 });
    expect(value(results, 'objective', 'tags')).toMatchObject({ value: 50, n: 2 });
    expect(value(results, 'subjective', 'tags').n).toBe(2);
    expect(value(results, 'explicit', 'tags').n).toBe(2);
  });

  it('names every metric once per block, the headline first, each in a block with a title', () => {
    const names = tutorBench.metrics.map(({ id, block }) => `${block}/${id}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names[0]).toBe('headline/ARR_w');
    expect(new Set(tutorBench.metrics.map(({ block }) => block))).toEqual(
      new Set(tutorBench.blocks.map(({ id }) => id)),
    );
  });
});

describe('outcomeOf', () => {
  const outcome = (criterionId: string, label?: boolean | string) =>
    tutorBench.outcomeOf(
      { judge: 'criteria', unit: 'criterion', criterionId, status: label === undefined ? 'unscored' : 'ok', label },
      defaultPolicy,
      dieSample,
    );

  it('turns the sign round for an unwanted behaviour', () => {
    expect([outcome('c1', true), outcome('c1', false)]).toEqual(['desired', 'undesired']);
    expect([outcome('c4', true), outcome('c4', false)]).toEqual(['undesired', 'desired']);
  });

  it('is unscored without label, with another kind of label, and for a criterion that is not there', () => {
    expect([outcome('c1'), outcome('c1', 'yes'), outcome('c9', true)]).toEqual(['unscored', 'unscored', 'unscored']);
  });
});

describe('pictures', () => {
  it('draws skills and dimensions as soon as a criterion with a tag is rated', () => {
    expect(tutorBench.pictures?.([], defaultPolicy)).toEqual([]);
    expect(tutorBench.pictures?.([result('a', ['notApplicable'])], defaultPolicy)).toEqual([]);
    const [picture, ...others] = tutorBench.pictures?.([result('a', [good])], defaultPolicy) ?? [];
    expect(others).toEqual([]);
    expect(picture).toMatchObject({ kind: 'metricBars', blocks: ['skill', 'dimension'], judge: 'criteria' });
  });
});

describe('judge quality beyond the golden cases', () => {
  it('has no majority in a tie or without people, and leaves such criteria out', () => {
    expect([agreedLabel<boolean>([]), agreedLabel([true, false]), agreedLabel([true, true, false])]).toEqual([
      undefined,
      undefined,
      true,
    ]);
    expect(f1VsMajority([{ judge: true, humans: [true, false] }])).toBeUndefined();
    expect(
      f1VsMajority([
        { judge: undefined, humans: [true] },
        { judge: true, humans: [true] },
      ]),
    ).toBe(1);
  });

  it('compares the judge with every single rating, and can keep to critical criteria', () => {
    const items = [
      { weight: 5, judge: true, humans: [true, true, false] },
      { weight: 1, judge: false, humans: [true, true, true] },
      { weight: -5, judge: false, humans: [false, false, false] },
    ];
    expect(judgeAgreement(items)).toBeCloseTo(5 / 9, 12);
    expect(judgeAgreement(criticalOnly(items))).toBeCloseTo(5 / 6, 12);
    expect(criticalOnly(items).map(({ weight }) => weight)).toEqual([5, -5]);
    expect(judgeAgreement([])).toBeUndefined();
  });
});
