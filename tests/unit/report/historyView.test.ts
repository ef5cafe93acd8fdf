import { describe, expect, it } from 'vitest';
import { historyView } from '../../../src/core/report/historyView';
import { tradeOffPoints } from '../../../src/core/report/tradeOff';
import type { HistoryView } from '../../../src/core/report/historyViewModel';
import { changedLines, type PromptChange } from '../../../src/core/history/changedLines';
import { type HistoryRun, promptHistory, type PromptHistory } from '../../../src/core/history/promptHistory';
import type { RunSummary, SummarizedMetric } from '../../../src/core/store/runSummary';
import { summaryOf } from '../../contract/store/summaryOf';
import { onDay, revisionFor, storeWith } from '../history/historyStore';

const tone: SummarizedMetric = {
  id: 'tone',
  title: 'Tone',
  unit: 'share',
  direction: 'up',
  scale: [0, 1],
  n: 8,
  excluded: 0,
};

/** A run with a summary of one benchmark, by default with one metric. */
function scored(
  run: HistoryRun,
  values: readonly (number | undefined)[],
  change: Partial<RunSummary> = {},
  named = [tone],
): HistoryRun {
  const summary = summaryOf(run.id, change);
  const metrics = named.map((metric, index): SummarizedMetric => {
    const value = values[index];
    return value === undefined
      ? metric
      : { ...metric, value, ci: { low: value - 0.1, high: value + 0.1, level: 0.95 } };
  });
  const benchmarks = summary.benchmarks.map((benchmark) => ({
    ...benchmark,
    blocks: [{ id: 'main', title: 'Main', judge: 'fake:judge', metrics }],
  }));
  return { ...run, summary: { ...summary, benchmarks } };
}

/** So many metrics. */
function manyMetrics(count: number): SummarizedMetric[] {
  return Array.from({ length: count }, (_, index) => ({ ...tone, id: `m${index}` }));
}

/** The latest revision changed this. */
function withChange(history: PromptHistory, change: PromptChange): PromptHistory {
  const [latest, ...others] = history.revisions;
  return { ...history, revisions: [{ ...latest!, change }, ...others] };
}

async function threeRuns(): Promise<PromptHistory> {
  const store = await storeWith(
    { id: 'r1', day: 1, text: 'one' },
    { id: 'r2', day: 2, text: 'two', git: { commit: 'a'.repeat(40), branch: 'main', dirty: true, path: 'tutor.md' } },
    { id: 'r3', day: 3, text: 'two', tutor: 'other' },
  );
  return promptHistory(store, 'tutor.md');
}

function withScores(history: PromptHistory, values: Readonly<Record<string, number | undefined>>): PromptHistory {
  const runs = history.runs.map((run) =>
    run.id in values ? scored(run, [values[run.id]], { tutor: run.tutor, judges: [...run.judges] }) : run,
  );
  return { ...history, runs };
}

