import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../../src/core/benchmarks/registry';
import type { BaselineChanges } from '../../../src/core/report/comparisonViewModel';
import { headlineOf } from '../../../src/core/report/headline';
import type { RunReport } from '../../../src/core/results/reportModel';

type Metric = RunReport['benchmarks'][number]['blocks'][number]['metrics'][number];

function metric(id: string, value: number | undefined): Metric {
  const head = { id, title: `Title of ${id}`, explain: '', unit: 'share', direction: 'up', scale: [0, 1] } as const;
  return { ...head, judges: [], value, n: 12, excluded: 0, ci: undefined };
}

function report(...metrics: readonly Metric[]): RunReport {
  const blocks = [{ id: 'block', title: 'Block', judge: 'judge', metrics }];
  return { benchmarks: [{ id: 'mrbench', blocks }] } as unknown as RunReport;
}

const changes: BaselineChanges = {
  against: 'base',
  metrics: ['first', 'second'].map((id) => ({
    benchmark: 'mrbench',
    block: 'block',
    metric: id,
    judge: 'judge',
    outcome: 'better',
    outcomeText: 'better',
    text: '+0.20, 0.05 to 0.35',
    short: '+0.20',
  })),
};

describe('the number that stands for a run', () => {
  it('is its first metric with a value', () => {
    expect(headlineOf(report(metric('first', undefined), metric('second', 0.714)))).toEqual({
      title: 'Title of second',
      value: '0.71',
      n: 12,
    });
  });

  it('is the first of the benchmark’s own choice that has a value', () => {
    const [measured] = report(metric('first', 0.9), metric('second', undefined), metric('third', 0.25)).benchmarks;
    const chosen = {
      benchmarks: [{ ...measured, headlines: ['block/second', 'block/third'] }],
    } as unknown as RunReport;
    expect(headlineOf(chosen)?.title).toBe('Title of third');
  });

  it('has its own change from the baseline', () => {
    const headline = headlineOf(report(metric('second', 0.5)), changes);
    expect(headline?.change).toBe(changes.metrics[1]);
    expect(headline?.against).toBe('base');
  });

  it('has none where another judge’s change is known', () => {
    const other = { ...changes, metrics: changes.metrics.map((one) => ({ ...one, judge: 'another' })) };
    expect(headlineOf(report(metric('first', 0.5)), other)).not.toHaveProperty('change');
  });

  it('is absent where nothing was judged', () => {
    expect(headlineOf(report(metric('first', undefined)))).toBeUndefined();
    expect(headlineOf({ benchmarks: [] } as unknown as RunReport)).toBeUndefined();
  });
});

describe('the metrics that stand for a benchmark', () => {
  it.each([...benchmarks.values()].filter(({ headlines }) => headlines !== undefined))(
    '$id has them, three at most',
    ({ headlines = [], metrics }) => {
      const places = metrics.map(({ id, block }) => `${block ?? ''}/${id}`);
      expect(places).toEqual(expect.arrayContaining([...headlines]));
      expect(headlines.length).toBeLessThanOrEqual(3);
    },
  );
});
