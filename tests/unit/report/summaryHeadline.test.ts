import { describe, expect, it } from 'vitest';
import { summaryHeadline } from '../../../src/core/report/headline';
import type { PlacedHead } from '../../../src/core/store/benchmarkHeads';
import type { RunSummary } from '../../../src/core/store/runSummary';

interface Scored {
  readonly head: PlacedHead['head'];
  readonly value: number | undefined;
}

function metric(title: string, value?: number, unit: PlacedHead['head']['unit'] = 'share'): Scored {
  return { head: { id: title, title, unit, direction: 'up', scale: [0, 1] }, value };
}

function summary(...benchmarks: readonly (readonly (readonly Scored[])[])[]): RunSummary {
  return {
    benchmarks: benchmarks.map((blocks) => ({
      heads: {
        blocks: blocks.map((metrics, place) => ({
          id: `${place}`,
          title: 'Block',
          judge: 'judge',
          metrics: metrics.map(({ head }) => head),
        })),
      },
      figures: { value: blocks.flat().map(({ value }) => value), n: blocks.flat().map(() => 12) },
    })),
  } as unknown as RunSummary;
}

describe('the number that stands for a stored run', () => {
  it('is the first one with a value, whichever block has it', () => {
    const found = summaryHeadline(summary([[metric('first')], [metric('second'), metric('third', 0.714)]]));
    expect(found).toEqual({ title: 'third', value: '0.71', n: 12 });
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
