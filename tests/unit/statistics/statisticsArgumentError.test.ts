import { describe, expect, it } from 'vitest';
import { StatisticsArgumentError } from '../../../src/core/statistics/statisticsArgumentError';

describe('StatisticsArgumentError', () => {
  it('says which argument is wrong and carries it as data', () => {
    const error = new StatisticsArgumentError('wilsonInterval', 'successes', 6, 'from 0 to n = 5');
    expect(error.message).toBe('wilsonInterval: successes is 6; it must be from 0 to n = 5.');
    expect(error).toMatchObject({ statistic: 'wilsonInterval', argument: 'successes', value: 6 });
    expect(StatisticsArgumentError.is(error)).toBe(true);
    expect(StatisticsArgumentError.is(new RangeError('other'))).toBe(false);
  });
});
