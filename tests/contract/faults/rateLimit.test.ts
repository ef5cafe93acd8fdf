import { afterEach, describe, expect, it } from 'vitest';
import { startFaultyServer, type FaultyServer } from '../../loopback/faultyServer';
import { contentOf } from '../../loopback/faultyServerReplies';
import { temporaryFolders } from '../store/temporaryFolder';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun } from './loopbackRun';
import { quickClock } from './quickClock';
import { expectNoStrayRejections } from './strayRejections';

const newFolder = temporaryFolders();
expectNoStrayRejections();
let server: FaultyServer;
afterEach(() => server.leave());

describe('a provider that takes so many calls a second', () => {
  it('is asked no more often than it bears, by and large, and no call is given up', async () => {
    const samples = 100;
    server = await startFaultyServer({ callsASecond: 60, latencyMs: 20 });
    const root = await newFolder();
    await planLoopbackRun(root, samples);
    const run = await playLoopbackRun({ root, url: server.url, slots: { start: 8, floor: 1, ceiling: 64 } });
    expect(run.status.status).toBe('completed');
    expect(run.records.filter(({ kind }) => kind === 'failed')).toEqual([]);
    expect(answeredIn(run.records).sort()).toEqual(plannedAnswers(samples));
    expect(server.answered).toBe(3 * samples);
    // It would prove nothing if the limit were never met.
    expect(server.refused).toBeGreaterThan(0);
    expect(server.refused / server.calls).toBeLessThan(0.3);
  }, 60_000);
});

describe('one call that is to wait five minutes', () => {
  it('holds up no other: all are answered before it is asked again', async () => {
    const samples = 60;
    const refused = new Map<string, number>();
    let others = -1;
    server = await startFaultyServer({
      latencyMs: 2,
      retryAfter: (request) => {
        const content = contentOf(request);
        if (refused.size === 0 && server.answered >= 20) {
          refused.set(content, 1);
          return 300;
        }
        if (refused.has(content)) others = server.answered;
        return undefined;
      },
    });
    const root = await newFolder();
    await planLoopbackRun(root, samples);
    const run = await playLoopbackRun({ root, url: server.url, clock: quickClock(20) });
    expect(run.status.status).toBe('completed');
    expect(answeredIn(run.records).sort()).toEqual(plannedAnswers(samples));
    expect(refused.size).toBe(1);
    // Where it was the tutor's call, its own two verdicts have to wait with it.
    expect(others).toBeGreaterThanOrEqual(3 * samples - 3);
  }, 60_000);
});
