import { describe, expect, it } from 'vitest';
import { plainSamples } from '../../toyBenchmarks/plainToy';
import { Mortal, playBatchRun } from './batchRun';
import { answers, hostAndRun, kindsOf, played } from './batchToys';
import { providerError } from './fakeProvider';

const never = Number.POSITIVE_INFINITY;

describe('a run in batches that stops', () => {
  it('by an interruption leaves them under way, says so, and collects them later', async () => {
    const { host, kept, options } = hostAndRun({ polls: never });
    const abort = new AbortController();
    const first = await played(kept, options, {
      signal: abort.signal,
      onEvent: (event) => event.kind === 'batches' && event.polledAt !== undefined && abort.abort('interrupted'),
    });
    expect(first.status).toMatchObject({
      status: 'interrupted',
      detail: 'A batch is still under way with Fake; resume the run to collect it.',
    });
    expect(host.counts.cancel).toBe(0);
    expect(answers(kept.records)).toEqual([]);
    host.options = {};
    const second = await played(kept, options);
    expect(second.status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
    expect(host.batches).toHaveLength(2);
  });

  it('while a batch is handed over waits for its id', async () => {
    const { host, kept, options } = hostAndRun();
    const abort = new AbortController();
    const log = kept.log;
    const watched = {
      ...kept,
      log: {
        read: () => log.read(),
        append: async (entry: Parameters<typeof log.append>[0]) => {
          await log.append(entry);
          if (entry.kind === 'intent') setImmediate(() => abort.abort('interrupted'));
        },
      },
    };
    const first = await played(watched, options, { signal: abort.signal });
    expect(first.status.status).toBe('interrupted');
    expect(await kindsOf(kept)).toEqual(['intent', 'submitted']);
    await played(kept, options);
    expect(host.paid).toHaveLength(15);
  });

  it('by cancelling ends them at the provider and keeps what they had finished', async () => {
    const { host, kept, options } = hostAndRun({ polls: never, doneBeforeCancel: 2 });
    const abort = new AbortController();
    const first = await played(kept, options, {
      signal: abort.signal,
      onEvent: (event) => event.kind === 'batches' && event.polledAt !== undefined && abort.abort(),
    });
    expect(first.status).toMatchObject({ status: 'cancelled', detail: undefined });
    expect(host.counts.cancel).toBe(1);
    expect(kept.records.filter((record) => record.kind === 'reply')).toHaveLength(2);
    expect(kept.records.filter((record) => record.kind === 'failed')).toHaveLength(0);
    expect((await kindsOf(kept)).at(-1)).toBe('cancelled');
    host.options = {};
    const second = await played(kept, options);
    expect(second.status.status).toBe('completed');
    expect(host.paid).toHaveLength(15);
  });

  it('by cancelling does not wait for ever, and leaves the rest to a resume', async () => {
    const { host, kept, options } = hostAndRun({
      polls: never,
      fault: (kind) => (kind === 'cancel' ? providerError('network') : undefined),
    });
    const abort = new AbortController();
    const first = await played(kept, options, {
      signal: abort.signal,
      onEvent: (event) => event.kind === 'batches' && event.polledAt !== undefined && abort.abort(),
    });
    expect(first.status).toMatchObject({ status: 'cancelled', detail: expect.stringContaining('resume') as string });
    host.options = {};
    await played(kept, options);
    expect(host.paid).toHaveLength(15);
  });
});

describe('a process that dies', () => {
  it.each(['before', 'after'] as const)(
    'at any act, %s it is done, loses nothing and pays for nothing twice',
    async (when) => {
      const whole = hostAndRun();
      const counting = new Mortal();
      await played(whole.kept, { ...whole.options, samples: plainSamples(3) }, { mortal: counting });
      const planned = answers(whole.kept.records);
      let twice = 0;
      for (let step = 1; step <= counting.acts; step += 1) {
        const { host, kept, options } = hostAndRun();
        const few = { ...options, samples: plainSamples(3) };
        expect(await playBatchRun(kept, few, { mortal: new Mortal(step, when) })).toBeUndefined();
        const left = await kindsOf(kept);
        // The one moment: the provider has the batch, the log does not.
        const orphaned = host.batches.length > left.filter((kind) => kind === 'submitted').length;
        for (const batch of host.batches) host.end(batch);
        const { status } = await played(kept, few);
        expect([step, status.status]).toEqual([step, 'completed']);
        expect(answers(kept.records)).toEqual(planned);
        const surplus = host.paid.length - new Set(host.paid).size;
        expect([step, surplus > 0]).toEqual([step, orphaned]);
        twice += surplus > 0 ? 1 : 0;
      }
      expect(counting.acts).toBeGreaterThan(20);
      // Between handing over and the line in the log, for each of two batches.
      expect(twice).toBe(2);
    },
  );
});
