import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Comparison, NoiseBand, NoiseBands } from '../../../src/core/compare/comparison';
import { noiseBand } from '../../../src/core/compare/noiseBand';
import { comparisonView } from '../../../src/core/report/comparisonView';
import { comparisonViewTitles } from '../../../src/core/report/comparisonViewFlips';
import type { NoiseView } from '../../../src/core/report/comparisonViewModel';
import { comparisonViewNoise, differenceSize, noiseParts } from '../../../src/core/report/comparisonViewNoise';
import { comparedSession, labelMetric, oneTrial, options } from '../compare/comparedSessions';
import { openAiModel } from './reportFixture';

const metrics = [labelMetric({ id: 'First', block: 'right' }), labelMetric({ id: 'Second', title: 'Second label' })];
const before = comparedSession({ trials: oneTrial([0, 0, 0, 1, 0, 1, 0, 0]), metrics, manifest: { runId: 'a' } });
const after = comparedSession({
  trials: oneTrial([1, 1, 0, 1, 1, 1, 0, 1]),
  metrics,
  manifest: { runId: 'b', prompt: { path: 'p.md', name: 'p.md', text: 'Be kinder.', revision: 'sha256:bb' } },
});

function band(change: Partial<NoiseBand> = {}): NoiseBand {
  return {
    benchmark: 'guideeval',
    id: 'Second',
    title: 'Second label',
    unit: 'share',
    halfWidth: 0.12,
    covers: 'run',
    deviation: { total: 0.04 },
    from: { repeats: 1, runs: 3, rejudgings: 0 },
    ...change,
  };
}

function noiseOf(bands: readonly NoiseBand[], change: Partial<NoiseBands> = {}): NoiseView {
  const noise = { revision: 'sha256:aa', bands, leftOut: [], ...change };
  return comparisonViewNoise(compareRuns(before, after, { ...options, noise }))!;
}

describe('comparisonViewNoise', () => {
  it('is absent where nothing was read, and passes through the comparison', () => {
    const plain = compareRuns(before, after, options);
    expect(comparisonViewNoise(plain)).toBeUndefined();
    expect(plain).not.toHaveProperty('noise');
    expect(plain.intended).toEqual([]);
  });

  it('names the noisiest metric, whose runs they are and what it was read from', () => {
    const view = noiseOf([
      band({ from: { repeats: 4, runs: 3, rejudgings: 2 } }),
      band({ block: 'right', id: 'First', title: 'Label', halfWidth: 0.05, covers: 'judge' }),
    ]);
    expect(view.sentence).toBe(
      'Two runs of the earlier prompt differ by up to 0.12 on Second label, the noisiest metric. Read from 3 runs, 4 repeats of each sample and 2 re-judgings.',
    );
    expect(view.benchmarks[0]!.rows).toEqual([
      {
        title: 'Label',
        halfWidth: '±0.05',
        covers: 'judge',
        coversText: 'judge alone, a lower bound',
      },
      { title: 'Second label', halfWidth: '±0.12', covers: 'run', coversText: 'whole run' },
    ]);
  });

  it('does not call runs that happened to agree free of noise', () => {
    const view = noiseOf([band({ halfWidth: 0 })]);
    expect(view.benchmarks[0]!.rows[0]!.halfWidth).toBe('none seen');
    expect(view.sentence).toBe(
      'Two runs of the earlier prompt did not differ, which does not show that runs never do. Read from 3 runs.',
    );
    const judged = noiseOf([band({ halfWidth: 0, covers: 'judge', from: { repeats: 1, runs: 1, rejudgings: 1 } })]);
    expect(judged.sentence).toBe(
      'On the same replies of the earlier prompt the judge alone did not move a score, but two runs may still differ. Read from 1 run and 1 re-judging.',
    );
  });

  it('says that the judge alone is no whole', () => {
    const view = noiseOf([band({ covers: 'judge', from: { repeats: 1, runs: 1, rejudgings: 1 } })]);
    expect(view.sentence).toBe(
      'On the same replies of the earlier prompt the judge alone moves a score by up to 0.12 on Second label; two runs differ by that or more. Read from 1 run and 1 re-judging.',
    );
  });

  it('names the prompt that the runs are of', () => {
    expect(noiseOf([band()], { revision: 'sha256:bb' }).sentence).toContain('Two runs of the later prompt');
    expect(noiseOf([band()], { revision: 'sha256:cc' }).sentence).toContain('another revision of the prompt');
  });

  it('tells what nothing could be learnt from', () => {
    const view = noiseOf([band({ id: 'Elsewhere' })], {
      leftOut: [
        { runId: 'c', reason: 'sharedReplies' },
        { runId: 'd', reason: 'sharedReplies' },
        { runId: 'e', reason: 'unlike' },
        { runId: 'f', reason: 'sameSimulation' },
      ],
    });
    expect(view.benchmarks).toEqual([]);
    expect(view.sentence).toBe('How much two runs of the earlier prompt differ by chance is not known yet.');
    expect(view.leftOut).toBe(
      '4 runs say nothing about noise: 2 with some replies copied from another run, 1 made under other conditions, 1 in which simulated models repeated their answers, as they do with the same seed.',
    );
  });

  it('splits the variance into the judge’s part and the tutor’s, which make the whole', () => {
    expect(noiseParts(band())).toBeUndefined();
    expect(noiseParts(band({ judgeShare: 0.304 }))).toBe('judge 30%, tutor 70%');
    expect(noiseParts(band({ judgeShare: 1 }))).toBe('judge 100%, tutor 0%');
    expect(differenceSize(4, 'percent')).toBe('4.0 points');
    expect(differenceSize(0.125, 'share')).toBe('0.13');
  });

  it('reads what bands of real runs say, and marks the rows with them', () => {
    const judge = 'openai:gpt-5.4-mini';
    const judged = (verdicts: string, labels: readonly number[]): ReturnType<typeof comparedSession> =>
      comparedSession({
        trials: oneTrial(labels),
        metrics,
        judgeModel: judge,
        at: { verdicts },
        manifest: { runId: verdicts, judges: [openAiModel] },
      });
    const [first, second] = [
      judged('2026-03-01T10:00:00.000Z', [0, 0, 0, 1, 0, 1, 0, 0]),
      judged('2026-03-02T10:00:00.000Z', [0, 1, 0, 1, 0, 0, 0, 0]),
    ];
    const noise = noiseBand([first, second], { judge, seed: 1 })!;
    expect(noise.bands).toHaveLength(2);
    const comparison: Comparison = compareRuns(before, after, { ...options, noise });
    const view = comparisonView(comparison, { titles: comparisonViewTitles(before, after) });
    expect(view.noise!.sentence).toContain('Read from 1 run and 1 re-judging.');
    const rows = view.benchmarks[0]!.groups.flatMap((group) => group.rows);
    expect(rows.map(({ noiseCovers }) => noiseCovers)).toEqual(['judge', 'judge']);
    expect(rows.map(({ title }) => title).sort()).toEqual(
      view.noise!.benchmarks[0]!.rows.map(({ title }) => title).sort(),
    );
    expect(rows[0]!.details).toContain('The judge alone moves it by up to');
  });
});
