import { describe, expect, it } from 'vitest';
import { type ChatRequest, ProviderError } from '../../../src/core/providers/provider';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { defaultAnswer, FakeProvider, isJudgeCall, providerError } from './fakeProvider';
import { resumeRun, startRun } from './toyRun';

const slots = { start: 1, floor: 1, ceiling: 1 };
const base = { benchmark: plainToy, samples: plainSamples(30), slots };

function refusal(status: number): ProviderError {
  return new ProviderError('The server refused the request: the model was switched off.', {
    failure: 'badRequest',
    provider: 'fake',
    status,
  });
}

describe('a model that refuses one call after another in the same way', () => {
  it('ends the run after five in a row, though it answered before, and a resume asks for them again', async () => {
    let isOff = true;
    let refused = 0;
    const provider = new FakeProvider((request, index) => {
      if (!isOff || index <= 6) return defaultAnswer(request);
      refused += 1;
      throw refusal(400);
    });
    const { status, store } = await startRun({ ...base, provider });
    expect(status.status).toBe('failed');
    expect(status.detail).toBe(
      'The server refused the request: the model was switched off. fake:tutor refused five calls in a row like this; resume the run when that is fixed.',
    );
    expect(refused).toBe(5);
    isOff = false;
    expect((await resumeRun({ ...base, provider, store })).status.status).toBe('completed');
  });

  it('is not asked again for what its content filter refused, as each resume would pay for it once more', async () => {
    const isRefused = ({ messages, schema }: ChatRequest): boolean =>
      schema === undefined && JSON.stringify(messages) === refusedMessages;
    let refusedMessages = '';
    const provider = new FakeProvider((request, index) => {
      if (index === 1) refusedMessages = JSON.stringify(request.messages);
      if (isRefused(request)) throw providerError('refused');
      return defaultAnswer(request);
    });
    const { session, store } = await startRun({ ...base, provider });
    const asked = provider.requests.length;
    expect(provider.requests.filter(isRefused)).toHaveLength(1);
    expect([...session.state.items.values()].filter(({ tutorFailure }) => tutorFailure !== undefined)).toHaveLength(1);
    await resumeRun({ ...base, provider, store });
    expect(provider.requests).toHaveLength(asked);
  });

  it.each([
    ['one is answered in between', (index: number) => (index % 5 === 0 ? undefined : refusal(400))],
    ['they are refused in different ways', (index: number) => refusal(index % 2 === 0 ? 400 : 422)],
    ['the answers are too long', () => providerError('tooLong')],
    ['the samples’ images are refused', () => providerError('imagesRefused')],
  ])('loses these samples alone where %s', async (_, refuse) => {
    let asked = 0;
    const provider = new FakeProvider((request, index) => {
      if (isJudgeCall(request) || index <= 6) return defaultAnswer(request);
      asked += 1;
      const error = refuse(asked);
      if (error !== undefined) throw error;
      return defaultAnswer(request);
    });
    const { status } = await startRun({ ...base, provider });
    expect(status.status).not.toBe('failed');
    expect(asked).toBe(28);
  });

  it('is told by model: a judge that answers does not speak for the tutor, nor the other way round', async () => {
    const provider = new FakeProvider((request, index) => {
      if (isJudgeCall(request) && index > 6) throw refusal(400);
      return defaultAnswer(request);
    });
    const { status } = await startRun({ ...base, provider });
    expect(status.detail).toMatch(/fake:judge refused five calls in a row/);
  });
});
