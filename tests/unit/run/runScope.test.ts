import { describe, expect, it } from 'vitest';
import {
  askedJudges,
  judgesAtStart,
  continuedLook,
  isPlayed,
  limitOfLooks,
  stagesOf,
  unitsAsked,
} from '../../../src/core/run/runScope';
import type { PlaySequence } from '../../../src/core/run/playOrder';
import type { RunSession } from '../../../src/core/run/runSession';
import type { LookRecord } from '../../../src/core/store/runRecord';
import { comparedSession, labelMetric, oneTrial } from '../compare/comparedSessions';

const labels = oneTrial([1, 1, 1, 1, 1, 1]);
const sequence = { planned: 6, order: [6, 5, 4, 3, 2, 1].map((unit) => `guideeval/s${unit}`), looks: [2, 4, 6] };
const aims = { targets: ['guideeval/Label'], guards: [] };

function scoped(looks: readonly Omit<LookRecord, 'kind' | 'at'>[] = [], played: PlaySequence = sequence): RunSession {
  const session = comparedSession({ trials: labels, manifest: { aims, sequence: played } });
  for (const look of looks) session.state.apply({ kind: 'look', at: '2026-03-01T10:00:00.000Z', ...look });
  return session;
}

/** Judges asked about each unit in the order of the run; `*` for all. */
function asked(session: RunSession): readonly string[] {
  return sequence.order.map((unit) => {
    const item = session.items.find(({ benchmark, sample }) => `${benchmark.id}/${sample.id}` === unit);
    const judges = item && askedJudges(session, item);
    return judges === undefined ? '*' : [...judges].join();
  });
}

describe('before the first look', () => {
  it('asks the judges of named targets and guards alone', () => {
    expect(judgesAtStart(scoped())).toEqual({ guideeval: ['Helps'] });
  });

  it.each([
    ['no metric is named', []],
    ['the named metrics are of benchmarks that are not played', ['mrbench/coherence']],
  ])('asks the judges of the headline metrics where %s', (_, targets) => {
    const manifest = { aims: { targets, guards: [] } };
    expect(judgesAtStart(comparedSession({ trials: labels, manifest }))).toEqual({ guideeval: ['Helps'] });
  });

  it.each([
    ['an older run has no targets', { aims: undefined }],
    ['all judges were asked for', { aims, judgeAll: true }],
  ] as const)('asks all where %s', (_, manifest) => {
    expect(judgesAtStart(comparedSession({ trials: labels, manifest }))).toBeUndefined();
  });

  it('asks all judges of a benchmark for a metric whose own judge waits for another one', () => {
    const benchmark = { dependentSlots: () => [{ judge: 'Helps', unit: 'reply' as const }] };
    const session = comparedSession({ trials: labels, benchmark, manifest: { aims } });
    expect(judgesAtStart(session)).toEqual({ guideeval: ['Helps', 'Level'] });
  });
});

