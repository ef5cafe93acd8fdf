import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { type PromptOverride, withPromptOverrides } from '../../../src/core/benchmark/judging/promptOverride';
import type { ProtocolPolicy } from '../../../src/core/benchmark/protocolPolicy';
import { defaultPolicy } from '../../../src/core/benchmarks/policies';
import type { BenchmarkId } from '../../../src/core/benchmark/samples';
import { staleSide, type StaleSide } from '../../../src/core/history/staleSide';
import { comparedSession, oneTrial } from '../compare/comparedSessions';
import { claudeModel, offlineModel, toyBenchmark } from '../report/reportFixture';

const judge = 'offline';
const claude = 'anthropic:claude-sonnet-5';
const now = 'Helps@22222222';

const today: ReadonlyMap<BenchmarkId, Benchmark> = new Map([
  [
    toyBenchmark.id,
    {
      ...(toyBenchmark as Benchmark),
      judges: toyBenchmark.judges.filter(({ id }) => id === 'Helps').map((one) => ({ ...one, version: now })),
    },
  ],
]);

interface Judged {
  readonly version: string;
  readonly by?: string;
  readonly exactly?: string;
  readonly overrides?: PromptOverride[];
  readonly policy?: ProtocolPolicy;
}

function session(
  runId: string,
  { version, by = judge, exactly, overrides, policy = defaultPolicy }: Judged,
): ReturnType<typeof comparedSession> {
  return comparedSession({
    trials: oneTrial([1, 0]),
    judgeModel: by,
    ...(exactly === undefined ? {} : { verdictModel: exactly }),
    version,
    entry: { judgeVersions: { Helps: version }, promptOverrides: overrides },
    manifest: { runId, judges: [by === judge ? offlineModel : claudeModel], policy },
  });
}

function sideOf(before: Judged, after: Judged, known = today): StaleSide | undefined {
  const names = { before: before.by ?? judge, after: after.by ?? judge };
  return staleSide(session('run-1', before), session('run-2', after), names, known);
}

const old = { version: 'Helps@11111111' };
const older = { version: 'Helps@00000000' };
const current = { version: now };

/** Judged by a model with a text of a person's own in the place of today's. */
function ownText(text: string): Judged {
  const overrides = [{ judges: ['Helps'], file: 'judges/helps.md', replaces: '00000000', text }];
  const [info] = [...today.values()].flatMap((benchmark) => withPromptOverrides(benchmark, overrides).judges);
  return { version: info?.version ?? '', by: claude, overrides };
}

describe('staleSide', () => {
  it('is the run that an older judge prompt judged', () => {
    expect(sideOf(old, current)).toBe('before');
    expect(sideOf(current, old)).toBe('after');
    expect(sideOf(older, old)).toBe('both');
  });

  it('is neither where both were judged alike, also by an older prompt', () => {
    expect(sideOf(current, current)).toBeUndefined();
    expect(sideOf(old, old)).toBeUndefined();
  });

  it('is neither where the protocols set the versions apart, which judging again would keep', () => {
    const whole = 'Helps@33333333';
    const known = new Map(
      [...today].map(([id, benchmark]) => [
        id,
        { ...benchmark, versionsUnder: ({ wholeConversation }) => (wholeConversation ? { Helps: whole } : {}) },
      ]),
    ) as ReadonlyMap<BenchmarkId, Benchmark>;
    const policy = { ...defaultPolicy, wholeConversation: true };
    expect(sideOf(current, { version: whole, policy }, known)).toBeUndefined();
    expect(sideOf(old, { version: whole, policy }, known)).toBe('before');
    expect(sideOf(current, { version: whole }, known)).toBe('after');
  });

  it('is the earlier one where another model judged, unless the later one’s prompts are old', () => {
    expect(sideOf({ ...current, by: claude }, current)).toBe('before');
    expect(sideOf({ ...old, by: claude }, current)).toBe('before');
    expect(sideOf({ ...current, by: claude }, old)).toBe('after');
    expect(sideOf({ ...old, by: claude }, old)).toBe('both');
  });

  it('is the earlier one where the judge’s name came to stand for another version of it', () => {
    const [first, second] = ['claude-2026-01', 'claude-2026-02'].map((exactly) => ({
      ...current,
      by: claude,
      exactly,
    }));
    expect(sideOf(first!, second!)).toBe('before');
    expect(sideOf(first!, first!)).toBeUndefined();
    expect(sideOf(first!, { ...current, by: claude })).toBeUndefined();
    expect(sideOf({ ...current, exactly: 'a' }, { ...current, exactly: 'b' })).toBeUndefined();
  });

  it('takes a run with a custom prompt by today’s prompts for one that another can be judged like', () => {
    const [own, other] = [ownText('Does it help?'), ownText('Did it help?')];
    const [plain, plainOld] = [
      { ...current, by: claude },
      { ...old, by: claude },
    ];
    expect(sideOf(own, plain)).toBe('before');
    expect(sideOf(plain, own)).toBe('before');
    expect(sideOf(own, other)).toBe('before');
    expect(sideOf(plainOld, own)).toBe('before');
    expect(sideOf(own, plainOld)).toBe('after');
    expect(sideOf(own, own)).toBeUndefined();
  });

  it('takes one whose custom prompt stood in the place of an older text for old', () => {
    const own = { ...ownText('Does it help?'), version: older.version };
    expect(sideOf({ ...current, by: claude }, own)).toBe('after');
    expect(sideOf({ ...old, by: claude }, own)).toBe('both');
  });

  it('expects no custom prompt of an offline judge, which reads none', () => {
    const { overrides } = ownText('Does it help?');
    expect(sideOf({ ...old, by: claude }, { ...current, overrides })).toBe('before');
    expect(sideOf({ ...current, overrides }, { ...old, by: claude })).toBe('after');
    expect(sideOf({ ...current, overrides }, current)).toBeUndefined();
  });

  it('goes by the version that gave the verdicts where a run was judged anew since it was planned', () => {
    const names = { before: judge, after: judge };
    const anew = comparedSession({
      trials: oneTrial([1]),
      version: now,
      entry: { judgeVersions: { Helps: old.version } },
      judgeModel: judge,
      manifest: { runId: 'run-1', judges: [offlineModel] },
    });
    expect(staleSide(anew, session('run-2', current), names, today)).toBeUndefined();
    expect(staleSide(anew, session('run-2', old), names, today)).toBe('after');
  });

  it('counts a judge that one of the runs did not have yet', () => {
    const without = comparedSession({
      trials: oneTrial([1]),
      entry: { judgeVersions: {} },
      judgeModel: judge,
      manifest: { runId: 'run-1', judges: [offlineModel] },
    });
    expect(staleSide(without, session('run-2', current), { before: judge, after: judge }, today)).toBe('before');
  });

  it('is nothing for one run by two of its judges, and where no benchmark is known today', () => {
    const both = session('run-1', old);
    expect(staleSide(both, both, { before: judge, after: claude }, today)).toBeUndefined();
    expect(sideOf(old, current, new Map())).toBeUndefined();
  });
});
