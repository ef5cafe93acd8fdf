import { describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../../src/core/run/clock';
import { createRunSession } from '../../../src/core/run/runSession';
import { buildReport } from '../../../src/core/results/buildReport';
import { headerFacts } from '../../../src/core/results/headerFacts';
import { FileRunStore } from '../../../src/core/store/fileRunStore';
import { startFaultyServer } from '../../loopback/faultyServer';
import { plainToy } from '../../toyBenchmarks/plainToy';
import { temporaryFolders } from '../store/temporaryFolder';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun, runId } from './loopbackRun';

const newFolder = temporaryFolders();
const dayMs = 86_400_000;

describe.each([
  ['back by a day', -dayMs],
  ['on by a day', dayMs],
])('a computer’s clock that is set %s again and again while a run goes on', (_, stepMs) => {
  it('shows in no duration, holds up no call, and is kept as it stood in the journal', async () => {
    const root = await newFolder();
    let refused = 0;
    // A slot that rests waits for a moment: it must not wait for a day.
    const server = await startFaultyServer({ latencyMs: 5, retryAfter: () => ((refused += 1) <= 3 ? 1 : undefined) });
    let offset = 0;
    const clock: Clock = { ...systemClock, now: () => Date.now() + offset };
    try {
      await planLoopbackRun(root, 6);
      const from = performance.now();
      const { status, records } = await playLoopbackRun({
        root,
        url: server.url,
        clock,
        onEvent: ({ kind }) => {
          if (kind === 'retrying' || kind === 'limit' || kind === 'record') offset += stepMs;
        },
      });
      const mostMs = performance.now() - from;
      expect(status.status).toBe('completed');
      expect(answeredIn(records).sort()).toEqual(plannedAnswers(6));
      for (const record of records) {
        const took = record.kind === 'status' ? record.wallMs : 'ms' in record ? record.ms : undefined;
        expect(took ?? 0, JSON.stringify(record)).toBeGreaterThanOrEqual(0);
        expect(took ?? 0, JSON.stringify(record)).toBeLessThanOrEqual(mostMs + 1);
      }
      const times = records.map(({ at }) => Date.parse(at));
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(dayMs);

      const stored = await new FileRunStore(root).open(runId);
      const session = createRunSession(
        stored.manifest,
        stored.samples,
        new Map([[plainToy.id, plainToy]]),
        stored.records,
      );
      const report = buildReport(session, { resamples: 20 });
      const { run } = report;
      expect(run.wallMs).toBeLessThanOrEqual(mostMs + 1);
      expect(JSON.stringify(headerFacts(report))).not.toMatch(/took [^"]* h /);
      // An older version’s journal: the end of a part of a run before its beginning is no time at all.
      const older = stored.records.map((record) =>
        record.kind === 'status' && record.wallMs !== undefined ? { ...record, wallMs: -dayMs } : record,
      );
      const before = createRunSession(stored.manifest, stored.samples, new Map([[plainToy.id, plainToy]]), older);
      expect(buildReport(before, { resamples: 20 }).run.wallMs).toBe(0);
    } finally {
      await server.leave();
    }
  }, 30_000);
});
