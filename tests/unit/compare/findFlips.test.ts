import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { Flip, FlipList } from '../../../src/core/compare/findFlips';
import type { Outcome, Verdict } from '../../../src/core/benchmark/judging/verdict';
import { claudeModel } from '../report/reportFixture';
import { comparedSession, judge, options, type ComparedRunParts, type Trials } from './comparedSessions';

function flipsOf(
  before: Readonly<Record<string, Trials>>,
  after: Readonly<Record<string, Trials>>,
  more: Partial<ComparedRunParts> = {},
): FlipList {
  const [one, other] = [before, after].map((trials) => {
    const repeats = Math.max(...Object.values(trials).map(({ length }) => length));
    return comparedSession({ trials, repeats, ...more });
  });
  return compareRuns(one!, other!, options).benchmarks[0]!.flips;
}

function only(before: Trials, after: Trials, more: Partial<ComparedRunParts> = {}): Flip {
  const { flips } = flipsOf({ s: before }, { s: after }, more);
  expect(flips).toHaveLength(1);
  return flips[0]!;
}

/** Labels of these tests: 1 as wanted, 0.5 partly, 0 not. */
const outcomeOf = (verdict: Verdict): Outcome => {
  if (verdict.status === 'unscored') return 'unscored';
  return verdict.label === 1 ? 'desired' : verdict.label === 0.5 ? 'partial' : 'undesired';
};
const scored = { benchmark: { outcomeOf } };
const neutral = { benchmark: { outcomeOf: (): Outcome => 'neutral' } };

describe('what became of a verdict', () => {
  it.each([
    [[0], [1], 'fixed', 1],
    [[1], [0], 'broken', -1],
    [[0], [0], 'stillFailing', 0],
    [[1], [1], 'stillPassing', 0],
    [[0.5], [0.5], 'stillFailing', 0],
    [[0], [0.5], 'movedUp', 0.5],
    [[0.5], [1], 'movedUp', 0.5],
    [[1], [0.5], 'movedDown', -0.5],
    [[undefined], [1], 'unjudged', 0],
    [[0], [undefined], 'unjudged', 0],
  ] as const)('%j to %j is %s', (before, after, kind, change) => {
    expect(only(before, after, scored)).toMatchObject({ kind, change, sampleId: 's', judge: 'Helps' });
  });

  it('is flaky where repeats of one prompt disagree, before or after, and neither fixed nor broken', () => {
    expect(only([0, 1], [1, 1], scored)).toMatchObject({ kind: 'flaky', change: 0.5 });
    expect(only([0, 0], [0, 1], scored).kind).toBe('flaky');
    expect(only([0, 0], [1, 1], scored).kind).toBe('fixed');
    // What could not be read is no opinion, and does not disagree.
    expect(only([0, undefined], [1, 1], scored).kind).toBe('fixed');
  });

  it('moves along a scale that has no better end', () => {
    expect(only([1], [3], neutral).kind).toBe('movedUp');
    expect(only([3], [0], neutral).kind).toBe('movedDown');
    expect(only([2], [2], neutral)).toMatchObject({ kind: 'unchanged', change: 0 });
    expect(only([1, 2], [2, 2], neutral).kind).toBe('flaky');
  });

  it('is changed where labels have no order', () => {
    expect(only(['hint'], ['question'], neutral)).toMatchObject({ kind: 'changed', change: 0 });
    expect(only(['hint'], ['hint'], neutral).kind).toBe('unchanged');
  });

  it('stays within −1 and 1 whatever a judge writes', () => {
    for (const labels of [
      [1e308, -1e308],
      [Number.POSITIVE_INFINITY, 1],
      [-5, 5],
      [0, 1e9],
    ]) {
      const { flips } = flipsOf({ s: [labels[0]] }, { s: [labels[1]] }, neutral);
      for (const { change } of flips) expect(Math.abs(change)).toBeLessThanOrEqual(1);
    }
  });

  it('names the cases of both runs with their labels', () => {
    const flip = only([0, 0], [1], scored);
    expect(flip.before).toEqual({
      cases: ['guideeval/s#0', 'guideeval/s#1'],
      labels: [0, 0],
      outcomes: ['undesired', 'undesired'],
    });
    expect(flip.after.cases).toEqual(['guideeval/s#0']);
  });
});

