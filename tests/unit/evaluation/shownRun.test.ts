import { describe, expect, it } from 'vitest';
import { ShownRun } from '../../../src/vscode/evaluation/shownRun';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import { FakeProvider } from '../run/fakeProvider';
import { startRun } from '../run/toyRun';

describe('the summary of a run that is shown', () => {
  it('counts replies against the replies that dialogues of several turns plan, and judgements beside them', async () => {
    const samples = ['a', 'b', 'c'].map((id) => ({ id, script: ['one', 'two', 'three', 'four'], answer: '2' }));
    const { session } = await startRun({ benchmark: scriptedToy, samples, provider: new FakeProvider(), repeats: 1 });
    const shown = new ShownRun(() => false);
    expect(shown.summary(true)).toBeUndefined();
    shown.follow(session);
    const { replies, judgements, cases } = shown.summary(true) ?? {};
    expect(cases).toBe(3);
    expect(replies).toEqual({ done: 12, planned: 12 });
    expect(judgements).toBe(session.state.counts.judgements);
    expect(judgements).toBeGreaterThan(0);
  });
});
