import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/core/compare/compareRuns';
import type { ComparisonOptions, RunDifference } from '../../../src/core/compare/comparison';
import { intendedDifferences, runDifferences } from '../../../src/core/compare/runDifferences';
import type { RunSession } from '../../../src/core/run/runSession';
import { claudeModel, offlineModel, openAiModel } from '../report/reportFixture';
import {
  type ComparedRunParts,
  comparedSession,
  judge,
  labelMetric,
  oneTrial,
  options,
  usualModel,
} from './comparedSessions';

type Judges = ComparisonOptions['judge'];

const trials = oneTrial([0, 0, 0, 0, 0, 0, 0, 0]);
const better = oneTrial([1, 1, 1, 1, 1, 1, 1, 1]);
const policy = comparedSession({ trials }).policy;

function differencesOf(parts: Partial<ComparedRunParts>, judges: Judges = options.judge): readonly RunDifference[] {
  return runDifferences(comparedSession({ trials }), comparedSession({ trials, ...parts }), judges);
}

const fields: readonly (readonly [name: string, parts: Partial<ComparedRunParts>, expected: Partial<RunDifference>])[] =
  [
    [
      'tutor model',
      { manifest: { tutor: openAiModel } },
      { kind: 'tutor', before: judge, after: 'openai:gpt-5.4-mini', remedy: 'runAgain' },
    ],
    [
      'tutor server',
      { manifest: { tutor: { ...usualModel, baseUrl: 'https://llm.example.org/v1' } } },
      { kind: 'tutor', before: judge, after: `${judge} at https://llm.example.org/v1` },
    ],
    [
      'judge server',
      { manifest: { judges: [{ ...usualModel, baseUrl: 'https://llm.example.org/v1' }] } },
      { kind: 'judgeModel', remedy: 'judgeAgain' },
    ],
    [
      'judge prompt',
      { version: 'Helps@ffffffff' },
      {
        kind: 'judgeVersion',
        subject: 'Helps',
        before: 'Helps@12345678',
        after: 'Helps@ffffffff',
        remedy: 'judgeAgain',
      },
    ],
    [
      'student',
      { manifest: { student: claudeModel } },
      { kind: 'student', before: '-', after: 'anthropic:claude-sonnet-5' },
    ],
    ['protocol', { entry: { protocol: 'toy/2' } }, { kind: 'protocol', before: 'toy/1', after: 'toy/2' }],
    ['placement', { entry: { placement: 'benchmark' } }, { kind: 'placement', before: 'own', after: 'benchmark' }],
    [
      'sampling',
      {
        benchmark: {
          plan: () => ({
            system: '',
            opening: [],
            studentTurns: [],
            decoding: { temperature: 1, maxOutputTokens: 9 },
            warnings: [],
          }),
        },
      },
      { kind: 'decoding', before: '{"maxOutputTokens":100}', after: '{"temperature":1,"maxOutputTokens":9}' },
    ],
  ];

const harmless: typeof fields = [
  [
    'data',
    { entry: { dataHash: 'sha256:1' } },
    { kind: 'data', before: '8 samples, sha256:0', after: '8 samples, sha256:1' },
  ],
  ['repeats', { entry: { repeats: 3 } }, { kind: 'repeats', before: '1', after: '3' }],
  ['seed', { manifest: { seed: 7 } }, { kind: 'seed', before: '1', after: '7' }],
];

