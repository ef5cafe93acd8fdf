import { describe, expect, it } from 'vitest';
import { calibrationOptions } from '../../../src/vscode/judges/calibrateJudge';

describe('calibrationOptions', () => {
  it('reads what a calibration was asked for with', () => {
    const request = { benchmark: 'mrbench', gold: 'labels', judge: 'openai:m' };
    expect(calibrationOptions({ ...request, promptUri: {}, more: 1 })).toEqual(request);
    expect(calibrationOptions({ benchmark: 'guideeval' })).toEqual({ benchmark: 'guideeval' });
  });

  it('takes what does not fit for not given: any extension can call', () => {
    for (const argument of [undefined, null, 'mrbench', 7, []]) expect(calibrationOptions(argument)).toEqual({});
    expect(calibrationOptions({ benchmark: '../x', gold: '/etc/passwd', judge: 'j'.repeat(501) })).toEqual({});
  });
});