describe('historyView', () => {
  it('lists revisions with their runs, git states and names', async () => {
    const view = historyView(await threeRuns());
    expect(view.revisions.map(({ revision, runs }) => [revision, runs])).toEqual([
      [revisionFor('two'), [0, 1]],
      [revisionFor('one'), [2]],
    ]);
    expect(view.revisions[0]!.git).toEqual([{ commit: 'aaaaaaaa', branch: 'main', dirty: true }]);
    expect(view.runs.map(({ id, revision, unread }) => [id, revision, unread])).toEqual([
      ['r3', 0, true],
      ['r2', 0, true],
      ['r1', 1, true],
    ]);
    expect(view.runs[2]!.repliesAt).toBe(onDay(1));
  });

  it('names the revision evaluated before each, as time has it', async () => {
    const store = await storeWith(
      { id: 'r1', day: 1, text: 'A' },
      { id: 'r2', day: 2, text: 'B' },
      { id: 'r3', day: 3, text: 'A' },
    );
    const { revisions } = historyView(await promptHistory(store, 'tutor.md'));
    expect(revisions.map(({ revision, previous }) => [revision, previous])).toEqual([
      [revisionFor('A'), revisionFor('B')],
      [revisionFor('B'), revisionFor('A')],
    ]);
    const single = historyView(await promptHistory(await storeWith({ id: 'r1', day: 1, text: 'A' }), 'tutor.md'));
    expect(single.revisions[0]!.previous).toBeUndefined();
  });

  it('draws a metric from the oldest run to the latest, joined where only the prompt can have changed', async () => {
    const history = withScores(await threeRuns(), { r1: 0.4, r2: 0.6, r3: 0.7 });
    const [series, ...others] = historyView(history).series;
    expect(others).toEqual([]);
    expect(series).toMatchObject({ benchmark: 'MRBench', title: 'Tone', judge: 'fake:judge', unit: 'share' });
    expect(series!.points!.map(({ run, value, low, joins }) => [run, value, low?.toFixed(1), joins])).toEqual([
      [2, 0.4, '0.3', false],
      [1, 0.6, '0.5', true],
      // Another tutor: whatever changed need not be the prompt's doing.
      [0, 0.7, '0.6', false],
    ]);
  });

  it('has no point where there is no value, and no series without points', async () => {
    const history = withScores(await threeRuns(), { r1: 0.4, r2: undefined });
    expect(historyView(history).series[0]!.points!.map(({ run }) => run)).toEqual([2]);
    expect(historyView(withScores(await threeRuns(), { r1: undefined })).series).toEqual([]);
  });

  it('suggests the latest run against its baseline', async () => {
    const history = await threeRuns();
    expect(historyView(history).suggested).toEqual({ before: 'r1', after: 'r3' });
    const [only] = [...history.runs].reverse();
    const lone = { ...history, runs: [only!], revisions: history.revisions.slice(1) };
    expect(historyView(lone).suggested).toBeUndefined();
  });

  it('says what changed in a revision, and keeps it short', async () => {
    const before = '- Be kind.';
    const after = `- Be kind.\n- Never give the final answer.\n- ${'Another line of no rule at all. '.repeat(20)}`;
    const history = withChange(await threeRuns(), changedLines(before, after));
    const [latest, first] = historyView(history).revisions;
    expect(latest!.change).toMatchObject({ added: 2, removed: 0 });
    expect(latest!.change!.lines[0]).toBe('+ - Never give the final answer.');
    expect(Math.max(...latest!.change!.lines.map((line) => line.length))).toBeLessThanOrEqual(102);
    expect(latest!.change!.rules).toEqual([
      'Rule 2 added: Never give the final answer.',
      expect.stringMatching(/^Rule 3 added: Another line .*…$/),
    ]);
    expect(first!.change).toBeUndefined();
  });

  it('names four changes and counts the rest', async () => {
    const rules = (numbers: readonly number[]): string =>
      numbers.map((number) => `- Ask questions about part ${String(number)}.`).join('\n');
    const seven = withChange(await threeRuns(), changedLines('', rules([1, 2, 3, 4, 5, 6, 7])));
    const change = historyView(seven).revisions[0]!.change!;
    expect(change.rules).toHaveLength(5);
    expect(change.rules.at(-1)).toBe('and 3 more');
    expect(change.lines).toHaveLength(5);
    expect(change.lines.at(-1)).toBe('and 3 more');
    const four = withChange(await threeRuns(), changedLines('', rules([1, 2, 3, 4])));
    expect(historyView(four).revisions[0]!.change!.rules).toHaveLength(4);
  });

  it('passes on what cannot be read', async () => {
    const history = {
      ...(await threeRuns()),
      damaged: [{ id: 'bad', problem: 'No manifest.' }],
      problems: ['Line 3.'],
    };
    const view = historyView(history);
    expect(view).toMatchObject({
      damaged: [{ id: 'bad', problem: 'No manifest.' }],
      problems: ['Line 3.'],
    });
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  it('has the points of the series that was asked for, else of the first of those with the most', async () => {
    const { runs, ...rest } = await threeRuns();
    const metrics = manyMetrics(3);
    const values = [
      [0.1, 0.2, undefined],
      [0.3, 0.4, undefined],
      [undefined, 0.5, 0.6],
    ];
    const history = { ...rest, runs: runs.map((run, place) => scored(run, values[place]!, {}, metrics)) };
    const key = (metric: string): string => `mrbench\nmain\nfake:judge\n${metric}`;
    const withPoints = (view: HistoryView): readonly (readonly [string, number])[] =>
      view.series.flatMap(({ key: one, points }) => (points === undefined ? [] : [[one, points.length] as const]));
    expect(historyView(history).series.map((one) => [one.key, one.count])).toEqual([
      [key('m0'), 2],
      [key('m1'), 3],
      [key('m2'), 1],
    ]);
    expect(withPoints(historyView(history))).toEqual([[key('m1'), 3]]);
    expect(withPoints(historyView(history, key('m2')))).toEqual([[key('m2'), 1]]);
    expect(withPoints(historyView(history, key('gone')))).toEqual([[key('m1'), 3]]);
    expect(withPoints(historyView(history, '__proto__'))).toEqual([[key('m1'), 3]]);
    const [m0] = historyView(history, key('m0')).series;
    expect(m0!.points!.map(({ run, value }) => [run, value])).toEqual([
      [1, 0.3],
      [0, 0.1],
    ]);
  });

  it('takes the metrics of several versions for one series where they have one name', async () => {
    const { runs, ...rest } = await threeRuns();
    const [older, newer] = [manyMetrics(2), manyMetrics(3)];
    const history = {
      ...rest,
      runs: runs.map((run, place) =>
        place === 2 ? scored(run, [0.1, 0.2], {}, older) : scored(run, [0.3, 0.4, 0.5], {}, newer),
      ),
    };
    const { series } = historyView(history);
    expect(series.map(({ count }) => count)).toEqual([3, 3, 2]);
    expect(series[0]!.points!.map(({ value, n }) => [value, n])).toEqual([
      [0.1, 8],
      [0.3, 8],
      [0.3, 8],
    ]);
  });

  it('posts no more of 1,000 runs of 160 metrics than is shown', async () => {
    const [run] = (await threeRuns()).runs;
    const metrics = manyMetrics(160);
    const wide = scored(
      run!,
      metrics.map((_, index) => index / 160),
      {},
      metrics,
    );
    const runs = Array.from({ length: 1_000 }, (_, place): HistoryRun => ({ ...wide, id: `run-${place}` }));
    const history = { ...(await threeRuns()), runs };
    const view = historyView(history);
    expect(view.series).toHaveLength(160);
    expect(view.series.every(({ count }) => count === 1_000)).toBe(true);
    expect(view.series[0]!.points).toHaveLength(1_000);
    expect(JSON.stringify(view).length).toBeLessThan(1_000_000);
  });
});

describe('tradeOffPoints', () => {
  const keys = ['m0', 'm1'].map((id) => `mrbench\nmain\nfake:judge\n${id}`) as [string, string];

  it('takes the latest run of each revision that has both metrics, by the tutor of the newest', async () => {
    const history = await promptHistory(
      await storeWith(
        { id: 'r1', day: 1, text: 'one' },
        { id: 'r2', day: 2, text: 'two', tutor: 'other' },
        { id: 'r3', day: 3, text: 'three' },
        { id: 'r4', day: 4, text: 'four' },
        { id: 'r5', day: 5, text: 'four' },
        { id: 'r6', day: 6, text: 'four', tutor: 'other' },
        { id: 'r7', day: 7, text: 'four' },
      ),
      'tutor.md',
    );
    const two = manyMetrics(2);
    const runs = history.runs.map((run) => {
      const number = Number(run.id.slice(1));
      // The last run of the newest revision lacks one of them, and that of the third revision has none.
      const values = run.id === 'r7' ? [0.5] : run.id === 'r3' ? [] : [number / 10, 1 - number / 10];
      return scored(run, values, { tutor: run.tutor }, two);
    });
    const { points, left } = tradeOffPoints({ ...history, runs }, keys);
    // r6 is the newest with both, so its tutor counts.
    expect(points.map(({ runId, values }) => [runId, ...values.map(({ value, n }) => [value, n])])).toEqual([
      ['r2', [0.2, 8], [0.8, 8]],
      ['r6', [0.6, 8], [0.4, 8]],
    ]);
    expect(left).toBe(2);
    expect(points[1]?.values[0]).toMatchObject({ low: 0.5, high: 0.7 });
    expect(tradeOffPoints({ ...history, runs }, ['gone', keys[1]]).points).toEqual([]);
  });

  it('leaves out runs that did not come to their end', async () => {
    const store = await storeWith({ id: 'r1', day: 1, text: 'one' }, { id: 'r2', day: 2, text: 'one' });
    const history = await promptHistory(store, 'tutor.md');
    const runs = history.runs.map((run) => ({
      ...scored(run, [0.4, 0.6], { tutor: run.tutor }, manyMetrics(2)),
      status: run.id === 'r2' ? ('cancelled' as const) : ('completed' as const),
    }));
    expect(tradeOffPoints({ ...history, runs }, keys).points.map(({ runId }) => runId)).toEqual(['r1']);
  });

  it('keeps to the latest eight revisions', async () => {
    const store = await storeWith(
      ...Array.from({ length: 10 }, (_, index) => ({ id: `r${index}`, day: index + 1, text: `text ${index}` })),
    );
    const history = await promptHistory(store, 'tutor.md');
    const runs = history.runs.map((run) => scored(run, [0.4, 0.6], { tutor: run.tutor }, manyMetrics(2)));
    const { points, left } = tradeOffPoints({ ...history, runs }, keys);
    expect(points.map(({ runId }) => runId)).toEqual(['r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9']);
    expect(left).toBe(2);
  });
});