describe('runDifferences', () => {
  it('finds nothing between runs that differ in the prompt alone', () => {
    const prompt = { path: 'other.md', name: 'other.md', text: 'Be brief.', revision: 'sha256:bb' };
    expect(differencesOf({ manifest: { prompt, runId: 'run-2', createdAt: '2027-01-01' } })).toEqual([]);
  });

  it.each(fields)('names what breaks comparability: %s', (_name, parts, expected) => {
    expect(differencesOf(parts)).toEqual([expect.objectContaining({ ...expected, breaks: true })]);
  });

  it.each(harmless)('names what does not: %s', (_name, parts, expected) => {
    expect(differencesOf(parts)).toEqual([expect.objectContaining({ ...expected, breaks: false, remedy: 'none' })]);
  });

  it('compares the judge models that are asked for', () => {
    const [difference] = differencesOf(
      { manifest: { judges: [openAiModel] } },
      {
        before: judge,
        after: 'openai:gpt-5.4-mini',
      },
    );
    expect(difference).toMatchObject({ kind: 'judgeModel', before: judge, after: 'openai:gpt-5.4-mini' });
    // A judge that a run was judged by later is not in its manifest, and still has its name.
    expect(differencesOf({}, { before: judge, after: 'anthropic:late' })[0]).toMatchObject({
      after: 'anthropic:late',
    });
  });

  it('notices another version of the tutor model under the same name', () => {
    const before = comparedSession({ trials, replyModel: 'gpt-2026-01' });
    const after = comparedSession({ trials, replyModel: 'gpt-2026-02' });
    expect(runDifferences(before, after, options.judge)).toEqual([
      expect.objectContaining({ kind: 'tutorVersion', before: 'gpt-2026-01', after: 'gpt-2026-02' }),
    ]);
    expect(runDifferences(before, comparedSession({ trials }), options.judge)).toEqual([]);
  });

  it('notices another version of the student’s model under the same name', () => {
    const benchmark = { id: 'socratesbench' as const };
    const played = (studentModel: string | undefined): RunSession =>
      comparedSession({
        trials,
        benchmark,
        manifest: { student: openAiModel },
        ...(studentModel === undefined ? {} : { studentModel }),
      });
    expect(runDifferences(played('gpt-2026-01'), played('gpt-2026-02'), options.judge)).toEqual([
      expect.objectContaining({ kind: 'student', before: 'gpt-2026-01', after: 'gpt-2026-02', breaks: true }),
    ]);
    expect(runDifferences(played('gpt-2026-01'), played('gpt-2026-01'), options.judge)).toEqual([]);
    expect(runDifferences(played(undefined), played('gpt-2026-02'), options.judge)).toEqual([]);
    const other = comparedSession({ trials, benchmark, studentModel: 'b', manifest: { student: claudeModel } });
    expect(runDifferences(played('gpt-2026-01'), other, options.judge)).toEqual([
      expect.objectContaining({ kind: 'student', before: 'openai:gpt-5.4-mini', after: 'anthropic:claude-sonnet-5' }),
    ]);
  });

  describe('another version of the judge model under the same name', () => {
    const judges = { before: 'openai:gpt-5.4-mini', after: 'openai:gpt-5.4-mini' };
    const judgedBy = (verdictModel: string | undefined, parts: Partial<ComparedRunParts> = {}): RunSession =>
      comparedSession({
        trials,
        judgeModel: judges.before,
        ...(verdictModel === undefined ? {} : { verdictModel }),
        ...parts,
        manifest: { judges: [openAiModel], ...parts.manifest },
      });

    it('is noticed, as something that judging again fixes', () => {
      expect(runDifferences(judgedBy('gpt-2026-01'), judgedBy('gpt-2026-02'), judges)).toEqual([
        expect.objectContaining({
          kind: 'judgeModel',
          before: 'gpt-2026-01',
          after: 'gpt-2026-02',
          breaks: true,
          remedy: 'judgeAgain',
        }),
      ]);
      expect(runDifferences(judgedBy('gpt-2026-01'), judgedBy('gpt-2026-01'), judges)).toEqual([]);
    });

    it('is not read from a run that does not say, nor from a simulated judge', () => {
      expect(runDifferences(judgedBy(undefined), judgedBy('gpt-2026-02'), judges)).toEqual([]);
      const offline = (verdictModel: string): RunSession =>
        comparedSession({ trials, verdictModel, judgeModel: 'offline', manifest: { judges: [offlineModel] } });
      expect(runDifferences(offline('a'), offline('b'), { before: 'offline', after: 'offline' })).toEqual([]);
    });

    it('counts only for the judge that is compared, on the benchmarks that both runs have', () => {
      const further = { judges: [openAiModel, usualModel] };
      expect(
        runDifferences(
          judgedBy('gpt-2026-01', { manifest: further }),
          judgedBy('gpt-2026-02', { manifest: further }),
          options.judge,
        ),
      ).toEqual([]);
      const other = judgedBy('gpt-2026-02', { benchmark: { id: 'mrbench' } });
      expect(runDifferences(judgedBy('gpt-2026-01'), other, judges).map(({ kind }) => kind)).not.toContain(
        'judgeModel',
      );
    });

    it('is named once where another judge is asked for', () => {
      const found = runDifferences(judgedBy('gpt-2026-01'), comparedSession({ trials, verdictModel: judge }), {
        before: judges.before,
        after: judge,
      });
      expect(found).toEqual([
        expect.objectContaining({ kind: 'judgeModel', before: 'openai:gpt-5.4-mini', after: judge }),
      ]);
    });

    it('stops verdicts that rest on the judge, unless it is what is asked about', () => {
      const metrics = [labelMetric(), labelMetric({ id: 'Free', judges: [] })];
      const before = judgedBy('gpt-2026-01', { metrics });
      const after = judgedBy('gpt-2026-02', { metrics, trials: better });
      const words = (intended: readonly 'judgeModel'[]): readonly string[] =>
        compareRuns(before, after, { ...options, judge: judges, intended }).benchmarks[0]!.metrics.map(
          ({ outcome }) => outcome,
        );
      expect(words([])).toEqual(['notComparable', 'better']);
      expect(words(['judgeModel'])).toEqual(['better', 'better']);
      expect(intendedDifferences(runDifferences(before, after, judges), true)).toContain('judgeModel');
    });
  });

  it('names a policy only for benchmarks that it has to do with', () => {
    expect(differencesOf({ manifest: { policy: { ...policy, oneSentence: false } } })).toEqual([]);
    const mrBench = { id: 'mrbench' as const };
    const before = comparedSession({ trials, benchmark: mrBench });
    const after = comparedSession({
      trials,
      benchmark: mrBench,
      manifest: { policy: { ...policy, oneSentence: false } },
    });
    expect(runDifferences(before, after, options.judge)).toEqual([
      expect.objectContaining({ kind: 'policy', subject: 'oneSentence', before: 'true', after: 'false', breaks: true }),
    ]);
  });
});

