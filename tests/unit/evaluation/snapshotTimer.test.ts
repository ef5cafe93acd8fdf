import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SnapshotTimer } from '../../../src/vscode/prompts/promptWork';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** When snapshots are drawn over `forMs`, asked for every ten milliseconds, where drawing one takes `drawMs`. */
function drawnAt(drawMs: number, forMs: number): readonly number[] {
  const at: number[] = [];
  const timer = new SnapshotTimer(() => {
    at.push(performance.now());
    vi.advanceTimersByTime(drawMs);
  });
  const from = performance.now();
  while (performance.now() - from < forMs) {
    timer.request();
    vi.advanceTimersByTime(10);
  }
  timer.dispose();
  return at.map((moment) => Math.round(moment - from));
}

describe('the pace of snapshots', () => {
  it('is four a second where one costs next to nothing', () => {
    const at = drawnAt(0, 1_900);
    expect(at[0]).toBe(0);
    expect(at).toHaveLength(8);
  });

  it('leaves nine tenths of the thread to others where one takes long', () => {
    const at = drawnAt(400, 19_000);
    expect(at.slice(0, 2)).toEqual([0, 4_000]);
    expect(at).toHaveLength(5);
  });

  it('draws what was asked for during a rest once, after it', () => {
    let drawn = 0;
    const timer = new SnapshotTimer(() => (drawn += 1));
    for (let request = 0; request < 5; request += 1) timer.request();
    expect(drawn).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(drawn).toBe(2);
    timer.request();
    timer.dispose();
    vi.advanceTimersByTime(1_000);
    expect(drawn).toBe(3);
  });
});
