import { describe, expect, it } from 'vitest';
import type { RunPair } from '../../../src/protocol/messages';
import { OpenComparison, type ComparisonSource } from '../../../src/vscode/panel/openPanel';

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

  it('says what is wrong with it', async () => {
    const { source, open } = opened();
    const answer = open.compare(runs);
    source.asked[0]?.fail(new Error('gone'));
    expect(await answer).toEqual({ problem: 'Error: gone' });
  });

  it('is given up with the panel', async () => {
    const { source, open } = opened();
    const answer = open.compare(runs);
    open.dispose();
    expect(await answer).toBeUndefined();
    expect(source.asked[0]?.signal.aborted).toBe(true);
  });
});
