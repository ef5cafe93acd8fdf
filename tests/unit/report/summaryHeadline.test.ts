import { describe, expect, it } from 'vitest';
import { summaryHeadline } from '../../../src/core/report/headline';
import type { RunSummary, SummarizedMetric } from '../../../src/core/store/runSummary';

function metric(title: string, value?: number, unit: SummarizedMetric['unit'] = 'share'): Partial<SummarizedMetric> {
  return { id: title, title, unit, direction: 'up', scale: [0, 1], value, n: 12 };
}

function summary(...benchmarks: readonly (readonly (readonly Partial<SummarizedMetric>[])[])[]): RunSummary {
  return {
    benchmarks: benchmarks.map((blocks) => ({ blocks: blocks.map((metrics) => ({ metrics })) })),
  } as unknown as RunSummary;
}

describe('the number that stands for a stored run', () => {
  it('is the first one with a value, whichever block has it', () => {
    const found = summaryHeadline(summary([[metric('first')], [metric('second'), metric('third', 0.714)]]));
    expect(found).toEqual({ title: 'third', value: '0.71', n: 12 });
  });

  it('is the benchmark’s headline where that has a value', () => {
    const blocks = [{ id: 'all', metrics: [metric('first', 0.1), metric('second', 0.2)] }];
    const one = (headlines: readonly string[]): RunSummary => ({ benchmarks: [{ headlines, blocks }] }) as never;
    expect(summaryHeadline(one(['all/missing', 'all/second']))?.title).toBe('second');
    expect(summaryHeadline(one(['all/missing']))?.title).toBe('first');
  });

  it('has its unit', () => {
    expect(summaryHeadline(summary([[metric('first', 71.25, 'percent')]]))?.value).toBe('71.3%');
  });

  it('is of the first benchmark and of no other', () => {
    expect(summaryHeadline(summary([[metric('first')]], [[metric('second', 0.5)]]))).toBeUndefined();
  });

  it('is absent where nothing was evaluated', () => {
    expect(summaryHeadline(summary())).toBeUndefined();
  });
});
