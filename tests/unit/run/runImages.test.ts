import { describe, expect, it } from 'vitest';
import { FileReplyCache } from '../../../src/core/run/replyCache';
import type { ChatRequest } from '../../../src/core/providers/provider';
import { MemoryRunStore } from '../../memoryStores/memoryRunStore';
import type { JudgedRecord } from '../../../src/core/store/runRecord';
import { temporaryFolders } from '../../contract/store/temporaryFolder';
import { criteriaToy, type CriteriaSample } from '../../toyBenchmarks/criteriaToy';
import { pngUrl, sampleImage, tinyPng } from '../../toyBenchmarks/tinyImages';
import { FakeProvider, isJudgeCall, providerError } from './fakeProvider';
import { resumeRun, startRun, type ToyRunResult } from './toyRun';
import { callCounts } from '../../callCounts';

const newFolder = temporaryFolders();
const criteria = [{ id: 'c1', weight: 1 }];
const drawn = (id: string, path = `${id}.png`) => ({
  id,
  image: { path, mediaType: 'image/png', alt: `work on ${id}` },
  criteria,
});
const samples: readonly CriteriaSample[] = [drawn('a'), { id: 'plain', criteria }, drawn('b'), drawn('c')];
const images = ['a', 'b', 'c'].map((id) => sampleImage(`${id}.png`, tinyPng(id)));
const base = { benchmark: criteriaToy, samples, images };
const oneSlot = { start: 1, floor: 1, ceiling: 1 };

const hasImages = ({ messages }: ChatRequest): boolean => messages.some((message) => (message.images ?? []).length > 0);

function answer(request: ChatRequest): string {
  if (!isJudgeCall(request)) return `Look again at ${request.messages[0]?.content ?? ''}`;
  return JSON.stringify({ verdicts: [{ id: 'c1', met: true }] });
}

/** Refuses every call with an image, of those that `blind` says. */
const seesNothing = (blind: (request: ChatRequest) => boolean): FakeProvider =>
  new FakeProvider((request) => {
    if (blind(request) && hasImages(request)) throw providerError('imagesRefused', 'No images here.');
    return answer(request);
  });
const tutorCalls = ({ requests }: FakeProvider): readonly ChatRequest[] =>
  requests.filter((request) => !isJudgeCall(request));

function statuses({ session }: ToyRunResult): string[] {
  return session.items.map((item) => {
    const dialogue = session.state.item(item.key).dialogue(session.planOf(item));
    return `${item.sample.id} ${dialogue.status}`;
  });
}

const judgedOf = ({ records }: ToyRunResult): readonly JudgedRecord[] =>
  records.filter((record): record is JudgedRecord => record.kind === 'judged');

describe('images of a run', () => {
  it('reach tutor and judge as data URLs of what is in the store, and no path does', async () => {
    const provider = new FakeProvider(answer);
    const { status } = await startRun({ ...base, provider });
    expect(status.status).toBe('completed');
    for (const id of ['a', 'b', 'c']) {
      const asked = provider.requests.filter(({ messages }) => JSON.stringify(messages).includes(`work on ${id}`));
      expect(asked).toHaveLength(2);
      for (const { messages } of asked) {
        const [image, ...more] = messages.flatMap((message) => message.images ?? []);
        expect(more).toEqual([]);
        expect(image).toMatchObject({ url: pngUrl(tinyPng(id)), mediaType: 'image/png' });
        expect(image?.path).toBeUndefined();
      }
    }
    expect(provider.requests.filter((request) => !hasImages(request))).toHaveLength(2);
  });

  it('that are gone from the store stop the run with a sentence', async () => {
    const provider = new FakeProvider(answer);
    const store = new MemoryRunStore();
    store.images.put = () => Promise.resolve();
    const { status } = await startRun({ ...base, provider, store });
    expect(status).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/image.*Evaluate again/) as string,
    });
  });

  it('that a plan names without a run that has them stop it with the name', async () => {
    const { status } = await startRun({ ...base, images: [], provider: new FakeProvider(answer) });
    expect(status).toMatchObject({ status: 'failed', detail: 'The run has no image “a.png”. Evaluate again.' });
  });
});

