import { describe, expect, it } from 'vitest';
import { endpointsOfRun } from '../../../src/core/history/endpointsOfRun';
import { planRejudge } from '../../../src/core/history/planRejudge';
import { offlineEntry } from '../../../src/core/providers/offlineProvider';
import { systemClock } from '../../../src/core/run/clock';
import { type RunManifest, runManifestSchema } from '../../../src/core/store/runManifest';
import { runRecordSchema } from '../../../src/core/store/runRecord';
import { MemoryBatchLog } from '../../memoryStores/memoryBatchLog';
import { plainSamples, plainToy } from '../../toyBenchmarks/plainToy';
import { BatchHost } from '../run/batchHost';
import { newRun, playBatchRun } from '../run/batchRun';
import { toyManifest } from '../run/toyRun';

const samples = plainSamples(2);
const manifest: RunManifest = { ...toyManifest({ benchmark: plainToy, samples }), batch: true };
const benchmarks = new Map([[plainToy.id, plainToy]]);
const request = { runId: 'run-2', createdAt: '2026-03-05T00:00:00.000Z', toolVersion: '9.9.9' };

describe('a run in batches', () => {
  it('is not gone on with call by call, which would pay for its open batches twice', () => {
    const log = new MemoryBatchLog();
    const options: Parameters<typeof endpointsOfRun>[1] = {
      entries: new Map([['fake', { ...offlineEntry, id: 'fake', create: () => new BatchHost().provider() }]]),
      keyFor: () => '',
      concurrency: undefined,
      onEvent: () => undefined,
      batch: () => ({ log, clock: systemClock, random: Math.random }),
    };
    expect(endpointsOfRun(manifest, options).batches).toBeDefined();
    expect(endpointsOfRun({ ...manifest, batch: undefined }, options).batches).toBeUndefined();
  });

  it('has its replies judged again in batches only where that is asked for, at no cost of the first run', async () => {
    const kept = newRun();
    const usage = { input: 10, output: 1, cachedInput: 0 };
    await playBatchRun(kept, { benchmark: plainToy, samples, host: new BatchHost({ usage }) });
    const stored = {
      manifest,
      samples: samples.map((sample) => ({ benchmark: plainToy.id, sample })),
      records: kept.records,
      problems: [],
    };
    const judged = (batch?: boolean) =>
      planRejudge(stored, manifest.judges, { ...request, ...(batch === undefined ? {} : { batch }) }, benchmarks);
    expect(judged().manifest.batch).toBeUndefined();
    expect(judged(true).manifest.batch).toBe(true);
    for (const record of judged().records) expect(JSON.stringify(record)).not.toContain('"batch"');
  });

  it('is read back as it was written, and runs without batches as before', async () => {
    expect(runManifestSchema.parse(JSON.parse(JSON.stringify(manifest)))).toEqual(JSON.parse(JSON.stringify(manifest)));
    const earlier = toyManifest({ benchmark: plainToy, samples });
    expect(runManifestSchema.parse(earlier).batch).toBeUndefined();
    const kept = newRun();
    await playBatchRun(kept, {
      benchmark: plainToy,
      samples,
      host: new BatchHost({ usage: { input: 10, output: 1, cachedInput: 0 } }),
    });
    const read = kept.records.map((record) => runRecordSchema.parse(JSON.parse(JSON.stringify(record))));
    expect(read.filter((record) => 'batch' in record && record.batch === true)).toHaveLength(6);
  });
});