describe('what a difference means for the words', () => {
  const metrics = [labelMetric(), labelMetric({ id: 'Free', judges: [] })];

  function wordsOf(parts: Partial<ComparedRunParts>, more = {}): readonly string[] {
    const before = comparedSession({ trials, metrics });
    const after = comparedSession({ trials: better, metrics, ...parts });
    return compareRuns(before, after, { ...options, ...more }).benchmarks[0]!.metrics.map(({ outcome }) => outcome);
  }

  it('calls nothing between runs that are not alike, and still shows the numbers', () => {
    expect(wordsOf({ manifest: { tutor: openAiModel } })).toEqual(['notComparable', 'notComparable']);
    const before = comparedSession({ trials, metrics });
    const after = comparedSession({ trials: better, metrics, manifest: { tutor: openAiModel } });
    const comparison = compareRuns(before, after, options);
    expect(comparison.comparable).toBe(false);
    expect(comparison.benchmarks[0]!.metrics[0]).toMatchObject({ obstacle: 'differences', difference: 1 });
  });

  it('lets a judge bear on its own metrics only', () => {
    expect(wordsOf({ version: 'Helps@ffffffff' })).toEqual(['notComparable', 'better']);
  });

  it('goes ahead where the difference is what is compared', () => {
    expect(wordsOf({ manifest: { tutor: openAiModel } }, { intended: ['tutor'] })).toEqual(['better', 'better']);
  });

  it('goes ahead under differences that break nothing', () => {
    expect(wordsOf({ manifest: { seed: 7 }, entry: { dataHash: 'sha256:1' } })).toEqual(['better', 'better']);
  });
});
