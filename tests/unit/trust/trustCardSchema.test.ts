import { describe, expect, it } from 'vitest';
import { cardsOfCalibration } from '../../../src/core/trust/calibrationResult';
import { cardStatistics } from '../../../src/core/trust/calibrationJson';
import { dimensionAgreement } from '../../../src/core/trust/dimensionAgreement';
import { mostConfusedLabels, mostTutors, trustCardSchema } from '../../../src/core/benchmark/trustCard';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { ratedLabels } from './ratedLabels';
import { trustCard } from './trustCards';

const options = { scale: [false, true], seed: '1', resamples: 50 };

describe('a trust card', () => {
  const counts = [
    [3, 1],
    [0, 4],
  ];
  const confusion = { labels: [false, true], counts, failed: [0, 0] };
  const ofCounts = { n: 8, failed: 0, clusters: 8, agreement: 7 / 8 };

  it('may have the counts of errors, and none from before they were kept', () => {
    expect(trustCardSchema.safeParse(trustCard()).success).toBe(true);
    expect(trustCardSchema.parse(trustCard({ ...ofCounts, confusion }))).toMatchObject({ confusion });
  });

  it('is refused where counts do not fit their labels', () => {
    const fits = (change: Parameters<typeof trustCard>[0]): boolean =>
      trustCardSchema.safeParse(trustCard({ ...ofCounts, confusion, ...change })).success;
    expect(fits({})).toBe(true);
    expect(fits({ n: 9 })).toBe(false);
    expect(fits({ failed: 1 })).toBe(false);
    expect(fits({ agreement: 1 })).toBe(false);
    expect(fits({ confusion: { ...confusion, counts: [[3, 1]] } })).toBe(false);
    expect(fits({ confusion: { ...confusion, counts: [[3], [0]] } })).toBe(false);
    expect(fits({ confusion: { ...confusion, failed: [0] } })).toBe(false);
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
  });

  it('has the statistics within tutors, of those with the most labels where they are many', () => {
    const rated = Array.from({ length: mostTutors + 5 }, (_, tutor) =>
      Array.from({ length: tutor === 0 ? 20 : 10 }, (__, place) => ({
        dimension: 'a',
        cluster: `d${place}`,
        sampleId: '',
        tutor: `T${tutor}`,
        human: place % 2 === 0,
        judge: place % 3 === 0,
        reply: '',
      })),
    ).flat();
    const statistics = cardStatistics(dimensionAgreement('a', rated, { ...options, resamples: 5 }));
    const card = trustCardSchema.parse({ ...trustCard(), schemaVersion: 2, ...statistics });
    expect(card.within).toMatchObject({ n: rated.length, kappa: expect.any(Number) as number });
    expect(card.within?.tutors).toHaveLength(mostTutors);
    expect(card.within?.tutors[0]).toMatchObject({ tutor: 'T0', n: 20 });
    expect(JSON.stringify(card, undefined, 2).length).toBeLessThan(60 * 1024);
  });

  it('is kept without counts where labels are more than a rubric has', () => {
    const many = Array.from({ length: mostConfusedLabels + 1 }, (_, place) => `leak@${place}`);
    const rated = ratedLabels(many.map((label) => [label, label]));
    const statistics = dimensionAgreement('J1', rated, { ...options, scale: [] });
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
        dimensions: [statistics],
        rated,
        pending: 0,
        versions: new Map([['J1', new Set(['J1@1'])]]),
      },
    ]);
    expect(card?.confusion).toBeUndefined();
    expect(trustCardSchema.safeParse(card).success).toBe(true);
  });
});