describe('a tutor without vision', () => {
  it('that is known as such is sent no image, skips those samples, and completes the run', async () => {
    const provider = new FakeProvider(answer);
    const result = await startRun({ ...base, provider, tutorTakesImages: false });
    expect(result.status).toMatchObject({ status: 'completed' });
    expect(statuses(result)).toEqual(['a notApplicable', 'plain complete', 'b notApplicable', 'c notApplicable']);
    expect(tutorCalls(provider).map(hasImages)).toEqual([false]);
    expect(provider.requests).toHaveLength(2);
    expect(callCounts(result.session.state)).toMatchObject({ tutorCalls: 1, judgeCalls: 1, retries: 0 });
    const lost = result.records.filter((record) => record.kind === 'failed');
    expect(lost).toHaveLength(3);
    for (const record of lost) {
      expect(record).toMatchObject({ role: 'tutor', turn: 1, failure: 'imagesRefused', calls: 0 });
      expect(record.message).toMatch(/fake:tutor takes no images.*vision/);
    }
  });

  it.each([
    ['one slot', oneSlot, 1],
    ['four slots, which were taken before the refusal came', { start: 4, floor: 4, ceiling: 4 }, 4],
  ])('that is found out is not asked again, over %s', async (_name, slots, most) => {
    const many: readonly CriteriaSample[] = Array.from({ length: 30 }, (_, index) => drawn(`s${index}`, 'a.png'));
    const plain = samples[1]!;
    const provider = seesNothing((request) => !isJudgeCall(request));
    const result = await startRun({ ...base, samples: [...many, plain], provider, slots });
    expect(result.status.status).toBe('completed');
    expect(tutorCalls(provider).filter(hasImages).length).toBeLessThanOrEqual(most);
    expect(statuses(result)).toEqual([...many.map(({ id }) => `${id} notApplicable`), 'plain complete']);
  });

  it('is asked again by a resume, which may go to a server that sees by now', async () => {
    const blind = await startRun({ ...base, provider: new FakeProvider(answer), tutorTakesImages: false });
    const provider = new FakeProvider(answer);
    const result = await resumeRun({ ...base, store: blind.store, provider });
    expect(result.status.status).toBe('completed');
    expect(statuses(result)).toEqual(['a complete', 'plain complete', 'b complete', 'c complete']);
    expect(tutorCalls(provider)).toHaveLength(3);
    expect(provider.requests).toHaveLength(6);
  });

  it('keeps its replies to other samples where one image alone is refused', async () => {
    const provider = new FakeProvider((request) => {
      if (JSON.stringify(request.messages).includes('work on b') && !isJudgeCall(request))
        throw providerError('badRequest', 'Could not process image');
      return answer(request);
    });
    const result = await startRun({ ...base, provider });
    expect(result.status.status).toBe('incomplete');
    expect(statuses(result)).toEqual(['a complete', 'plain complete', 'b failed', 'c complete']);
  });
});

describe('a judge without vision', () => {
  it('that is known as such judges without the image and is told so; the record says it', async () => {
    const provider = new FakeProvider(answer);
    const result = await startRun({ ...base, provider, judgesTakeImages: false });
    expect(result.status.status).toBe('completed');
    const asked = provider.requests.filter(isJudgeCall);
    expect(asked).toHaveLength(4);
    expect(asked.some(hasImages)).toBe(false);
    expect(
      asked.filter(({ messages }) => (messages[0]?.content ?? '').includes('images of this task cannot be shown')),
    ).toHaveLength(3);
    expect(tutorCalls(provider).filter(hasImages)).toHaveLength(3);
    const told = judgedOf(result).map(({ item, withoutImages }) => [item, withoutImages === true]);
    expect(Object.fromEntries(told)).toEqual({
      'tutorbench/a#0': true,
      'tutorbench/plain#0': false,
      'tutorbench/b#0': true,
      'tutorbench/c#0': true,
    });
  });

  it('that is found out gives its verdicts all the same, in a second call the first time only', async () => {
    const provider = seesNothing(isJudgeCall);
    const result = await startRun({ ...base, provider, slots: oneSlot });
    expect(result.status.status).toBe('completed');
    expect(provider.requests.filter(isJudgeCall).map(hasImages).sort()).toEqual([false, false, false, false, true]);
    expect(judgedOf(result).filter(({ withoutImages }) => withoutImages === true)).toHaveLength(3);
    expect(judgedOf(result).flatMap(({ verdicts }) => verdicts.map(({ status }) => status))).toEqual(
      Array(4).fill('ok'),
    );
    expect(result.records.some((record) => record.kind === 'failed')).toBe(false);
  });

  it('is shown the image again by a resume, for what was not judged yet', async () => {
    let broken = true;
    const tutor = new FakeProvider((request) => {
      if (broken && JSON.stringify(request.messages).includes('work on b')) throw providerError('badRequest');
      return answer(request);
    });
    const blindJudge = seesNothing(isJudgeCall);
    const first = await startRun({ ...base, provider: tutor, judgeProvider: blindJudge });
    expect(first.status.status).toBe('incomplete');
    broken = false;
    const judgeProvider = new FakeProvider(answer);
    const second = await resumeRun({ ...base, store: first.store, provider: tutor, judgeProvider });
    expect(second.status.status).toBe('completed');
    expect(judgeProvider.requests.map(hasImages)).toEqual([true]);
    const told = judgedOf(second).map(({ item, withoutImages }) => [item, withoutImages === true]);
    expect(Object.fromEntries(told)).toMatchObject({ 'tutorbench/a#0': true, 'tutorbench/b#0': false });
  });

  it('does not make another judge blind', async () => {
    const provider = seesNothing((request) => request.model === 'short');
    const result = await startRun({ ...base, provider, judgeModels: ['short', 'keen'] });
    const without = judgedOf(result).filter(({ withoutImages }) => withoutImages === true);
    expect(new Set(without.map(({ judgeModel }) => judgeModel))).toEqual(new Set(['fake:short']));
    expect(without).toHaveLength(3);
  });
});

describe('the cache and images', () => {
  it('goes by the content of an image, wherever it lies', async () => {
    const cache = new FileReplyCache(await newFolder());
    const first = { ...base, samples: [drawn('a')], cache };
    const calls = async (path: string, content: Buffer): Promise<number> => {
      const provider = new FakeProvider(answer);
      const moved = { ...first, samples: [drawn('a', path)], images: [sampleImage(path, content)], provider };
      expect((await startRun(moved)).status.status).toBe('completed');
      return provider.requests.length;
    };
    expect(await calls('a.png', tinyPng('a'))).toBe(2);
    expect(await calls('a.png', tinyPng('a'))).toBe(0);
    expect(await calls('moved/there.png', tinyPng('a'))).toBe(0);
    expect(await calls('a.png', tinyPng('A'))).toBe(2);
    expect(await calls('a.png', tinyPng('a'))).toBe(0);
    await cache.close();
  });
});
