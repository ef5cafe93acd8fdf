import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import {
  claude,
  claudeModel,
  ended,
  failedReply,
  itemKey,
  judged,
  mixedRun,
  offlineModel,
  openAi,
  openAiModel,
  replied,
  sample,
  toySession,
} from './reportFixture';

const quick = { resamples: 200 };

describe('buildReport', () => {
  it('counts trials and verdicts by how they ended', () => {
    const [toy] = buildReport(mixedRun(), quick).benchmarks;
    expect(toy).toMatchObject({
      samples: 5,
      planned: 5,
      completed: 3,
      noReply: 1,
      failed: 1,
      verdicts: 6,
      judgeFailed: 2,
    });
    // 4 usable of 6 that were asked for and 2 each that the two trials without a reply owe.
    expect(toy?.coverage).toBeCloseTo(4 / 10, 12);
  });

  it('leaves trials without a reply out of the metrics and counts unscored verdicts as excluded', () => {
    const [toy] = buildReport(mixedRun(), quick).benchmarks;
    const rows = toy?.blocks.flatMap(({ id, metrics }) =>
      metrics.map(({ id: metric, value, n, excluded }) => ({ id, metric, value, n, excluded })),
    );
    expect(rows).toEqual([
      { id: 'wrong', metric: 'Helps-wrong', value: 0, n: 1, excluded: 1 },
      { id: 'right', metric: 'Helps-right', value: 1, n: 1, excluded: 0 },
      { id: 'right', metric: 'Plays', value: 3, n: 3, excluded: 0 },
    ]);
  });

  it('leaves out a block for which nothing was planned', () => {
    const session = toySession({
      samples: [sample('a', 'right')],
      records: [replied('a', 'Hi'), judged('a', 'Helps', 1), ended()],
    });
    expect(buildReport(session, quick).benchmarks[0]?.blocks.map(({ id }) => id)).toEqual(['right']);
  });

  it('gives the same numbers for the same records, and other intervals for another seed', () => {
    const samples = Array.from({ length: 12 }, (_, index) => sample(`s${index}`, 'right'));
    const records = samples.flatMap(({ id }, index) => [replied(id, 'Hi'), judged(id, 'Helps', (index % 3) / 2)]);
    const build = (seed: number) =>
      buildReport(toySession({ samples, records, manifest: { seed } }), quick).benchmarks[0]?.blocks;
    expect(build(1)).toEqual(build(1));
    expect(build(1)?.[0]?.metrics[0]?.ci).not.toEqual(build(2)?.[0]?.metrics[0]?.ci);
    expect(build(1)?.[0]?.metrics[0]?.value).toBe(build(2)?.[0]?.metrics[0]?.value);
  });

  it('averages repeats inside a sample', () => {
    const records = [
      replied('a', 'Hi'),
      replied('a', 'Ho', { item: itemKey('a', 1) }),
      judged('a', 'Helps', 1),
      judged('a', 'Helps', 0, { item: itemKey('a', 1) }),
    ];
    const [toy] = buildReport(toySession({ samples: [sample('a')], records, repeats: 2 }), quick).benchmarks;
    expect(toy).toMatchObject({ samples: 1, planned: 2, completed: 2 });
    expect(toy?.blocks[0]?.metrics[0]).toMatchObject({ value: 0.5, n: 1 });
  });

  it('reports several judges one after the other', () => {
    const records = [
      replied('a', 'Hi'),
      judged('a', 'Helps', 1),
      judged('a', 'Helps', 0, { judgeModel: claude }),
      ended(),
    ];
    const session = toySession({ samples: [sample('a')], records, manifest: { judges: [openAiModel, claudeModel] } });
    const report = buildReport(session, quick);
    expect(report.run.judges).toEqual([openAi, claude]);
    expect(report.benchmarks[0]?.blocks.map(({ judge, metrics }) => [judge, metrics[0]?.value])).toEqual([
      [openAi, 1],
      [claude, 0],
    ]);
    expect(report.benchmarks[0]?.cases[0]?.chips.map(({ judgeModel }) => judgeModel)).toEqual([openAi, claude]);
  });

  it('sums calls, tokens and cost; an unknown price makes the cost unknown', () => {
    const known = buildReport(mixedRun(), quick).run.totals;
    expect(known.calls).toEqual({ tutor: 5, judge: 6, cached: 0, retries: 0 });
    expect(known.tokens).toEqual({ input: 1_000, output: 100, cachedInput: 0 });
    // gpt-5.4-mini: 0.75 and 4.50 dollars per million tokens.
    expect(known.cost.usd).toBeCloseTo((1_000 * 0.75 + 100 * 4.5) / 1e6, 12);
    const local = { ...openAiModel, baseUrl: 'http://localhost:1234/v1' };
    const session = toySession({
      samples: [sample('a')],
      records: [],
      manifest: { tutor: local, judges: [offlineModel] },
    });
    expect(buildReport(session, quick).run.totals.cost).toMatchObject({ usd: undefined, unknownModels: [openAi] });
  });

  it('prices each record by itself: long input, the day, a batch, and what is written to a cache', () => {
    const tutor = { ...openAiModel, model: 'gpt-6-luna' };
    const sonnet = { ...claudeModel, model: 'claude-sonnet-5-5' };
    const usage = { input: 200_000, output: 0, cachedInput: 0 };
    const records = [
      replied('a', 'Hi', { usage }),
      replied('b', 'Hi', { usage: { ...usage, input: 300_000, cacheWrite: 100_000 } }),
      replied('c', 'Hi', { usage: { ...usage, input: 300_000 }, calls: 2, batch: true }),
      judged('a', 'Helps', 1, {
        judgeModel: 'anthropic:claude-sonnet-5-5',
        usage: { ...usage, cachedInput: 200_000 },
        at: '2026-10-06T00:00:00Z',
      }),
      judged('b', 'Helps', 1, {
        judgeModel: 'anthropic:claude-sonnet-5-5',
        usage: { ...usage, cachedInput: 200_000 },
        at: '2026-10-08T00:00:00Z',
      }),
    ];
    const samples = ['a', 'b', 'c'].map((id) => sample(id));
    const session = toySession({ samples, records, manifest: { tutor, judges: [sonnet] } });
    const tutorUsd = (200_000 * 0.1 + 200_000 * 0.2 + 100_000 * 0.25 + (300_000 * 0.1) / 2) / 1e6;
    const judgeUsd = (200_000 * 0.2 + 200_000 * 0.1) / 1e6;
    expect(buildReport(session, quick).run.totals.cost.usd).toBeCloseTo(tutorUsd + judgeUsd, 12);
  });

  it('fills the pictures, in order, with the judge model whose verdicts they show', () => {
    expect(buildReport(mixedRun(), quick).benchmarks[0]?.pictures).toMatchObject([
      { title: 'Levels', judge: openAi, groups: [{ counts: [3, 1] }] },
      { title: 'Help', judge: openAi, groups: [{ counts: [1, 2, 3] }] },
    ]);
    const records = [replied('a', 'Hi'), judged('a', 'Helps', 1, { judgeModel: claude }), ended()];
    const session = toySession({ samples: [sample('a')], records, manifest: { judges: [claudeModel, openAiModel] } });
    expect(buildReport(session, quick).benchmarks[0]?.pictures.map(({ judge }) => judge)).toEqual([claude, claude]);
  });

  it('builds before anything has happened', () => {
    const tutor = { ...openAiModel, model: 'gpt-4.1-mini' };
    const session = toySession({ samples: [sample('a')], records: [], manifest: { tutor } });
    const report = buildReport(session, { ...quick, runningMs: 0 });
    expect(report.run.progress).toEqual({ replies: { done: 0, planned: 1 }, judgements: { done: 0, planned: 2 } });
    expect(report.run.status).toBe('running');
    expect(report.benchmarks[0]).toMatchObject({ coverage: undefined, blocks: [], verdicts: 0 });
    expect(report.warnings).toEqual([]);
  });
});

