import { describe, expect, it } from 'vitest';
import { drained, inSlices, type Slice } from '../../../src/core/compare/slice';

describe('work in slices', () => {
  const heard: string[] = [];
  function* work(): Generator<Slice, string> {
    try {
      heard.push('first');
      yield undefined;
      heard.push('second');
      yield Promise.resolve().then(() => void heard.push('other thread'));
      heard.push('third');
      return 'done';
    } finally {
      heard.push('end');
    }
  }

  it('is done in one go', () => {
    heard.length = 0;
    expect(drained(work())).toBe('done');
    expect(heard).toEqual(['first', 'second', 'third', 'end']);
  });

  it('waits after each slice, for what it yields as well', async () => {
    heard.length = 0;
    const pause = (): Promise<void> => Promise.resolve(void heard.push('pause'));
    expect(await inSlices(work(), pause)).toBe('done');
    expect(heard).toEqual(['first', 'pause', 'second', 'other thread', 'pause', 'third', 'end']);
  });

  it('is ended where it stands when the pause gives it up', async () => {
    heard.length = 0;
    await expect(inSlices(work(), () => Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    expect(heard).toEqual(['first', 'end']);
  });
});
