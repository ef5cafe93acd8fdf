import { describe, expect, it } from 'vitest';
import type { RunPair, PackedView } from '../../../src/protocol/messages';
import {
  OpenComparison,
  type ComparisonMessage,
  type ComparisonSource,
} from '../../../src/vscode/comparing/openComparison';

const runs: RunPair = { before: 'run-1', after: 'run-2' };
const other: RunPair = { before: 'run-2', after: 'run-3' };
const view = new Uint8Array([1, 2, 3]);

/** One comparison that was asked for, to be answered by the test. */
interface Asked {
  readonly runs: RunPair;
  readonly signal: AbortSignal;
  answer(view: PackedView): void;
  fail(error: Error): void;
}

class Source implements ComparisonSource {
  limits: ComparisonSource['limits'] = { margin: undefined, smallest: undefined };
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

function opened(): { readonly source: Source; readonly open: OpenComparison; readonly posted: ComparisonMessage[] } {
  const source = new Source();
  const posted: ComparisonMessage[] = [];
  return { source, posted, open: new OpenComparison(source, (message) => posted.push(message)) };
}

const loading = (of: RunPair): ComparisonMessage => ({ kind: 'comparison', runs: of, view: undefined });
const shown = (of: RunPair): ComparisonMessage => ({ kind: 'packedComparison', runs: of, view });

describe('a pair that is prepared', () => {
  it('is shown to nobody, and asked for once while that goes on', async () => {
    const { source, open, posted } = opened();
    const ready = [open.prepare(runs), open.prepare({ ...runs })];
    source.asked[0]?.answer(view);
    await Promise.all(ready);
    expect(source.asked).toHaveLength(1);
    expect(posted).toEqual([]);
    expect(open.runs).toBeUndefined();
  });

  it('is asked for by whoever shows it meanwhile, of a source that shares the work', async () => {
    const { source, open, posted } = opened();
    const ready = open.prepare(runs);
    const showing = open.show({ ...runs });
    expect(source.asked).toHaveLength(2);
    expect(source.asked[0]?.signal.aborted).toBe(false);
    for (const asked of source.asked) asked.answer(view);
    await Promise.all([ready, showing]);
    expect(posted).toEqual([loading(runs), shown(runs)]);
  });

  it.each([
    ['another one is prepared', (open: OpenComparison) => open.prepare(other)],
    ['another one is shown', (open: OpenComparison) => open.show(other)],
  ])('is given up when %s', async (_when, act) => {
    const { source, open } = opened();
    const ready = open.prepare(runs);
    void act(open);
    await ready;
    expect(source.asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('is not taken for another pair, other judges or other limits', () => {
    const { source, open } = opened();
    void open.prepare(runs);
    void open.show(other);
    void open.show({ ...runs, judges: { before: 'judge-a', after: 'judge-b' } });
    source.limits = { margin: 0.1, smallest: undefined };
    void open.show(runs);
    expect(source.asked).toHaveLength(4);
  });

  it('says what is wrong with it only when it is shown', async () => {
    const { source, open, posted } = opened();
    const ready = open.prepare(runs);
    source.asked[0]?.fail(new Error('gone'));
    await ready;
    expect(posted).toEqual([]);
    const again = open.prepare(runs);
    const showing = open.show(runs);
    for (const asked of source.asked) asked.fail(new Error('gone'));
    await Promise.all([again, showing]);
    expect(posted.at(-1)).toMatchObject({ kind: 'comparison', problem: 'Error: gone' });
  });

  it('is given up with the panel', async () => {
    const { source, open, posted } = opened();
    const ready = open.prepare(runs);
    const showing = open.show(runs);
    open.dispose();
    await Promise.all([ready, showing]);
    expect(source.asked[0]?.signal.aborted).toBe(true);
    expect(posted).toEqual([loading(runs)]);
  });
});