describe('a run that goes on', () => {
  const samples = [sample('a'), sample('b'), sample('c')];
  const records = [
    ended('running', { wallMs: undefined }),
    replied('a', 'Hi'),
    judged('a', 'Helps', 1),
    judged('a', 'Level', 1),
    replied('b', 'Ho'),
  ];
  const runningMs = 7_000;

  it('does not count what no judge has come to as unscored', () => {
    const [toy] = buildReport(toySession({ samples, records }), { ...quick, runningMs }).benchmarks;
    expect(toy?.blocks[0]?.metrics[0]).toMatchObject({ n: 1, excluded: 0 });
    expect(toy?.coverage).toBe(1);
    expect(toy?.cases.map(({ status }) => status)).toEqual(['judged', 'replied', 'waiting']);
  });

  it('counts time and progress', () => {
    const { run } = buildReport(toySession({ samples, records }), { ...quick, runningMs });
    expect(run.wallMs).toBe(7_000);
    expect(run.progress).toEqual({ replies: { done: 2, planned: 3 }, judgements: { done: 2, planned: 6 } });
  });

  it('is an interrupted run when nobody runs it', () => {
    const report = buildReport(toySession({ samples, records }), quick);
    expect(report.run.status).toBe('interrupted');
    expect(report.warnings[0]).toMatchObject({ kind: 'status' });
    expect(report.warnings[0]?.message).toMatch(/^1 of 3 cases is finished\. The process ended without recording why/);
    // The reply that no judge will see owes its two verdicts.
    expect(report.benchmarks[0]?.coverage).toBe(0.5);
    expect(report.benchmarks[0]?.blocks[0]?.metrics[0]).toMatchObject({ n: 1, excluded: 1 });
  });

  it('is exactly done when it has ended', () => {
    const { run } = buildReport(mixedRun(), quick);
    expect(run.progress).toEqual({ replies: { done: 4, planned: 4 }, judgements: { done: 6, planned: 6 } });
  });

  it('keeps a failed tutor call out of what is planned', () => {
    const session = toySession({
      samples,
      records: [failedReply('a'), failedReply('b'), failedReply('c'), ended('incomplete')],
    });
    const report = buildReport(session, quick);
    expect(report.run.progress.replies).toEqual({ done: 0, planned: 0 });
    expect(report.benchmarks[0]).toMatchObject({ failed: 3, coverage: 0, blocks: [] });
  });
});
