import { describe, expect, it } from 'vitest';
import type { MetricDefinition } from '../../../src/core/benchmark/metric';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { NoiseBand } from '../../../src/core/compare/comparison';
import { noiseBand, replicateVariance } from '../../../src/core/compare/noiseBand';
import type { RunSession } from '../../../src/core/run/runSession';
import { createRandom, type Random } from '../../../src/core/statistics/random';
import { claudeModel, offlineModel, openAiModel, type ToySample } from '../report/reportFixture';
import {
  type ComparedRunParts,
  comparedSession,
  labelMetric,
  oneTrial,
  options as usualOptions,
  type Trials,
} from './comparedSessions';

const offlineJudge = 'offline';
// Simulated models say the same again, so what noise is like is seen in others.
const judge = 'openai:gpt-5.4-mini';
const options = { ...usualOptions, judge: { before: judge, after: judge } };

const units = 60;
/** A chance of success for each sample, and labels drawn from it anew at each call. */
const chances = (random: Random): readonly number[] => Array.from({ length: units }, () => random.next());

function trials(random: Random, of: readonly number[], repeats: number): Readonly<Record<string, Trials>> {
  return Object.fromEntries(
    of.map((chance, place) => [`s${place}`, Array.from({ length: repeats }, () => (random.next() < chance ? 1 : 0))]),
  );
}

function run(id: string, labels: Readonly<Record<string, Trials>>, more: Partial<ComparedRunParts> = {}): RunSession {
  const repeats = Math.max(...Object.values(labels).map(({ length }) => length));
  // Runs at other moments are other replies.
  const at = { replies: `replies of ${id}`, verdicts: `verdicts of ${id}`, ...more.at };
  const models = { tutor: openAiModel, judges: [openAiModel] };
  return comparedSession({
    trials: labels,
    repeats,
    judgeModel: judge,
    ...more,
    at,
    manifest: { runId: id, ...models, ...more.manifest },
  });
}

function bandOf(runs: readonly RunSession[]): NoiseBand | undefined {
  return noiseBand(runs, { judge, seed: 1 })!.bands[0];
}

/** What the spread of the difference of two runs is in truth: each sample adds p(1 − p) / n². */
function trueWidth(of: readonly number[], repeats: number): number {
  const variance = of.reduce((sum, chance) => sum + chance * (1 - chance), 0) / units ** 2 / repeats;
  return 1.96 * Math.sqrt(2 * variance);
}

