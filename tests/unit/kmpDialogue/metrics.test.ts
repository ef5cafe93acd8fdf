import { describe, expect, it } from 'vitest';
import type { MetricValue } from '../../../src/core/benchmark/metric';
import { metricValue } from '../../../src/core/benchmark/metricValue';
import { kmpDialogue } from '../../../src/core/benchmarks/kmpDialogue/definition';
import { criterionIds, principles } from '../../../src/core/benchmarks/kmpDialogue/criteria';
import type { KmpDialogueSample } from '../../../src/core/benchmarks/kmpDialogue/samples';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { SampleResult } from '../../../src/core/benchmark/sampleResult';
import { allLabels, dialogueWith, kmpSample, resultWith, verdictsOf, type Labels } from './kmpDialogueFixtures';

type Results = readonly SampleResult<KmpDialogueSample>[];
const bothOrders: ProtocolPolicy = { ...defaultPolicy, bothOrders: true };

function value(results: Results, id: string, policy: ProtocolPolicy = defaultPolicy): MetricValue {
  const definition = kmpDialogue.metrics.find((metric) => metric.id === id);
  if (definition === undefined) expect.fail(`There is no metric ${id}.`);
  return metricValue(definition, results, { seed: 1, resamples: 200, policy });
}

const one = kmpSample({ id: 'one', principles: ['challenge'] });
const other = kmpSample({ id: 'other', principles: ['feedback'] });

/** The golden case "kmp-basic": two samples with one principle each. */
const basic: Results = [
  resultWith(one, {
    overall: 'win',
    'general.1': 'win',
    'general.2': 'win',
    'general.3': 'tie',
    'general.4': 'lose',
    'challenge.1': 'win',
    'challenge.2': 'win',
    'challenge.3': 'win',
  }),
  resultWith(other, {
    overall: 'lose',
    'general.1': 'lose',
    'general.2': 'win',
    'general.3': 'tie',
    'general.4': 'lose',
    'feedback.1': 'lose',
    'feedback.2': 'tie',
    'feedback.3': 'win',
  }),
];