describe('the list of flips', () => {
  it('has what got worse first, then by how much it changed, and counts everything', () => {
    const { flips, counts } = flipsOf(
      { same: [1], up: [0], half: [0], gone: [1], lost: [1], open: [undefined] },
      { same: [1], up: [1], half: [0.5], gone: [0], lost: [0.5], open: [1] },
      scored,
    );
    expect(flips.map(({ sampleId }) => sampleId)).toEqual(['gone', 'up', 'lost', 'half', 'same', 'open']);
    expect(counts).toEqual({
      broken: 1,
      fixed: 1,
      movedDown: 1,
      movedUp: 1,
      changed: 0,
      flaky: 0,
      stillFailing: 0,
      stillPassing: 1,
      unchanged: 0,
      unjudged: 1,
    });
  });

  it('keeps turns of a conversation apart, so that one never meets another', () => {
    const turns = (labels: readonly number[]) => {
      const session = comparedSession({ trials: { s: [1] }, ...scored });
      const record = session.state.items.get('guideeval/s#0')!.answers.get(judge)!.get('Helps')!;
      record.verdicts.splice(
        0,
        1,
        ...labels.map((label, place) => ({
          judge: 'Helps',
          unit: 'message' as const,
          turn: place + 1,
          status: 'ok' as const,
          label,
        })),
      );
      return session;
    };
    const { flips } = compareRuns(turns([1, 0, 1]), turns([1, 1]), options).benchmarks[0]!.flips;
    expect(flips.map(({ turn, kind }) => [turn, kind])).toEqual([
      [2, 'fixed'],
      [1, 'stillPassing'],
      [3, 'unjudged'],
    ]);
  });
});

describe('other runs of the earlier prompt', () => {
  const session = (id: string, trials: Readonly<Record<string, Trials>>, more: Partial<ComparedRunParts> = {}) =>
    comparedSession({
      trials,
      ...scored,
      at: { replies: `replies of ${id}`, verdicts: `verdicts of ${id}` },
      ...more,
      // A simulated tutor under one seed would say the same again, which tells nothing of chance.
      manifest: { runId: id, tutor: claudeModel, ...more.manifest },
    });
  const prompt = { ...session('x', { s: [1] }).manifest.prompt, revision: 'sha256:bb' };
  const before = session('before', { steady: [0], loose: [0], open: [undefined] });
  const after = session('after', { steady: [1], loose: [1], open: [1] }, { manifest: { prompt } });
  const kindsWith = (others: readonly ReturnType<typeof session>[]) => {
    const { flips, flakinessKnown } = compareRuns(before, after, { ...options, others }).benchmarks[0]!.flips;
    return { flakinessKnown, ...Object.fromEntries(flips.map(({ sampleId, kind }) => [sampleId, kind])) };
  };

  it('show which verdicts change by chance', () => {
    const again = session('again', { steady: [0], loose: [1], open: [0] });
    const expected = { flakinessKnown: true, steady: 'fixed', loose: 'flaky', open: 'unjudged' };
    expect(kindsWith([again])).toEqual(expected);
    const flip = compareRuns(before, after, { ...options, others: [again] }).benchmarks[0]!.flips.flips.find(
      ({ sampleId }) => sampleId === 'loose',
    );
    // The labels stay those of the two runs that are compared.
    expect(flip).toMatchObject({ before: { labels: [0] }, after: { labels: [1] } });
  });

  it('are not known without repeats and other runs', () => {
    expect(kindsWith([])).toEqual({ flakinessKnown: false, steady: 'fixed', loose: 'fixed', open: 'unjudged' });
    expect(flipsOf({ s: [0, 0] }, { s: [1] }, scored).flakinessKnown).toBe(true);
  });

  it('count only where they differ from the earlier run by chance alone', () => {
    const unknown = { flakinessKnown: false, steady: 'fixed', loose: 'fixed' };
    const labels = { steady: [1], loose: [1], open: [1] };
    expect(kindsWith([session('other prompt', labels, { manifest: { prompt } })])).toMatchObject(unknown);
    // The run that is compared with is no witness for its own flips.
    expect(kindsWith([after, before])).toMatchObject(unknown);
  });
});
