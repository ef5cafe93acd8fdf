import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/core/benchmark/judging/verdict';
import { chainedToy } from '../../toyBenchmarks/chainedToy';
import { FakeProvider, isJudgeCall, verdictText } from '../run/fakeProvider';
import { startRun, type ToyRunResult } from '../run/toyRun';
import { callCounts } from '../../callCounts';

const samples = [
  { id: 'right', step: 2, reference: 'reference of right' },
  { id: 'wrong', step: 3, reference: 'reference of wrong' },
];

function byJudge({ session }: ToyRunResult, key: string, model = 'fake:judge'): Record<string, Verdict['label']> {
  return Object.fromEntries(
    session.state
      .item(key)
      .verdictsOf(model)
      .map((verdict) => [verdict.judge, verdict.label]),
  );
}

describe('a chain with computed, dependent and paired verdicts', () => {
  it('asks the dependent judge where the computed verdict allows it, and joins both orders of the pair', async () => {
    const provider = new FakeProvider((request) => {
      const last = request.messages.at(-1)?.content ?? '';
      if (!isJudgeCall(request)) return last.startsWith('Which') ? 'It is step 2.' : 'Corrected.';
      // This judge always prefers the reference, wherever it stands.
      return verdictText(!last.startsWith('A: Corrected'));
    });
    const result = await startRun({ benchmark: chainedToy, samples, provider, judgeModels: ['judge', 'other'] });
    expect(result.status.status).toBe('completed');
    for (const model of ['fake:judge', 'fake:other']) {
      expect(byJudge(result, 'kmp-skills/right#0', model)).toEqual({
        location: true,
        reason: true,
        'pair-ab': false,
        'pair-ba': true,
        pair: 'lose',
      });
      expect(byJudge(result, 'kmp-skills/wrong#0', model)).toEqual({
        location: false,
        'pair-ab': false,
        'pair-ba': true,
        pair: 'lose',
      });
    }
    // Computed verdicts are recorded as made without a call.
    const computed = result.records.filter((record) => record.kind === 'judged' && record.version === 'computed');
    expect(computed).toHaveLength(8);
    expect(callCounts(result.session.state).judgeCalls).toBe(10);
  });

  it('calls a pair in which the side decides a tie', async () => {
    const provider = new FakeProvider((request) => (isJudgeCall(request) ? verdictText(true) : 'step 9'));
    const result = await startRun({ benchmark: chainedToy, samples, provider });
    expect(byJudge(result, 'kmp-skills/right#0')).toMatchObject({ 'pair-ab': true, 'pair-ba': true, pair: 'tie' });
  });

  it('leaves out what depends on an unreadable verdict', async () => {
    const provider = new FakeProvider((request) =>
      isJudgeCall(request) && request.system.includes('pair-ba')
        ? 'No idea.'
        : isJudgeCall(request)
          ? verdictText(true)
          : 'step 2',
    );
    const result = await startRun({ benchmark: chainedToy, samples: samples.slice(0, 1), provider });
    expect(result.status.status).toBe('completed');
    const verdicts = byJudge(result, 'kmp-skills/right#0');
    expect(verdicts).not.toHaveProperty('pair');
    expect(verdicts['pair-ba']).toBeUndefined();
  });
});
