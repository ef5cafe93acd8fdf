import { describe, expect, it } from 'vitest';
import { inSlices } from '../../../src/core/labels/labelPositions';

describe('work in slices', () => {
  const heard: string[] = [];
  function* work(): Generator<undefined, string> {
    heard.push('first');
    yield undefined;
    heard.push('second');
    return 'done';
  }

  it('pauses after each slice', async () => {
    heard.length = 0;
    expect(await inSlices(work(), () => Promise.resolve(void heard.push('pause')))).toBe('done');
    expect(heard).toEqual(['first', 'pause', 'second']);
  });

  it('stops where it stands when the pause gives it up', async () => {
    heard.length = 0;
    await expect(inSlices(work(), () => Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    expect(heard).toEqual(['first']);
  });
});
