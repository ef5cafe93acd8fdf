import { describe, expect, it } from 'vitest';
import type { JudgedRecord } from '../../../src/core/store/runRecord';
import { criteriaToy } from '../../toyBenchmarks/criteriaToy';
import { FakeProvider, isJudgeCall } from '../run/fakeProvider';
import { startRun, type ToyRunResult } from '../run/toyRun';

const image = { url: 'data:image/png;base64,AAAA', mediaType: 'image/png' };
const criteria = ['c1', 'c2', 'c3', 'c4', 'c5'].map((id, index) => ({ id, weight: index === 4 ? -5 : index + 1 }));
const samples = [{ id: 'work', image, criteria }];

/** A judge that answers for the first `count` criteria it is asked for. */
function forgetful(count: number): FakeProvider {
  return new FakeProvider((request) => {
    if (!isJudgeCall(request)) return 'Look again.';
    const asked = /Criteria: (.*)$/.exec(request.messages.at(-1)?.content ?? '')?.[1]?.split(', ') ?? [];
    return JSON.stringify({ verdicts: [...asked.slice(0, count), 'invented'].map((id) => ({ id, met: id !== 'c5' })) });
  });
}

function metricOf({ session, records }: ToyRunResult): unknown {
  const [metric] = criteriaToy.metrics;
  const [item] = session.items;
  const dialogue = session.state.item(item!.key).dialogue(session.planOf(item!));
  const verdicts = session.state.item(item!.key).verdictsOf('fake:judge');
  expect(records.length).toBeGreaterThan(0);
  const results = [{ sample: samples[0]!, repeats: [{ repeat: 0, dialogue, verdicts }] }];
  return metric?.observe(results, session.policy)[0]?.value;
}

describe('weighted criteria in blocks, with an image', () => {
  it('sends the image to tutor and judges and judges each block once', async () => {
    const provider = forgetful(9);
    const result = await startRun({ benchmark: criteriaToy, samples, provider });
    expect(result.status.status).toBe('completed');
    expect(provider.requests).toHaveLength(3);
    for (const request of provider.requests) expect(request.messages[0]?.images).toEqual([image]);
    expect(metricOf(result)).toBe(1);
    const verdicts = result.session.state.item('tutorbench/work#0').verdictsOf('fake:judge');
    expect(verdicts.map((verdict) => verdict.criterionId)).not.toContain('invented');
  });

  it('asks again for the ids left out, and for them alone', async () => {
    const provider = forgetful(1);
    const result = await startRun({ benchmark: criteriaToy, samples, provider });
    const asked = provider.requests
      .filter(isJudgeCall)
      .map((request) => /Criteria: (.*)$/.exec(request.messages.at(-1)?.content ?? '')?.[1]);
    expect(asked.sort()).toEqual(['c1, c2, c3', 'c2, c3', 'c3', 'c4, c5', 'c5']);
    for (const request of provider.requests.filter(isJudgeCall)) expect(request.messages).toHaveLength(1);
    expect(metricOf(result)).toBe(1);
  });

  it('leaves unscored what never comes, counts it, and keeps the rest', async () => {
    const provider = forgetful(0);
    const result = await startRun({ benchmark: criteriaToy, samples, provider });
    expect(result.status.status).toBe('completed');
    expect(provider.requests.filter(isJudgeCall)).toHaveLength(6);
    const verdicts = result.session.state.item('tutorbench/work#0').verdictsOf('fake:judge');
    expect(verdicts.map(({ criterionId, status }) => `${criterionId} ${status}`).sort()).toEqual(
      criteria.map(({ id }) => `${id} unscored`),
    );
    expect(verdicts[0]?.problem).toMatch(/after 3 attempts.*Left out/);
    expect(metricOf(result)).toBeUndefined();
    const judged = result.records.filter((record): record is JudgedRecord => record.kind === 'judged');
    expect(judged.map((record) => record.attempts.length)).toEqual([3, 3]);
  });
});
