import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readVerdict } from '../../../src/core/benchmark/judging/readAnswer';

const read = readVerdict({
  schema: z.object({ feedback: z.string(), label: z.enum(['Yes', 'No']) }),
  normalise: (value) =>
    typeof value === 'object' && value !== null && 'Label' in value ? { feedback: '', label: value.Label } : value,
  plain: (visible) => (visible.endsWith('[RESULT] 1') ? { feedback: visible, label: 'Yes' } : undefined),
  toVerdicts: ({ label, feedback }) => [{ judge: 'j', unit: 'reply', status: 'ok', label, reasoning: feedback }],
});

describe('readVerdict', () => {
  it('maps an answer in shape', () => {
    expect(read('Well. {"feedback": "fine", "label": "No"}')).toEqual({
      kind: 'verdicts',
      verdicts: [{ judge: 'j', unit: 'reply', status: 'ok', label: 'No', reasoning: 'fine' }],
    });
  });

  it('uses other spellings, and the plain form only where there is no object', () => {
    expect(read('{"Label": "Yes"}')).toMatchObject({ verdicts: [{ label: 'Yes' }] });
    expect(read('<think>no</think>Good. [RESULT] 1')).toMatchObject({ verdicts: [{ reasoning: 'Good. [RESULT] 1' }] });
    expect(read('{"label": "Maybe"} [RESULT] 1')).toMatchObject({ kind: 'unreadable' });
  });

  it('says what is wrong', () => {
    expect(read('{"feedback": "x", "label": "Maybe"}')).toMatchObject({
      kind: 'unreadable',
      problem: expect.stringContaining('label') as string,
    });
    expect(read('')).toEqual({ kind: 'unreadable', problem: 'There is no JSON object in the reply.' });
  });
});
