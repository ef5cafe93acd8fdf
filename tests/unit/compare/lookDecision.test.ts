import { describe, expect, it } from 'vitest';
import { comparePair } from '../../../src/core/compare/compareRuns';
import { comparisonNotices, stoppedEarlyWords } from '../../../src/core/compare/decisionWords';
import { decideLook, hasLooks } from '../../../src/core/compare/lookDecision';
import type { RunSession } from '../../../src/core/run/runSession';
import { comparedSession, labelMetric, oneTrial, type Trials } from './comparedSessions';

const units = 40;
const order = Array.from({ length: units }, (_, index) => `guideeval/s${index + 1}`);
const sequence = { planned: units, order, looks: [10, 20, 30, 40] };
const metrics = [labelMetric(), labelMetric({ id: 'Guard', judges: ['Level'] })];
const aims = { targets: ['guideeval/Label'], guards: [] };
const at = '2026-03-01T10:00:00.000Z';

/** The first `labels.length` units are played; those after it have neither reply nor verdict. */
function run(runId: string, labels: Trials, named = aims): RunSession {
  const trials = { ...Object.fromEntries(order.map((unit) => [unit.slice(10), []])), ...oneTrial(labels) };
  const prompt = { path: 'toy.md', name: 'toy.md', text: runId, revision: `sha256:${runId}` };
  return comparedSession({ trials, metrics, manifest: { runId, prompt, aims: named, sequence } });
}

const old = run('a', Array<number>(units).fill(0));
const better = (played: number, every: number): Trials =>
  Array.from({ length: played }, (_, unit) => Number(unit % every === 0));

describe('decideLook', () => {
  it('settles a target that is better, and ends the run when nothing else is open', () => {
    expect(decideLook(old, run('b', better(20, 1)), 20)).toEqual({
      judges: { guideeval: [] },
      settled: [{ metric: 'guideeval/Label', outcome: 'better' }],
      isOver: true,
    });
  });

  it('goes on while a target is open, and drops it once it is unlikely to be settled', () => {
    expect(decideLook(old, run('b', better(10, 4)), 10)).toMatchObject({
      judges: { guideeval: ['Helps'] },
      settled: [],
    });
    expect(decideLook(old, run('b', Array<number>(30).fill(0)), 30)).toMatchObject({
      settled: [{ metric: 'guideeval/Label', outcome: 'futile' }],
      isOver: true,
    });
  });

  it('keeps what an earlier look settled', () => {
    const after = run('b', better(30, 40));
    after.state.apply({ kind: 'look', at, from: 20, settled: [{ metric: 'guideeval/Label', outcome: 'better' }] });
    expect(decideLook(old, after, 30)?.settled).toEqual([{ metric: 'guideeval/Label', outcome: 'better' }]);
  });

  it('ends no run against a baseline that was chosen for its score', () => {
    const chosen = { among: 4, chosenBy: ['a'], fresh: undefined, warning: 'Play it again.' };
    expect(decideLook(old, run('b', better(20, 1)), 20, { chosen })?.isOver).toBe(false);
  });

  it('decides nothing from a limit on where the baseline has fewer units', () => {
    const after = (firstStop: number): RunSession => {
      const { manifest, ...parts } = run('b', better(20, 1));
      return { ...parts, manifest: { ...manifest, sequence: { ...sequence, firstStop } } };
    };
    const some = run('a', Array<number>(30).fill(0));
    for (const unit of order.slice(30)) some.state.items.delete(`${unit}#0`);
    expect(decideLook(old, after(20), 20)).toMatchObject({ isOver: true });
    expect(decideLook(some, after(20), 20)).toBeUndefined();
    expect(decideLook(some, after(30), 20)).toMatchObject({ isOver: true });
  });

  it('counts all plays of the baseline, as the comparison at the end does', () => {
    const trials = oneTrial(better(units, 2));
    const earlier = '2026-02-01T10:00:00.000Z';
    const made = { runId: 'a2', prompt: old.manifest.prompt, createdAt: earlier };
    const again = comparedSession({ trials, metrics, at: { replies: earlier, verdicts: earlier }, manifest: made });
    const after = run('b', better(20, 2));
    expect(decideLook(old, after, 20)?.settled).toMatchObject([{ outcome: 'better' }]);
    const outcome = comparePair(old, after, { others: [again] }).benchmarks[0]?.metrics[0]?.outcome;
    expect(outcome).toBe('noEvidence');
    expect(decideLook(old, after, 20, { others: [again] })?.settled).toEqual([]);
  });

  it('asks all judges until the end where somebody wants all of them', () => {
    const after = comparedSession({
      ...{ trials: oneTrial(better(20, 1)), metrics },
      manifest: { runId: 'b', sequence, aims, judgeAll: true },
    });
    expect(decideLook(old, after, 20)?.judges).toBeUndefined();
  });
});

