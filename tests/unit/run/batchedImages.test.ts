import { describe, expect, it } from 'vitest';
import type { BatchOutcome, ChatRequest } from '../../../src/core/providers/provider';
import type { RunRecord } from '../../../src/core/store/runRecord';
import { criteriaToy, type CriteriaSample } from '../../toyBenchmarks/criteriaToy';
import { sampleImage, tinyPng } from '../../toyBenchmarks/tinyImages';
import { BatchHost, type BatchHostOptions } from './batchHost';
import { Mortal, newRun } from './batchRun';
import { played } from './batchToys';
import { isJudgeCall, providerError } from './fakeProvider';

const refused: BatchOutcome = { kind: 'failed', error: providerError('imagesRefused', 'No images here.') };
const verdicts = JSON.stringify({ verdicts: [{ id: 'c1', met: true }] });

function reply(text: string): BatchOutcome {
  return { kind: 'reply', reply: { text, finish: 'stop', usage: { input: 10, output: 1, cachedInput: 0 } } };
}

function hasImages({ messages }: ChatRequest): boolean {
  return messages.some(({ images = [] }) => images.length > 0);
}

/** A run of samples with one picture each, and the provider that it goes to. */
function picturesAndHost(count: number, options: BatchHostOptions) {
  const ids = Array.from({ length: count }, (_, index) => `p${index + 1}`);
  const samples: readonly CriteriaSample[] = ids.map((id) => ({
    id,
    image: { path: `${id}.png`, mediaType: 'image/png', alt: id },
    criteria: [{ id: 'c1', weight: 1 }],
  }));
  const images = ids.map((id) => sampleImage(`${id}.png`, tinyPng(id)));
  const host = new BatchHost({
    outcome: ({ request }) => reply(isJudgeCall(request) ? verdicts : 'Look again.'),
    ...options,
  });
  return { host, kept: newRun(), options: { benchmark: criteriaToy, samples, images, host } };
}

function failuresOf(records: readonly RunRecord[]) {
  return records.filter((record) => record.kind === 'failed');
}

describe('a tutor of batches that turns out to take no images', () => {
  it('has answered what it has answered', async () => {
    let calls = 0;
    const { kept, options } = picturesAndHost(200, {
      outcome: ({ request }) => {
        if (isJudgeCall(request)) return reply(verdicts);
        calls += 1;
        return calls === 1 ? refused : reply('Look again.');
      },
    });
    // Writing takes a while, in which the refusal is heard.
    const mortal = new Mortal();
    const slow = Object.assign(mortal, {
      act: async <Result>(work: () => Promise<Result>): Promise<Result> => {
        const result = await work();
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return result;
      },
    });
    const { status } = await played(kept, options, { mortal: slow });
    expect(status.status).toBe('completed');
    expect(kept.records.filter((record) => record.kind === 'reply')).toHaveLength(199);
    expect(failuresOf(kept.records)).toHaveLength(1);
    expect(status.unrecorded).toBeUndefined();
  });

  it('is recorded with its own words, and with what was sent', async () => {
    const { kept, options } = picturesAndHost(4, { outcome: () => refused });
    const { status } = await played(kept, options);
    expect(status).toMatchObject({ status: 'completed' });
    expect(status.unrecorded).toBeUndefined();
    const failures = failuresOf(kept.records);
    expect(failures).toHaveLength(4);
    for (const { message, ms, sent } of failures) {
      expect([message, sent]).toEqual(['No images here.', 1]);
      expect(ms).toBeGreaterThan(0);
    }
  });

  it('leaves an interrupted run interrupted, with its batch under way', async () => {
    const abort = new AbortController();
    const { host, kept, options } = picturesAndHost(4, {
      limits: { maxCalls: 2, maxBytes: 10_000_000 },
      polls: Number.POSITIVE_INFINITY,
      outcome: () => refused,
    });
    const { status } = await played(kept, options, {
      signal: abort.signal,
      onEvent: (event) => {
        if (event.kind === 'batches' && host.batches.length === 2) host.end(host.batches[0]!);
        if (event.kind === 'record' && event.record.kind === 'failed') setImmediate(() => abort.abort('interrupted'));
      },
    });
    expect(status).toMatchObject({
      status: 'interrupted',
      detail: expect.stringContaining('still under way') as string,
    });
    expect(failuresOf(kept.records)).toHaveLength(2);
  });
});

describe('a judge of batches that turns out to take no images', () => {
  it('is not asked anew what it was asked with them', async () => {
    const { host, kept, options } = picturesAndHost(3, {
      outcome: ({ request }) => {
        if (!isJudgeCall(request)) return reply(`On ${request.messages[0]?.content ?? ''}`);
        if (!hasImages(request)) return reply(verdicts);
        const material = request.messages[0]?.content ?? '';
        if (material.includes('on p2')) return refused;
        return material.includes('on p1') ? reply('gibberish') : reply(verdicts);
      },
    });
    const { status } = await played(kept, options);
    expect(status).toMatchObject({ status: 'completed' });
    const judged = kept.records.filter((record) => record.kind === 'judged');
    const paid = host.paid.length - 3;
    expect(judged.reduce((sum, { calls }) => sum + calls, 0)).toBe(paid);
    for (const { attempts, calls } of judged) expect(attempts).toHaveLength(calls);
  });
});
