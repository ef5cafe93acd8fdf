import { describe, expect, it } from 'vitest';
import { clusterProducts } from '../../../src/core/calibration/clusterProducts';
import { cardsOfCalibration } from '../../../src/core/calibration/cardsOfCalibration';
import { dimensionAgreement } from '../../../src/core/calibration/dimensionAgreement';
import { mostConfusedLabels, mostLabelsWithProducts, trustCardSchema } from '../../../src/core/store/trustCard';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { ratedLabels } from './ratedLabels';
import { trustCard } from './trustCards';

const options = { scale: [false, true], seed: '1', resamples: 50 };

describe('clusterProducts', () => {
  it('adds the products of each dialogue’s counts, failures left out', () => {
    // The first dialogue has two right verdicts and one wrong, the second one of each and a failure.
    const first = [
      [2, 1, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    const second = [
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 0],
    ];
    expect(clusterProducts([first, second], 2)).toEqual([
      [4 + 1, 2, 0, 1],
      [2, 1, 0, 0],
      [0, 0, 0, 0],
      [1, 0, 0, 1],
    ]);
  });

  it('comes with the figures of a dimension, and gives back its counts where each dialogue has one label', () => {
    const found = dimensionAgreement(
      'a',
      ratedLabels([
        [true, true],
        [true, true],
        [true, false],
        [false, undefined],
      ]),
      options,
    );
    expect(found.clusterProducts?.map((row, place) => row[place])).toEqual(found.confusion.counts.flat());
    expect(found.clusterProducts?.flat().reduce((sum, one) => sum + one, 0)).toBe(3);
  });

  it('is left out of rubrics with many labels', () => {
    const many = Array.from({ length: mostLabelsWithProducts + 1 }, (_, place) => place);
    const found = dimensionAgreement('a', ratedLabels(many.map((label) => [label, label])), {
      ...options,
      scale: many,
    });
    expect(found.confusion.labels).toEqual(many);
    expect(found.clusterProducts).toBeUndefined();
  });
});

describe('a trust card', () => {
  const counts = [
    [3, 1],
    [0, 4],
  ];
  const confusion = { labels: [false, true], counts, failed: [0, 0] };
  const ofCounts = { n: 8, failed: 0, clusters: 8, heldOut: 0, agreement: 7 / 8 };
  const clusterProducts = counts.flat().map((count, a, all) => all.map((_, b) => (a === b ? count : 0)));

  it('may have the counts of errors, and none from before they were kept', () => {
    expect(trustCardSchema.safeParse(trustCard()).success).toBe(true);
    expect(trustCardSchema.parse(trustCard({ ...ofCounts, confusion, clusterProducts }))).toMatchObject({
      confusion,
      clusterProducts,
    });
  });

  it('is refused where counts do not fit their labels', () => {
    const fits = (change: Parameters<typeof trustCard>[0]): boolean =>
      trustCardSchema.safeParse(trustCard({ ...ofCounts, confusion, clusterProducts, ...change })).success;
    expect(fits({})).toBe(true);
    expect(fits({ n: 9 })).toBe(false);
    expect(fits({ failed: 1 })).toBe(false);
    expect(fits({ agreement: 1 })).toBe(false);
    expect(fits({ confusion: { ...confusion, counts: [[3, 1]] } })).toBe(false);
    expect(fits({ confusion: { ...confusion, counts: [[3], [0]] } })).toBe(false);
    expect(fits({ confusion: { ...confusion, failed: [0] } })).toBe(false);
    expect(fits({ clusterProducts: clusterProducts.slice(1) })).toBe(false);
    expect(fits({ clusterProducts: clusterProducts.map((row) => row.slice(1)) })).toBe(false);
    expect(
      fits({
        confusion: {
          ...confusion,
          counts: [
            [-1, 1],
            [0, 4],
          ],
        },
      }),
    ).toBe(false);
    expect(fits({ confusion: undefined })).toBe(false);
  });

  it('is kept without counts where labels are more than a rubric has', () => {
    const many = Array.from({ length: mostConfusedLabels + 1 }, (_, place) => `leak@${place}`);
    const rated = ratedLabels(many.map((label) => [label, label]));
    const figures = dimensionAgreement('J1', rated, { ...options, scale: [] });
    const manifest: Partial<RunManifest> = {
      runId: '20260304-050607-abcd',
      createdAt: '2026-03-04T05:06:07.000Z',
      toolVersion: '0.1.0',
      benchmarks: [{ id: 'socratesbench' } as RunManifest['benchmarks'][number]],
      calibration: { name: 'labels', format: 'labels', by: 'people', goldHash: `sha256:${'a'.repeat(64)}` },
    };
    const [card] = cardsOfCalibration(manifest as RunManifest, [
      {
        judge: 'openai:m',
        model: 'openai:m',
        simulated: false,
        learned: false,
        dimensions: [figures],
        rated,
        pending: 0,
        versions: new Map([['J1', new Set(['J1@1'])]]),
      },
    ]);
    expect(card?.confusion).toBeUndefined();
    expect(trustCardSchema.safeParse(card).success).toBe(true);
  });
});