describe('metrics', () => {
  it('gives the statistics of the worked example', () => {
    expect(value(basic, 'overall_judgement')).toMatchObject({ value: 50, n: 2, hits: 1, ciMethod: 'wilson' });
    expect(value(basic, 'general_level').value).toBeCloseTo(37.5, 9);
    expect(value(basic, 'challenge_level')).toMatchObject({ value: 100, n: 1 });
    expect(value(basic, 'feedback_level').value).toBeCloseTo(100 / 3, 9);
    expect(value(basic, 'principle_mean').value).toBeCloseTo(200 / 3, 9);
    expect(value(basic, 'principles_covered')).toMatchObject({ value: 2, n: 2, excluded: 0 });
    expect(value(basic, 'overall_partial').value).toBeCloseTo((37.5 + 200 / 3) / 2, 9);
    expect(value(basic, 'general.1')).toMatchObject({ value: 50, n: 2, hits: 1 });
    expect(value(basic, 'feedback.2')).toMatchObject({ value: 0, n: 1 });
  });

  it('shows nothing for principles that no sample targets, and no comparable overall with fewer than six', () => {
    for (const id of ['practice_level', 'practice.1', 'overall', 'position_bias']) {
      expect(value(basic, id)).toMatchObject({ value: undefined, n: 0, excluded: 0 });
    }
  });

  it('gives the comparable overall when all six principles have a verdict', () => {
    const results = principles.map((principle) => {
      const sample = kmpSample({ id: principle, principles: [principle] });
      return resultWith(sample, allLabels(sample, principle === 'practice' ? 'win' : 'lose'));
    });
    // General: one of six. Principles: 100 for practice, 0 for the others.
    expect(value(results, 'overall').value).toBeCloseTo((100 / 6 + 100 / 6) / 2, 9);
    expect(value(results, 'principles_covered').value).toBe(6);
    expect(value(results, 'overall_partial')).toMatchObject({ value: undefined, n: 0, excluded: 0 });
    const unjudged = results.slice(1).concat(resultWith(kmpSample({ id: 'x', principles: ['challenge'] }), {}));
    expect(value(unjudged, 'overall')).toMatchObject({ n: 0, excluded: 0 });
    expect(value(unjudged, 'overall_partial')).toMatchObject({ n: 5, excluded: 1 });
  });

  it('gives 0, not 50, for a reply that equals the reference everywhere', () => {
    const results = [resultWith(one, allLabels(one, 'tie'))];
    expect(value(results, 'overall_judgement').value).toBe(0);
    expect(value(results, 'general_level').value).toBe(0);
    expect(value(results, 'overall_partial').value).toBe(0);
    expect(value(results, 'overall_ties').value).toBe(100);
    expect(value(results, 'criteria_half_ties').value).toBe(50);
    expect(value(results, 'criteria_net').value).toBe(0);
  });

  it('leaves missing verdicts out of their own criterion only, and a criterion without any out of its level', () => {
    const sample = kmpSample({ id: 'q' });
    const results = [
      resultWith(sample, {
        overall: null,
        'general.1': 'win',
        'general.2': null,
        'general.3': 'win',
        'general.4': 'lose',
        'questioning.2': 'win',
        'questioning.3': 'lose',
      }),
    ];
    expect(value(results, 'overall_judgement')).toMatchObject({ value: undefined, n: 0, excluded: 1 });
    expect(value(results, 'general.2')).toMatchObject({ value: undefined, n: 0, excluded: 1 });
    expect(value(results, 'general_level').value).toBeCloseTo(200 / 3, 9);
    expect(value(results, 'questioning_level').value).toBe(50);
    expect(value(results, 'overall_partial').value).toBeCloseTo(58.3333333333, 9);
  });

  it('averages repeats inside a sample and leaves trials without a reply out', () => {
    const results = [
      resultWith(one, { 'general.1': 'win' }, { 'general.1': 'lose' }, 'noReply'),
      resultWith(other, { 'general.1': 'win' }),
      resultWith(kmpSample({ id: 'third' }), 'noReply'),
    ];
    const expected = { value: 75, n: 2, excluded: 2, incomplete: 1 };
    expect(value(results, 'general.1')).toMatchObject(expected);
    expect(value(results, 'general_level')).toMatchObject(expected);
  });

  it('does not count a label that is none, nor a verdict on a criterion that does not apply', () => {
    const odd = resultWith(one, { 'general.1': 'better', 'practice.1': 'win' } as unknown as Labels);
    expect(value([odd], 'general.1')).toMatchObject({ value: undefined, excluded: 1 });
    expect(value([odd], 'practice.1')).toMatchObject({ value: undefined, n: 0, excluded: 0 });
    expect(value([odd], 'criteria_net')).toMatchObject({ value: undefined, n: 0, excluded: 1 });
  });

  it('reads the same verdicts with ties as half, as ties, and as net preference', () => {
    const labels = ['win', 'tie', 'tie', 'lose', 'lose'] as const;
    const results = labels.map((label, index) => resultWith(kmpSample({ id: String(index) }), { overall: label }));
    expect(value(results, 'overall_ties').value).toBeCloseTo(40, 9);
    expect(value(results, 'overall_half_ties').value).toBeCloseTo(40, 9);
    expect(value(results, 'overall_net').value).toBeCloseTo(-20, 9);
    const net = value(basic, 'criteria_net');
    // 5 wins and 1 loss in the first sample, 2 wins and 3 losses in the second, of 14 verdicts.
    expect(net).toMatchObject({ n: 2, ciMethod: 'bootstrap' });
    expect(net.value).toBeCloseTo((100 * (7 - 4)) / 14, 9);
  });

  it('names criteria as comparisons, with the ties of each level beside them', () => {
    for (const { id, block, title } of kmpDialogue.metrics) {
      if (!criterionIds.includes(id)) continue;
      expect(title).toMatch(/^Better: \p{Ll}/u);
      expect(title.length).toBeLessThan(45);
      const within = kmpDialogue.metrics.filter((metric) => metric.block === block).map((metric) => metric.id);
      expect(within.at(-1)).toBe(`${block ?? ''}_ties`);
      expect(kmpDialogue.blocks.find((one) => one.id === block)?.title).toMatch(
        /^Better than the reference reply, by criterion: /,
      );
    }
    // Two of the eight general verdicts, none of the three on challenge, one of the three on feedback.
    expect(value(basic, 'general_ties')).toMatchObject({ value: 25, n: 2, direction: 'none' });
    expect(value(basic, 'challenge_ties')).toMatchObject({ value: 0, n: 1 });
    expect(value(basic, 'feedback_ties').value).toBeCloseTo(100 / 3, 9);
    expect(value(basic, 'practice_ties')).toMatchObject({ value: undefined, n: 0, excluded: 0 });
    expect(value([resultWith(one, {})], 'general_ties')).toMatchObject({ value: undefined, excluded: 1 });
  });

  it('counts what both orders agree on when both were judged, and how many verdicts turned', () => {
    const first: Labels = {
      overall: 'win',
      'general.1': 'win',
      'general.2': 'lose',
      'general.3': 'tie',
      'general.4': null,
    };
    const swapped: Labels = {
      overall: 'win',
      'general.1': 'lose',
      'general.2': 'tie',
      'general.3': 'tie',
      'general.4': 'win',
    };
    const agreed: Labels = {
      overall: 'win',
      'general.1': 'tie',
      'general.2': 'tie',
      'general.3': 'tie',
      'general.4': null,
    };
    const verdicts = [
      ...verdictsOf(first),
      ...verdictsOf(swapped, 'preference-swapped'),
      ...verdictsOf(agreed, 'preference-agreed'),
    ];
    const results: Results = [{ sample: one, repeats: [{ repeat: 0, dialogue: dialogueWith('x'), verdicts }] }];
    expect(value(results, 'general.1', bothOrders).value).toBe(0);
    expect(value(results, 'general.1').value).toBe(100);
    expect(value(results, 'overall_judgement', bothOrders).value).toBe(100);
    // Four pairs, two of which disagree; the fifth lacks a verdict.
    expect(value(results, 'position_bias', bothOrders)).toMatchObject({ value: 50, n: 1, excluded: 0 });
    expect(value(results, 'position_bias')).toMatchObject({ n: 0, excluded: 0 });
    expect(value(basic, 'position_bias', bothOrders)).toMatchObject({ value: undefined, n: 0, excluded: 2 });
  });

  it('gives intervals over samples for the derived statistics', () => {
    const results = Array.from({ length: 20 }, (_, index) => {
      const sample = kmpSample({ id: `s${index}`, principles: [principles[index % 6] ?? 'feedback'] });
      return resultWith(sample, allLabels(sample, index % 3 === 0 ? 'win' : 'lose'));
    });
    const { value: found = NaN, ci, ciMethod } = value(results, 'overall');
    expect(ciMethod).toBe('bootstrap');
    expect(ci?.low).toBeLessThan(found);
    expect(ci?.high).toBeGreaterThan(found);
    expect(value(results, 'principles_covered').ci).toBeUndefined();
  });

  it('names every metric once and puts it into a block that exists', () => {
    const names = kmpDialogue.metrics.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
    const blocks = kmpDialogue.blocks.map(({ id }) => id);
    for (const { block } of kmpDialogue.metrics) expect(blocks).toContain(block);
    for (const id of criterionIds) expect(names).toContain(id);
    const judges = new Set(kmpDialogue.judges.map(({ id }) => id));
    for (const metric of kmpDialogue.metrics) for (const judge of metric.judges) expect(judges).toContain(judge);
  });
});
