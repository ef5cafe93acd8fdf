import { describe, expect, it } from 'vitest';
import type { RunPair } from '../../../src/protocol/messages';
import {
  OpenComparison,
  type ComparisonMessage,
  type ComparisonSource,
} from '../../../src/vscode/comparing/openComparison';

const runs: RunPair = { before: 'run-1', after: 'run-2' };
const other: RunPair = { before: 'run-2', after: 'run-3' };
const view = '{}';

/** One comparison that was asked for, to be answered by the test. */
interface Asked {
  readonly runs: RunPair;
  readonly signal: AbortSignal;
  answer(view: string): void;
  fail(error: Error): void;
}

class Source implements ComparisonSource {
  limits: ComparisonSource['limits'] = { margin: undefined, smallest: undefined };
  readonly asked: Asked[] = [];

  view(pair: RunPair, signal: AbortSignal): Promise<string> {
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
const shown = (of: RunPair): ComparisonMessage => ({ kind: 'comparison', runs: of, view });

describe('the pair that Compare shows', () => {
  it('is under way until its view is there, or why there is none', async () => {
    const { source, open, posted } = opened();
    const showing = open.show(runs);
    expect(posted).toEqual([loading(runs)]);
    source.asked[0]?.answer(view);
    await showing;
    expect(posted).toEqual([loading(runs), shown(runs)]);
    expect(open.runs).toEqual(runs);
    const failing = open.show(other);
    source.asked[1]?.fail(new Error('gone'));
    await failing;
    expect(posted.at(-1)).toMatchObject({ kind: 'comparison', runs: other, problem: 'Error: gone' });
  });

  it('is given up when another one is shown', async () => {
    const { source, open, posted } = opened();
    const showing = open.show(runs);
    const next = open.show(other);
    expect(source.asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    source.asked[1]?.answer(view);
    await Promise.all([showing, next]);
    expect(posted).toEqual([loading(runs), loading(other), shown(other)]);
  });

  it('is sent again by other limits, and stays until then', async () => {
    const { source, open, posted } = opened();
    await open.measure();
    const showing = open.show(runs);
    source.asked[0]?.answer(view);
    await showing;
    await open.measure();
    expect(source.asked).toHaveLength(1);
    source.limits = { margin: 0.1, smallest: undefined };
    const again = open.measure();
    expect(posted).toEqual([loading(runs), shown(runs)]);
    source.asked[1]?.answer(view);
    await again;
    expect(posted).toEqual([loading(runs), shown(runs), shown(runs)]);
  });

  it('is given up with the panel', async () => {
    const { source, open, posted } = opened();
    const showing = open.show(runs);
    open.dispose();
    await showing;
    expect(source.asked[0]?.signal.aborted).toBe(true);
    expect(posted).toEqual([loading(runs)]);
  });
});
