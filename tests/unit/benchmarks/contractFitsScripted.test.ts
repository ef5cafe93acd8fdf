import { describe, expect, it } from 'vitest';
import { scriptedToy } from '../../toyBenchmarks/scriptedToy';
import { FakeProvider, isJudgeCall, verdictText } from '../run/fakeProvider';
import { startRun } from '../run/toyRun';
import { callCounts } from '../../callCounts';

const script = Array.from({ length: 10 }, (_, index) => `student ${index + 1}`);
const samples = [{ id: 'task', script, answer: '-2 and -6' }];

describe('ten scripted turns, judged by message and as a conversation', () => {
  it('feeds back the tutor’s visible replies and gives the judges nothing of its thoughts', async () => {
    const provider = new FakeProvider((request) =>
      isJudgeCall(request)
        ? verdictText(true)
        : `<think>secret ${request.messages.length}</think> said ${request.messages.length}`,
    );
    const { status, session, records } = await startRun({ benchmark: scriptedToy, samples, provider, repeats: 3 });
    expect(status.status).toBe('completed');
    const tutorCalls = provider.requests.filter((request) => !isJudgeCall(request) && request.repeat === 1);
    expect(tutorCalls.map((request) => request.messages.length)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    expect(tutorCalls[9]?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual(
      script.flatMap((line, index) => [`user: ${line}`, `assistant: said ${index * 2 + 1}`]).slice(0, 19),
    );
    expect(JSON.stringify(provider.requests)).not.toContain('secret');
    expect(records.filter((record) => record.kind === 'reply' && record.raw.includes('secret'))).toHaveLength(30);
    for (const { key } of session.items) {
      const verdicts = session.state.item(key).verdictsOf('fake:judge');
      expect(verdicts.filter((verdict) => verdict.unit === 'conversation')).toHaveLength(1);
      const turns = verdicts.filter((verdict) => verdict.judge === 'J2').map((verdict) => verdict.turn);
      expect(turns.sort((left = 0, right = 0) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
    expect(callCounts(session.state)).toMatchObject({ tutorCalls: 30, judgeCalls: 33, replies: 30, judgements: 33 });
  });

  it('ends a conversation at an empty reply, without asking a judge', async () => {
    const provider = new FakeProvider((request) =>
      request.messages.length === 7 ? '<think>only this</think>' : 'said',
    );
    const { status, session } = await startRun({ benchmark: scriptedToy, samples, provider });
    expect(status.status).toBe('completed');
    expect(provider.requests).toHaveLength(4);
    const [item] = session.items;
    expect(session.state.item(item!.key).dialogue(session.planOf(item!))).toMatchObject({ status: 'noReply' });
  });
});
