import { describe, expect, it } from 'vitest';
import { plainSamples } from '../../toyBenchmarks/plainToy';
import { hostAndRun, kindsOf, played, refusedForm } from './batchToys';
import { providerError } from './fakeProvider';

describe('calls that a batch does not answer', () => {
  it('go into the next one when they expired, were left out, or met a passing failure', async () => {
    const { host, kept, options } = hostAndRun({
      outcome: ({ request }, batch) => {
        const last = request.messages.at(-1)?.content ?? '';
        if (batch !== 1) return undefined;
        if (last.startsWith('s1')) return { kind: 'expired' };
        if (last.startsWith('s2')) return 'omit';
        if (last.startsWith('s3')) return { kind: 'failed', error: providerError('rateLimit') };
        return last.startsWith('s4') ? { kind: 'failed', error: providerError('server') } : undefined;
      },
    });
    const { status } = await played(kept, options);
    expect(status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
    expect(
      kept.records
        .filter((record) => record.kind === 'reply')
        .map(({ retries }) => retries)
        .sort(),
    ).toEqual([0, 1, 1, 1, 1]);
  });

  it('are given up after six batches', async () => {
    const { host, kept, options } = hostAndRun({
      outcome: ({ request }) =>
        (request.messages.at(-1)?.content ?? '').startsWith('s1 ') ? { kind: 'expired' } : undefined,
    });
    const { status } = await played(kept, options);
    expect(status.status).toBe('incomplete');
    const asked = host.batches
      .flatMap(({ calls }) => calls)
      .filter(({ request }) => request.messages[0]?.content === 's1 says 1');
    expect(asked).toHaveLength(6);
    expect(kept.records.find((record) => record.kind === 'failed')).toMatchObject({
      failure: 'timeout',
      retries: 5,
      message: expect.stringMatching(/within a day.*Given up after 6 attempts/) as string,
    });
    expect(host.paid).toHaveLength(12);
  });

  it('fail at once where no other batch would help', async () => {
    const { kept, options, host } = hostAndRun({
      outcome: ({ request }) =>
        (request.messages.at(-1)?.content ?? '').startsWith('s1 ')
          ? { kind: 'failed', error: providerError('imagesRefused') }
          : undefined,
    });
    await played(kept, options);
    expect(kept.records.filter((record) => record.kind === 'failed')).toHaveLength(1);
    expect(host.paid).toHaveLength(12);
  });

  it('are not what a model is judged by that answered others in the same batch', async () => {
    const { kept, options } = hostAndRun({
      outcome: ({ request }) =>
        /^s[1-4] /.test(request.messages.at(-1)?.content ?? '') && request.schema === undefined
          ? { kind: 'failed', error: providerError('badRequest') }
          : undefined,
    });
    const { status } = await played(kept, options);
    expect(status.status).toBe('incomplete');
    expect(kept.records.filter((record) => record.kind === 'reply')).toHaveLength(1);
  });

  it('refused for their form are asked in another one, which a single call finds out', async () => {
    const { host, kept, options } = hostAndRun({
      outcome: (_call, batch) => (batch === 1 ? { kind: 'failed', error: refusedForm } : undefined),
    });
    const { status } = await played(kept, options);
    expect(status.status).toBe('completed');
    expect(host.alone).toHaveLength(1);
    expect(host.batches[1]?.calls).toHaveLength(4);
  });

  it('refused in any form are given up after three single calls', async () => {
    const { host, kept, options } = hostAndRun({
      outcome: () => ({ kind: 'failed', error: refusedForm }),
      alone: () => refusedForm,
    });
    const { status } = await played(kept, { ...options, samples: plainSamples(50) });
    expect(status).toMatchObject({ status: 'failed', detail: expect.stringContaining('No call to') as string });
    expect(host.alone).toHaveLength(3);
    expect(host.counts.submit).toBe(1);
  });
});

describe('a batch left behind that has failures alone', () => {
  it('fails one run, and what it has none for is asked again by the next', async () => {
    const { host, kept, options } = hostAndRun({
      polls: Number.POSITIVE_INFINITY,
      outcome: () => ({ kind: 'failed', error: providerError('tooLong') }),
    });
    const abort = new AbortController();
    await played(kept, options, {
      signal: abort.signal,
      onEvent: (event) => {
        if (event.kind === 'batches' && event.polledAt !== undefined) abort.abort('interrupted');
      },
    });
    for (const batch of host.batches) host.end(batch);
    host.options = {};
    expect((await played(kept, options)).status).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('has succeeded') as string,
    });
    expect((await played(kept, options)).status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
  });
});

describe('trouble with the provider', () => {
  it('while handing over or looking is waited out', async () => {
    const { host, kept, options } = hostAndRun({
      fault: (kind, count) =>
        (kind === 'submit' && count <= 2) || (kind === 'poll' && count % 2 === 1) || (kind === 'results' && count === 1)
          ? providerError('network')
          : undefined,
    });
    const { status } = await played(kept, options);
    expect(status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
  });

  it('that refuses every batch ends the run with its words', async () => {
    const { kept, options } = hostAndRun({ fault: () => providerError('badRequest', 'It takes no batches.') });
    const { status } = await played(kept, options);
    expect(status).toMatchObject({ status: 'failed', detail: expect.stringContaining('takes no batches') as string });
  });

  it('that is full gets smaller batches later', async () => {
    const { host, kept, options } = hostAndRun({
      refusal: (_batch, calls) => (calls > 3 ? providerError('rateLimit', 'Too much is waiting.') : undefined),
    });
    const { status } = await played(kept, options);
    expect(status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
    expect(await kindsOf(kept)).toContain('lost');
  });

  it('that lost a batch is asked again', async () => {
    const { host, kept, options } = hostAndRun({ polls: 3 });
    let taken = false;
    const { status } = await played(kept, options, {
      onEvent: (event) => {
        if (taken || event.kind !== 'batches' || event.polledAt === undefined) return;
        taken = true;
        for (const batch of host.batches) batch.phase = 'gone';
      },
    });
    expect(status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
    expect(await kindsOf(kept)).toContain('lost');
  });

  it('with the key leaves the batches where they are, for a resume', async () => {
    const { host, kept, options } = hostAndRun({
      fault: (kind) => (kind === 'poll' ? providerError('auth', 'The key was refused.') : undefined),
    });
    const first = await played(kept, options);
    expect(first.status).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/key was refused.*resume/) as string,
    });
    host.options = {};
    const second = await played(kept, options);
    expect(second.status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
  });
});
