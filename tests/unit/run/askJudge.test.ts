import { describe, expect, it } from 'vitest';
import type { Benchmark } from '../../../src/core/benchmark/benchmark';
import { plainSamples, plainToy, type PlainSample } from '../../toyBenchmarks/plainToy';
import { FakeProvider, isJudgeCall, verdictText } from './fakeProvider';
import { startRun } from './toyRun';

/** The plain toy whose judge of clarity needs room for a long answer. */
const wordy: Benchmark<PlainSample> = {
  ...plainToy,
  judgements: (...given) =>
    plainToy
      .judgements(...given)
      .map((task) => ('prompt' in task && task.key === 'clarity' ? { ...task, maxOutputTokens: 9_000 } : task)),
};

describe('the tokens that a judge’s answer may take', () => {
  it('are what its task says, in each attempt, and 2,048 where it says nothing', async () => {
    const provider = new FakeProvider((request) => {
      if (!isJudgeCall(request)) return 'reply';
      return request.messages.length === 1 ? 'Hm.' : verdictText(true);
    });
    const { status } = await startRun({ benchmark: wordy, samples: plainSamples(2), provider });
    expect(status.status).toBe('completed');
    const limits = (judge: string): readonly number[] =>
      provider.requests
        .filter(({ system }) => system === `You are judge ${judge}.`)
        .map(({ maxOutputTokens }) => maxOutputTokens);
    expect(limits('clarity')).toEqual([9_000, 9_000, 9_000, 9_000]);
    expect(limits('tone')).toEqual([2_048, 2_048, 2_048, 2_048]);
    const tutor = provider.requests.filter((request) => !isJudgeCall(request));
    expect(tutor.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([100, 100]);
  });
});
