import { describe, expect, it } from 'vitest';
import { judgeVersion } from '../../../src/core/benchmark/judging/judgeTask';

describe('judgeVersion', () => {
  it('is the id and eight hex digits, the same for the same parts', () => {
    expect(judgeVersion('P-Affirm', 'text', 'schema')).toMatch(/^P-Affirm@[0-9a-f]{8}$/);
    expect(judgeVersion('P-Affirm', 'text', 'schema')).toBe(judgeVersion('P-Affirm', 'text', 'schema'));
  });

  it('changes with each part and with where one part ends', () => {
    const versions = [['ab', 'c'], ['a', 'bc'], ['abc'], ['ab', 'd'], ['ab', 'c', '']].map((parts) =>
      judgeVersion('x', ...parts),
    );
    expect(new Set(versions).size).toBe(versions.length);
  });
});