describe('the scopes of a run', () => {
  it('follow the last record that covers a unit', () => {
    expect(asked(scoped())).toEqual(Array(6).fill('Helps'));
    const looks = [
      { from: 2, judges: { guideeval: ['Level'] } },
      { from: 4, judges: { guideeval: [] } },
    ];
    expect(asked(scoped(looks))).toEqual(['Helps', 'Helps', 'Level', 'Level', '', '']);
    expect(asked(scoped([...looks, { from: 0 }]))).toEqual(Array(6).fill('*'));
  });

  it('tell until when a metric is judged, and which units a stop leaves out', () => {
    const session = scoped([
      { from: 2, judges: { guideeval: ['Helps'] } },
      { from: 4, judges: {}, end: 4 },
    ]);
    expect(unitsAsked(session, 'guideeval', ['Helps'])).toBe(4);
    expect(unitsAsked(session, 'guideeval', ['Level'])).toBe(0);
    expect(session.items.filter((item) => isPlayed(session, item)).map(({ sample }) => sample.id)).toEqual([
      ...['s3', 's4', 's5', 's6'],
    ]);
    expect(stagesOf(session, true).map(({ items }) => items.map(({ sample }) => sample.id))).toEqual([
      ['s6', 's5', 's4', 's3'],
    ]);
  });

  it('plays in stages up to the looks that are not decided yet', () => {
    const ids = (session: RunSession, hasLooks: boolean) =>
      stagesOf(session, hasLooks).map(({ items }) => items.map(({ sample }) => sample.id).join(' '));
    expect(ids(scoped(), false)).toEqual(['s6 s5 s4 s3 s2 s1']);
    expect(ids(scoped(), true)).toEqual(['s6 s5', 's4 s3', 's2 s1']);
    expect(ids(scoped([{ from: 2, judges: { guideeval: ['Helps'] } }]), true)).toEqual(['s6 s5 s4 s3', 's2 s1']);
    expect(ids(scoped([{ from: 0, runAll: true }]), true)).toEqual(['s6 s5 s4 s3 s2 s1']);
    expect(ids(scoped([{ from: 0, runAll: true }, { from: 0 }]), true)).toEqual(['s6 s5 s4 s3 s2 s1']);
  });

  it('plays on beyond a limit in stages from there on, if the looks may end it', () => {
    const limited = (...looks: Parameters<typeof scoped>[0] & object): RunSession =>
      scoped(looks, { ...sequence, looks: [2, 3, 4, 6], firstStop: 3 });
    const ids = (session: RunSession) => stagesOf(session, true).map(({ units }) => units);
    const goOn = { from: 2, judges: { guideeval: [] }, runAll: true, mayEnd: true } as const;
    expect(ids(limited())).toEqual([2, Infinity]);
    expect(ids(limited(goOn))).toEqual([3, 4, Infinity]);
    expect(ids(limited(goOn, { from: 3 }))).toEqual([4, Infinity]);
    expect(ids(limited(goOn, { from: 3 }, { from: 4, end: 4 }))).toEqual([Infinity]);
    const all = { runAll: true };
    expect(limitOfLooks(limited({ from: 2 }), all)).toBe(3);
    // It goes on from look to look already.
    expect(limitOfLooks(limited(goOn, { from: 3 }), all)).toBeUndefined();
    expect(continuedLook(limited(goOn, { from: 3 }), all)).toBeUndefined();
    expect(continuedLook(limited(goOn, { from: 4, end: 4 }), all)).toMatchObject({ from: 0, runAll: true });
    expect(limitOfLooks(limited({ from: 2, end: 2 }), all)).toBeUndefined();
    expect(limitOfLooks(limited({ from: 0, runAll: true }), all)).toBeUndefined();
    expect(limitOfLooks(scoped(), all)).toBeUndefined();
    expect(limitOfLooks(scoped(), { ...all, against: 'run-1' })).toBe(6);
    expect(limitOfLooks(limited({ from: 2 }), {})).toBeUndefined();
    expect(continuedLook(limited(), all, true)).toMatchObject({ from: 0, runAll: true, mayEnd: true });
    // Judges that a look had dropped are not asked again.
    const dropped = {
      from: 2,
      judges: { guideeval: [] },
      settled: [{ metric: 'guideeval/helps', outcome: 'notWorse' }],
    };
    const record = continuedLook(limited(dropped as never), { ...all, against: 'run-1' }, true);
    expect(record).toEqual({ ...dropped, runAll: true, mayEnd: true, against: 'run-1' });
  });

  it('go on as the user asks', () => {
    const stopped = scoped([{ from: 2, judges: {}, end: 2 }]);
    expect(continuedLook(stopped, {})).toBeUndefined();
    expect(continuedLook(stopped, { judgeAll: true })).toEqual({ from: 0, end: 2 });
    expect(continuedLook(stopped, { runAll: true })).toEqual({
      from: 0,
      judges: { guideeval: ['Helps'] },
      runAll: true,
    });
    const judged = scoped([
      { from: 2, judges: {}, end: 2 },
      { from: 0, end: 2 },
    ]);
    expect(continuedLook(judged, { runAll: true })).toEqual({ from: 0, runAll: true });
  });
});

it('names a metric by its block', () => {
  const metrics = [labelMetric({ block: 'right' })];
  const named = { targets: ['guideeval/right/Label'], guards: [] };
  const session = comparedSession({ trials: labels, metrics, manifest: { aims: named } });
  expect(judgesAtStart(session)).toEqual({ guideeval: ['Helps'] });
});
