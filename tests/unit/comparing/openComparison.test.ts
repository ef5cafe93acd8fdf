import { describe, expect, it } from 'vitest';
import type { RunPair, PackedView } from '../../../src/protocol/messages';
import { OpenComparison, type ComparisonSource } from '../../../src/vscode/comparing/openComparison';

const runs: RunPair = { before: 'run-1', after: 'run-2' };
const other: RunPair = { before: 'run-2', after: 'run-3' };
const view = new Uint8Array([1, 2, 3]);
const twoJudges = { before: 'judge-a', after: 'judge-b' };

/** One comparison that was asked for, to be answered by the test. */
interface Asked {
  readonly runs: RunPair;
  readonly signal: AbortSignal;
  answer(view: PackedView): void;
  fail(error: Error): void;
}

class Source implements ComparisonSource {
  readonly asked: Asked[] = [];

  view(pair: RunPair, signal: AbortSignal): Promise<PackedView> {
    return new Promise((answer, fail) => {
      this.asked.push({ runs: pair, signal, answer, fail });
      signal.addEventListener('abort', () => fail(signal.reason as Error));
    });
  }

  problemOf(_runs: RunPair, error: unknown): string {
    return String(error);
  }
}

function opened(): { readonly source: Source; readonly open: OpenComparison } {
  const source = new Source();
  return { source, open: new OpenComparison(source) };
}

describe('a pair that is asked for', () => {
  it('is given up when another one is asked for', async () => {
    const { source, open } = opened();
    const first = open.compare(runs);
    const second = open.compare(other);
    source.asked[1]?.answer(view);
    expect(await first).toBeUndefined();
    expect(await second).toEqual({ view });
    expect(open.runs).toEqual(other);
  });
});

describe('a pair that is prepared', () => {
  it('is shown to nobody, and asked for once while that goes on', async () => {
    const { source, open } = opened();
    const ready = [open.prepare(runs), open.prepare({ ...runs })];
    source.asked[0]?.answer(view);
    await Promise.all(ready);
    expect(source.asked).toHaveLength(1);
    expect(open.runs).toBeUndefined();
  });

  it('is asked for by whoever wants it meanwhile, of a source that shares the work', async () => {
    const { source, open } = opened();
    const ready = open.prepare(runs);
    const answer = open.compare({ ...runs });
    expect(source.asked).toHaveLength(2);
    expect(source.asked[0]?.signal.aborted).toBe(false);
    for (const asked of source.asked) asked.answer(view);
    await ready;
    expect(await answer).toEqual({ view });
  });

  it.each([
    ['another one is prepared', (open: OpenComparison) => open.prepare(other)],
    ['another one is asked for', (open: OpenComparison) => open.compare(other)],
    ['it is asked for by other judges', (open: OpenComparison) => open.compare({ ...runs, judges: twoJudges })],
  ])('is given up when %s', async (_when, act) => {
    const { source, open } = opened();
    const ready = open.prepare(runs);
    void act(open);
    await ready;
    expect(source.asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('says what is wrong with it only when it is asked for', async () => {
    const { source, open } = opened();
    const ready = open.prepare(runs);
    source.asked[0]?.fail(new Error('gone'));
    await ready;
    const again = open.prepare(runs);
    const answer = open.compare(runs);
    for (const asked of source.asked) asked.fail(new Error('gone'));
    await again;
    expect(await answer).toEqual({ problem: 'Error: gone' });
  });

  it('is given up with the panel', async () => {
    const { source, open } = opened();
    const ready = open.prepare(runs);
    const answer = open.compare(runs);
    open.dispose();
    await ready;
    expect(await answer).toBeUndefined();
    expect(source.asked[0]?.signal.aborted).toBe(true);
  });
});
