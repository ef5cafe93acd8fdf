import { describe, expect, it } from 'vitest';
import { calibrationWish } from '../../../src/vscode/judges/calibrationInput';

describe('calibrationWish', () => {
  it('reads what a calibration was asked for with', () => {
    const wish = { benchmark: 'mrbench', gold: 'labels', judge: 'openai:m' };
    expect(calibrationWish({ ...wish, promptUri: {}, more: 1 })).toEqual(wish);
    expect(calibrationWish({ benchmark: 'guideeval' })).toEqual({ benchmark: 'guideeval' });
  });

  it('takes what does not fit for not given: any extension can call', () => {
    for (const argument of [undefined, null, 'mrbench', 7, []]) expect(calibrationWish(argument)).toEqual({});
    expect(calibrationWish({ benchmark: '../x', gold: '/etc/passwd', judge: 'j'.repeat(501) })).toEqual({});
  });
});