describe('noiseBand', () => {
  it('knows nothing from one run without repeats', () => {
    expect(noiseBand([run('a', oneTrial([1, 0, 1]))], { judge, seed: 1 })).toMatchObject({ bands: [], leftOut: [] });
    expect(noiseBand([], { judge, seed: 1 })).toBeUndefined();
  });

  it('reads the spread of a run from its repeats', () => {
    const random = createRandom('repeats');
    const of = chances(random);
    for (const repeats of [2, 5]) {
      const band = bandOf([run('a', trials(random, of, repeats))])!;
      expect(band).toMatchObject({ covers: 'run', from: { repeats, runs: 1, rejudgings: 0 } });
      expect(band.halfWidth / trueWidth(of, repeats)).toBeGreaterThan(0.8);
      expect(band.halfWidth / trueWidth(of, repeats)).toBeLessThan(1.25);
      expect(band.judgeShare).toBeUndefined();
    }
  });

  it('reads it from several runs of one prompt as well', () => {
    const random = createRandom('runs');
    const of = chances(random);
    const band = bandOf(['a', 'b', 'c'].map((id) => run(id, trials(random, of, 1))))!;
    expect(band).toMatchObject({ covers: 'run', from: { repeats: 1, runs: 3, rejudgings: 0 } });
    expect(Math.abs(band.halfWidth / trueWidth(of, 1) - 1)).toBeLessThan(0.25);
  });

  it('holds 95 of 100 differences between two runs of one prompt', () => {
    const random = createRandom('A/A');
    const of = chances(random);
    const band = bandOf([run('a', trials(random, of, 4))].map((one) => one))!;
    // Four repeats a run; so the runs that are compared have four as well.
    const mean = (): number =>
      of.reduce((sum, chance) => {
        let count = 0;
        for (let repeat = 0; repeat < 4; repeat++) count += random.next() < chance ? 1 : 0;
        return sum + count / 4;
      }, 0) / units;
    const rounds = 4_000;
    let inside = 0;
    for (let round = 0; round < rounds; round++) inside += Math.abs(mean() - mean()) <= band.halfWidth ? 1 : 0;
    // The band is an estimate from 60 samples: its own width is known to about a tenth.
    expect(inside / rounds).toBeGreaterThan(0.9);
    expect(inside / rounds).toBeLessThan(0.985);
  });

  it('tells the judge’s part from the tutor’s where the same replies were judged twice', () => {
    const random = createRandom('judged again');
    // The tutor settles half of the samples for good or ill in each run; on the others the judge tosses a coin.
    const settled = () => Array.from({ length: units }, () => (random.next() < 0.5 ? random.int(2) : 0.5));
    const judged = (of: readonly number[]) => oneTrial(of.map((chance) => (random.next() < chance ? 1 : 0)));
    const [first, second] = [settled(), settled()];
    const runs = [
      run('a', judged(first)),
      run('a2', judged(first), { at: { replies: 'replies of a', verdicts: 'judged again' } }),
      run('b', judged(second)),
      run('b2', judged(second), { at: { replies: 'replies of b', verdicts: 'judged again' } }),
    ];
    const band = bandOf(runs)!;
    expect(band.from).toEqual({ repeats: 1, runs: 2, rejudgings: 2 });
    // A judgement varies by 1/4 on half the samples, a run by 1/4 on all.
    expect(band.judgeShare).toBeGreaterThan(0.3);
    expect(band.judgeShare).toBeLessThan(0.75);
    const { total = 0, judge: ofJudge = 0, tutor = 0 } = band.deviation;
    expect(ofJudge ** 2 + tutor ** 2).toBeCloseTo(total ** 2, 12);
  });

  it('gives a lower bound where only the judge’s noise is known', () => {
    const again = { at: { replies: 'replies of a', verdicts: 'judged again' } };
    const runs = [run('a', oneTrial([1, 0, 1, 1, 0, 1])), run('a2', oneTrial([1, 1, 1, 0, 0, 1]), again)];
    const band = bandOf(runs)!;
    expect(band).toMatchObject({ covers: 'judge', from: { repeats: 1, runs: 1, rejudgings: 1 } });
    // Two of six differ by 1: variance (1/2 + 1/2) / 36.
    expect(band.deviation).toEqual({ judge: Math.sqrt(1 / 36) });
  });

  it('leaves out what is no evidence, with the reason', () => {
    const labels = oneTrial([1, 0, 1, 1, 0, 1]);
    const a = run('a', labels);
    const prompt = { ...a.manifest.prompt, revision: 'sha256:bb' };
    const copied = { at: { replies: 'replies of a', verdicts: 'verdicts of a' } };
    const runs = [
      a,
      run('other prompt', labels, { manifest: { prompt } }),
      run('other tutor', labels, { manifest: { tutor: claudeModel } }),
      run('copy', labels, copied),
    ];
    expect(noiseBand(runs, { judge, seed: 1 })!.leftOut).toEqual([
      { runId: 'other prompt', reason: 'otherPrompt' },
      { runId: 'other tutor', reason: 'unlike' },
      { runId: 'copy', reason: 'sharedVerdicts' },
    ]);
    const half = run('half', labels);
    const reply = half.state.items.get('guideeval/s1#0')!.replyRecords[0]!;
    half.state.items.get('guideeval/s1#0')!.replyRecords[0] = { ...reply, calls: 0, cached: 1 };
    expect(noiseBand([a, half], { judge, seed: 1 })!.leftOut).toEqual([{ runId: 'half', reason: 'sharedReplies' }]);
  });

  it('takes replies from a cache for copies, whichever of the two runs had them from it', () => {
    const labels = oneTrial([1, 0, 1, 1, 0, 1]);
    const [asked, cached] = [run('asked', labels), run('cached', labels)];
    for (const { replyRecords } of cached.state.items.values())
      replyRecords.forEach((reply, index) => (replyRecords[index] = { ...reply, calls: 0, cached: 1 }));
    for (const runs of [
      [asked, cached],
      [cached, asked],
    ])
      // The judge was asked twice about the same replies: nothing is learned about the tutor.
      expect(bandOf(runs)).toMatchObject({ covers: 'judge', from: { runs: 1, rejudgings: 1 } });
  });

  it('learns nothing from simulated models that were asked again with the same seed', () => {
    const labels = oneTrial([1, 0, 1, 1, 0, 1]);
    const simulated = { tutor: offlineModel, judges: [offlineModel] };
    const offline = (id: string, seed: number): RunSession =>
      run(id, labels, { judgeModel: offlineJudge, manifest: { ...simulated, seed } });
    const noise = noiseBand([offline('a', 1), offline('b', 1)], { judge: offlineJudge, seed: 1 })!;
    expect(noise.bands).toEqual([]);
    expect(noise.leftOut).toEqual([{ runId: 'b', reason: 'sameSimulation' }]);
    const seeds = noiseBand([offline('a', 1), offline('b', 2)], { judge: offlineJudge, seed: 1 })!;
    expect(seeds.leftOut).toEqual([]);
    expect(seeds.bands[0]!.from).toEqual({ repeats: 1, runs: 2, rejudgings: 0 });
  });

  it('takes a simulated judge’s second look at one run’s replies for none', () => {
    const judged = (id: string): RunSession =>
      run(id, oneTrial([1, 0, 1]), {
        judgeModel: offlineJudge,
        at: { replies: 'replies of a', verdicts: `verdicts of ${id}` },
        manifest: { judges: [offlineModel] },
      });
    const noise = noiseBand([judged('a'), judged('again')], { judge: offlineJudge, seed: 1 })!;
    expect(noise).toMatchObject({ bands: [], leftOut: [{ runId: 'again', reason: 'sameSimulation' }] });
  });

  it('reads the noise of a judge from two looks at what a simulated tutor said twice', () => {
    const judged = (id: string, labels: Trials): RunSession =>
      run(id, oneTrial(labels), { manifest: { tutor: offlineModel } });
    const band = bandOf([judged('a', [1, 0, 1, 1, 0, 1]), judged('b', [1, 1, 1, 0, 0, 1])])!;
    expect(band).toMatchObject({ covers: 'judge', from: { repeats: 1, runs: 1, rejudgings: 1 } });
  });

  it('pools the conversations of a task where they have no identity', () => {
    const labels = [1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1];
    const metric = labelMetric();
    const conversations = {
      ...metric,
      observe: ((results) =>
        results.flatMap(({ sample, repeats }) =>
          repeats.map(({ repeat, verdicts }) => ({
            unit: `${sample.id}#${repeat}`,
            value: Number(verdicts[0]?.label),
          })),
        )) as typeof metric.observe,
    };
    const session = run('a', { task: labels }, { metrics: [conversations], benchmark: { trialsAreUnits: () => true } });
    const band = bandOf([session])!;
    // 14 of 20: s² = 0.7 · 0.3 · 20 / 19, over 20 conversations.
    const expected = 2.093 * Math.sqrt((2 * 0.7 * 0.3) / 19);
    expect(Math.abs(band.halfWidth / expected - 1)).toBeLessThan(0.12);
  });
});