it('has no looks without an order or metrics to decide about, and with a simulated tutor only where that is allowed', () => {
  const simulated = comparedSession({
    trials: oneTrial([1]),
    metrics,
    manifest: { sequence, aims, tutor: { provider: 'offline', model: 'offline', simulated: true } },
  });
  expect(hasLooks(old, old, {})).toBe(true);
  expect(hasLooks(old, comparedSession({ trials: oneTrial([1]), metrics, manifest: { aims } }), {})).toBe(false);
  expect(hasLooks(old, run('b', [1], { targets: [], guards: [] }), {})).toBe(true);
  expect(
    hasLooks(old, comparedSession({ trials: oneTrial([1]), metrics, manifest: { sequence, aims: undefined } }), {}),
  ).toBe(false);
  expect(hasLooks(old, simulated, {})).toBe(false);
  expect(hasLooks(old, simulated, { allowSimulated: true })).toBe(true);
});

/** The rest is played for other metrics, after an early look settled the target. */
function frozen(labels: Trials, outcome: 'better' | 'futile'): RunSession {
  const after = run('b', labels);
  const settled = [{ metric: 'guideeval/Label', outcome }];
  after.state.apply({ kind: 'look', at, from: 20, judges: { guideeval: [] }, settled });
  for (const unit of order.slice(20)) {
    const call = { calls: 1, cached: 0, retries: 0, ms: 1, at, item: `${unit}#0` };
    after.state.apply({ kind: 'reply', ...call, turn: 1, raw: 'Reply.', finish: 'stop' });
  }
  return after;
}

it('leaves the p of a metric as it was when its judge was no longer asked', () => {
  const pOf = (after: RunSession): number | undefined =>
    comparePair(old, after, { others: [] }).benchmarks[0]?.metrics[0]?.pCorrected;
  const cut = run('b', better(20, 3));
  const p = pOf(cut);
  expect(p).toBeGreaterThan(0.001);
  expect(pOf(frozen(better(20, 3), 'better'))).toBe(p);
  const intervalOf = (after: RunSession): unknown =>
    comparePair(old, after, { others: [] }).benchmarks[0]?.metrics[0]?.interval;
  expect(intervalOf(frozen(better(20, 3), 'better'))).toEqual(intervalOf(cut));
});

describe('a target that stopped while the run went on', () => {
  it('is decided after its own units, and its missing verdicts are not counted as unjudged', () => {
    const comparison = comparePair(old, frozen(better(20, 1), 'better'), { others: [] });
    expect(comparison.looks).toEqual({ seen: 40, planned: 40 });
    expect(stoppedEarlyWords(comparison)).toBe('Decided after 20 of 40 units: this size is probably too large.');
    expect(comparison.benchmarks[0]?.flips.counts).toMatchObject({ fixed: 20, unjudged: 0 });
  });

  it('is said to be unlikely to be settled where that stopped it, until its judge is asked again', () => {
    const after = frozen(better(20, 40), 'futile');
    const notices = (): readonly string[] => comparisonNotices(comparePair(old, after, { others: [] }));
    expect(notices()).toEqual(['Label is unlikely to be settled with these samples.']);
    after.state.apply({ kind: 'look', at, from: 0, judges: { guideeval: ['Helps'] } });
    expect(notices()).toEqual([]);
  });
});
