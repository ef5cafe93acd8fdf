import { describe, expect, it } from 'vitest';
import { guideEvalMetrics } from '../../../src/core/benchmarks/guideeval/metrics';
import type { MetricValue } from '../../../src/core/benchmarks/metric';
import { mrMetrics } from '../../../src/core/benchmarks/mrbench/metrics';
import { defaultPolicy } from '../../../src/core/benchmarks/protocolPolicy';
import { socratesMetrics } from '../../../src/core/benchmarks/socratesbench/metrics';
import { tutorBenchMetrics } from '../../../src/core/benchmarks/tutorbench/metrics';
import { correctedScore, type CorrectableMetric, type Correction } from '../../../src/core/calibration/correctedScore';
import { trustOf } from '../../../src/core/calibration/trustOf';
import type { TrustCard } from '../../../src/core/store/trustCard';
import { trustCard } from './trustCards';

const labels = ['Yes', 'To some extent', 'No'];
const confusion = {
  labels,
  counts: [
    [180, 10, 10],
    [20, 20, 20],
    [20, 10, 110],
  ],
  failed: [1, 0, 1],
};
const clusterProducts = confusion.counts.flat().map((count, a, all) => all.map((_, b) => (a === b ? count : 0)));
const checked = trustCard({ n: 402, clusters: 400, confusion, clusterProducts });

const metric: MetricValue = {
  id: 'actionability',
  block: 'all',
  title: 'Actionability',
  explain: 'Replies labelled “Yes”.',
  unit: 'percent',
  direction: 'up',
  scale: [0, 100],
  judges: ['actionability'],
  value: 60,
  n: 200,
  excluded: 0,
  ci: { low: 53.1, high: 66.5, level: 0.95 },
  ciMethod: 'wilson',
};

type MeanDefinition = Extract<(typeof mrMetrics)[number], { kind: 'mean' }>;

function scoreOf(id: string): CorrectableMetric['verdictScore'] {
  const definition = mrMetrics.find((one): one is MeanDefinition => one.id === id && one.kind === 'mean');
  return definition?.verdictScore;
}

const place = { judge: 'openai:m', benchmark: 'mrbench', dimension: 'actionability' };
const inUse = { versions: new Set(['actionability@11111111']), isOwn: false };

function correct(cards: readonly TrustCard[], change: Partial<CorrectableMetric> = {}): Correction {
  const trust = [trustOf(cards, place, inUse)];
  return correctedScore({ metric, verdictScore: scoreOf('actionability'), trust, policy: defaultPolicy, ...change });
}

function reasonOf(correction: Correction): string {
  return correction.kind === 'none' ? correction.reason : 'corrected';
}

describe('correctedScore', () => {
  it('corrects a share of the desired label by the judge’s hits and false alarms, in the metric’s unit', () => {
    const found = correct([checked]);
    if (found.kind !== 'corrected') throw new Error(found.reason);
    const [hits, alarms] = [180 / 200, 40 / 200];
    expect(found.score.value).toBeCloseTo((100 * (0.6 - alarms)) / (hits - alarms), 10);
    expect(found.score).toMatchObject({ method: 'misclassification', goldN: 400 });
    expect(found.score.ci.level).toBe(0.95);
    expect(found.score.ci.high - found.score.ci.low).toBeGreaterThan(66.5 - 53.1);
  });

  it('leaves the metric as it is', () => {
    const before = JSON.stringify(metric);
    correct([checked]);
    expect(JSON.stringify(metric)).toBe(before);
  });

  it('is not made, with the reason, where the judge is unchecked, beaten or of another wording', () => {
    expect(reasonOf(correct([]))).toBe('nobody has checked the judge');
    const beaten = { kappa: 0.02, kappaCi: { low: -0.1, high: 0.1, level: 0.95 } };
    expect(reasonOf(correct([{ ...checked, ...beaten }]))).toBe('the judge is not to be relied on');
    expect(reasonOf(correct([{ ...checked, judgeVersion: 'actionability@0' }]))).toBe(
      'an earlier wording of the judge was checked',
    );
    const retrained = { versions: new Set(['embedded/1-2']), isOwn: false };
    const trust = [trustOf([{ ...checked, judgeVersion: 'embedded/1-1' }], place, retrained)];
    expect(reasonOf(correct([], { trust }))).toBe('an earlier version of the judge was checked');
  });

  it('is not made by a card of training dialogues, of other material, of another judge’s labels or of too few', () => {
    expect(reasonOf(correct([{ ...checked, trainedDialogues: 1 }]))).toBe(
      'the judge was checked on replies to dialogues that it was trained on',
    );
    const measuredOn = 'measured on single replies, the score is per conversation';
    expect(reasonOf(correct([{ ...checked, measuredOn }]))).toBe(
      'the judge was measured on single replies, the score is per conversation',
    );
    expect(reasonOf(correct([{ ...checked, gold: { ...checked.gold, by: 'judge' } }]))).toMatch(
      /^held against another judge’s labels only/,
    );
    expect(reasonOf(correct([{ ...checked, n: 39, failed: 0 }]))).toBe(
      'too few labels: 39 labels, and at least 40 are needed to tell',
    );
  });

  it('is not made from a card without counts or with too few, nor of a score without an interval', () => {
    expect(reasonOf(correct([trustCard()]))).toMatch(/^the card has no counts/);
    const few = {
      ...confusion,
      counts: [
        [12, 1, 1],
        [1, 2, 1],
        [1, 1, 5],
      ],
    };
    expect(reasonOf(correct([{ ...checked, confusion: few, clusterProducts: undefined }]))).toBe(
      'fewer than 40 labelled replies',
    );
    expect(reasonOf(correct([{ ...checked, clusters: 9 }]))).toMatch(/^too few labels: labels from 9 dialogues/);
    expect(reasonOf(correct([checked], { metric: { ...metric, ci: undefined } }))).toBe('the score has no interval');
    expect(reasonOf(correct([checked], { metric: { ...metric, value: undefined } }))).toBe('the score has no interval');
  });

  it('is not made of what is no plain mean of one judge’s verdicts', () => {
    const plain = 'it is not a plain mean of one judge’s verdicts';
    expect(reasonOf(correct([checked], { verdictScore: undefined }))).toBe(plain);
    const trust = trustOf([checked], place, inUse);
    expect(reasonOf(correct([checked], { trust: [trust, trust] }))).toBe(plain);
  });
});

