import { describe, expect, it } from 'vitest';
import { runFacts } from '../../../src/core/agent/runFacts';
import { metricName } from '../../../src/core/benchmark/aims';
import type { MeanMetric, MetricMetadata } from '../../../src/core/benchmark/metric';
import { withJudgeTrust } from '../../../src/core/report/runTrust';
import { buildReport } from '../../../src/core/results/buildReport';
import { winnerOf } from '../../../src/core/results/editReport';
import type { RunSession } from '../../../src/core/run/runSession';
import type { RunManifest } from '../../../src/core/store/runManifest';
import { comparedSession, judge, labelMetric, movedMetric } from '../compare/comparedSessions';
import { toyBenchmark, type ToySample } from '../report/reportFixture';
import { trustCard } from '../trust/trustCards';

const better = movedMetric('Better', [0, 1], 40);
const same = movedMetric('Same', [1, 1], 0);
const silent: MeanMetric<ToySample> = {
  ...labelMetric({ id: 'Silent', title: 'Silent' }),
  observe: (results) => results.map(({ sample }) => ({ unit: sample.id, value: undefined })),
};

/** What the edit adds to the unit at this place. */
function moving(id: string, by: (place: number) => number, more: Partial<MetricMetadata> = {}): MeanMetric<ToySample> {
  const plain = labelMetric({ id, title: id, ...more });
  return {
    ...plain,
    observe: (results, policy) =>
      plain.observe(results, policy).map((one, place) => ({ ...one, value: one.value === 1 ? by(place) : 0 })),
  };
}

type Edits = NonNullable<RunManifest['edits']>;

/** A run that tried one edit, which moved its metrics on so many units, with the better one as target. */
function tried(half: Edits['half'], units: number, guards: readonly MeanMetric<ToySample>[]): RunSession {
  const names = (metrics: readonly MeanMetric<ToySample>[]): readonly string[] =>
    metrics.map((one) => metricName(toyBenchmark.id, one));
  const edits: Edits = { half, candidates: [{ title: 'an edit', text: 'Be kinder.' }] };
  return comparedSession({
    trials: Object.fromEntries(Array.from({ length: units }, (_, unit) => [`s${unit}`, [0, 1]])),
    metrics: [better, ...guards],
    repeats: 2,
    manifest: {
      purpose: 'edits',
      aims: { targets: names([better]), guards: names(guards) },
      edits: half === 'confirm' ? { ...edits, level: 0.025 } : edits,
    },
  });
}

const beaten = trustCard({
  ...{ judge, benchmark: toyBenchmark.id, dimension: 'Helps', judgeVersion: 'Helps@12345678' },
  ...{ kappa: 0, kappaCi: { low: -0.2, high: 0.2, level: 0.95 }, agreement: 0.7, macroF1: 0.2 },
});

const rulesOf = (session: RunSession) => withJudgeTrust(buildReport(session, { resamples: 50 }), session, []).rules;
const wordOf = (session: RunSession): string | undefined => rulesOf(session)?.rules[0]?.words;

describe('a confirmed edit', () => {
  it('is proved where its guards are seen to hold', () => {
    expect(wordOf(tried('confirm', 40, []))).toBe('proved');
    expect(wordOf(tried('confirm', 40, [same]))).toBe('proved');
    // Also of a rule that a test of rules found: that test played all units.
    expect(rulesOf(tried('confirm', 40, []))?.notes[0]).toMatch(
      /fresh replies.*A test of rules runs that half, too\.$/,
    );
  });

  it('is open where a guard moved on no unit, but on too few units to exclude a loss', () => {
    const report = rulesOf(tried('confirm', 30, [same]));
    expect(report?.rules[0]?.words).toBe('supported');
    const [target, guard] = report?.rules[0]?.effects ?? [];
    // The loss that so few units can hide, as in a comparison.
    expect(guard?.interval?.low).toBeCloseTo(-0.1135, 3);
    expect(target?.interval?.low).toBeLessThan(1);
  });

  it('is open where a guard has no unit with a value, and says which', () => {
    const report = rulesOf(tried('confirm', 40, [silent]));
    expect(report?.rules[0]?.words).toBe('supported');
    expect(report?.notes.join(' ')).toContain('guideeval/Silent');
    expect(rulesOf(tried('confirm', 40, [same]))?.notes.join(' ')).not.toContain('guideeval');
  });

  it('is open where a guard on a scale without an end moved on no unit', () => {
    const endless = movedMetric('Endless', [1, 1], 0, { isOpen: true });
    expect(wordOf(tried('confirm', 40, [endless]))).toBe('supported');
  });

  it('has the margin of a comparison where a scale has both signs', () => {
    // Loses nothing on average. 13 points lie in its interval, beyond a tenth of 100 and within a tenth of 200.
    const noisy = moving('Noisy', (place) => (place % 2 === 0 ? 40 : -40), { scale: [-100, 100] });
    expect(wordOf(tried('confirm', 40, [noisy]))).toBe('supported');
  });

  it('is supported at most by a judge that is no better than the majority label', () => {
    const session = tried('confirm', 40, []);
    const report = withJudgeTrust(buildReport(session, { resamples: 50 }), session, [beaten]);
    expect(report.rules?.rules[0]?.words).toBe('supported');
    expect(report.rules?.notes[0]).toBe('The judge is no better than the majority label for Better.');
    const last = (cards: readonly (typeof beaten)[]): string | undefined =>
      runFacts({ session, cards, isUnderWay: false }).evidence;
    expect([last([]), last([beaten])]).toEqual(['proved', 'supported']);
  });
});

describe('a race of one edit', () => {
  it('is won by an edit that helps and harms no guard', () => {
    expect(winnerOf(tried('work', 40, [same]))).toBe(1);
  });

  it('is not won by one that loses on a guard', () => {
    expect(winnerOf(tried('work', 40, [movedMetric('Falling', [1, 0], 5)]))).toBeUndefined();
  });

  it('is not won by one that surely loses on a guard, however little', () => {
    expect(winnerOf(tried('work', 40, [movedMetric('Slipping', [0.03, 0], 40)]))).toBeUndefined();
  });

  it('is not won by one that loses more than the margin, however unsure', () => {
    const noisy = moving('Noisy', (place) => (place < 4 ? 1 : place < 10 ? -1 : 0));
    const session = tried('work', 16, [noisy]);
    expect(winnerOf(session)).toBeUndefined();
    const edits = { ...session.manifest.edits!, guardMargin: 0.2 };
    expect(winnerOf({ ...session, manifest: { ...session.manifest, edits } })).toBe(1);
  });
});