describe('replicateVariance', () => {
  it('agrees for a statistic of the mean with the short cut, and without it, where runs are put together anew', () => {
    const random = createRandom('short cut');
    const replicates = [0, 1, 2, 3].map(
      () => new Map(Array.from({ length: 80 }, (_, unit) => [String(unit), { value: random.next(), weight: 1 }])),
    );
    const of = (mean: number): number => Math.max(0, Math.min(1, mean)) * 100;
    const derived: MetricDefinition<ToySample> = {
      ...labelMetric(),
      kind: 'derived',
      observe: () => [],
      estimate: (values) => of(values.reduce<number>((sum, value) => sum + Number(value), 0) / values.length),
    };
    const statistic = { of, linear: { from: 0, to: 1, slope: 100 } };
    const whole = replicateVariance(derived, replicates, createRandom(1))!;
    const quick = replicateVariance(derived, replicates, createRandom(1), statistic)!;
    // The variance of 800 recombinations is known to 5 %.
    expect(Math.abs(whole.variance / quick.variance - 1)).toBeLessThan(0.15);
    // One that does not say what the metric says is not used.
    const wrong = replicateVariance(derived, replicates, createRandom(1), { ...statistic, of: () => 1 })!;
    expect(Math.abs(wrong.variance / quick.variance - 1)).toBeLessThan(0.15);
  });

  it('agrees for a plain mean, and for the same mean written as weights', () => {
    const random = createRandom('replicates');
    const replicates = [0, 1, 2].map(
      () => new Map(Array.from({ length: 50 }, (_, unit) => [String(unit), { value: random.int(4), weight: 1 }])),
    );
    const heavier = replicates.map(
      (units_) => new Map([...units_].map(([name, { value }]) => [name, { value, weight: 3 }])),
    );
    const metric = labelMetric({ unit: 'level', scale: [0, 3] });
    const plain = replicateVariance(metric, replicates, createRandom(1))!;
    const pooled = replicateVariance(metric, heavier, createRandom(1))!;
    expect(plain.degrees).toBe(100);
    expect(pooled.variance / plain.variance).toBeCloseTo(1, 9);
  });
});

describe('a difference and the band', () => {
  it('is marked where it lies inside', () => {
    const random = createRandom('inside');
    const of = chances(random);
    const noise = noiseBand(
      ['a', 'b'].map((id) => run(id, trials(random, of, 1))),
      { judge, seed: 1 },
    )!;
    const before = run('c', trials(random, of, 1));
    const compared = (after: RunSession) =>
      compareRuns(before, after, { ...options, noise }).benchmarks[0]!.metrics[0]!;
    expect(compared(run('d', trials(random, of, 1)))).toMatchObject({
      insideBand: true,
      noise: noise.bands[0]!.halfWidth,
    });
    expect(
      compared(
        run(
          'e',
          trials(
            random,
            of.map(() => 1),
            1,
          ),
        ),
      ).insideBand,
    ).toBe(false);
    expect(compareRuns(before, before, options).benchmarks[0]!.metrics[0]!.insideBand).toBeUndefined();
  });
});