describe('verdictScore', () => {
  it('counts a verdict as its metric does', () => {
    const of = (id: string, label: string): number | undefined => scoreOf(id)?.(label, defaultPolicy);
    expect(['Yes', 'To some extent', 'No', 'no', ''].map((label) => of('actionability', label))).toEqual([
      1,
      0,
      0,
      undefined,
      undefined,
    ]);
    expect(['Yes (correct)', 'Yes (incorrect)', 'No'].map((label) => of('revealing_of_the_answer', label))).toEqual([
      0, 0, 1,
    ]);
    expect(['Encouraging', 'Neutral', 'Offensive'].map((label) => of('tutor_tone', label))).toEqual([1, 0, 0]);
    const merged = mrMetrics.find(({ title }) => title === 'Non-offensive tone')?.id ?? '';
    expect(['Encouraging', 'Neutral', 'Offensive'].map((label) => of(merged, label))).toEqual([1, 1, 0]);
  });

  it('is the score itself in GuideEval’s means, and there is none in its paired figures', () => {
    const own = guideEvalMetrics.map((one) => [
      one.id,
      one.kind === 'mean' ? one.verdictScore?.(0.5, defaultPolicy) : undefined,
    ]);
    const with0 = own.filter(([, score]) => score !== undefined);
    expect(with0.map(([id]) => id)).toEqual([
      'P-Affirm',
      'P-Redirect',
      ...['O-Advance', 'O-Reconfigure', 'E-Strategic', 'E-Heuristic'],
      ...['O-Advance', 'O-Reconfigure', 'E-Strategic', 'E-Heuristic'],
    ]);
    expect(with0.every(([, score]) => score === 0.5)).toBe(true);
    expect(own.length).toBeGreaterThan(with0.length);
  });

  it('follows the policy on other examples in SocratesBench, and a conversation’s J2 has none', () => {
    const find = (id: string): MeanSocrates | undefined =>
      socratesMetrics.find(
        (one): one is MeanSocrates => one.kind === 'mean' && one.block === 'theory' && one.id === id,
      );
    const message = find('j2Message')?.verdictScore;
    expect(message?.('parallelExample', { ...defaultPolicy, parallelExampleCounts: true })).toBe(0);
    expect(message?.('parallelExample', { ...defaultPolicy, parallelExampleCounts: false })).toBe(1);
    const leak = find('j1')?.verdictScore;
    expect(['clean', 'leak', 'leak@3', 'other'].map((label) => leak?.(label, defaultPolicy))).toEqual([
      1,
      0,
      0,
      undefined,
    ]);
    expect(find('j2Conversation')).toBeDefined();
    expect(find('j2Conversation')?.verdictScore).toBeUndefined();
  });

  it('is missing where weights have signs', () => {
    expect(tutorBenchMetrics.every((one) => one.kind === 'derived' || one.verdictScore === undefined)).toBe(true);
  });
});

type MeanSocrates = Extract<(typeof socratesMetrics)[number], { kind: 'mean' }>;
