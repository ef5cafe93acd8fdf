import { afterEach, describe, expect, it } from 'vitest';
import { startFaultyServer, type FaultyServer } from '../../loopback/faultyServer';
import { temporaryFolders } from '../store/temporaryFolder';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun } from './loopbackRun';
import { expectNoStrayRejections } from './strayRejections';

const newFolder = temporaryFolders();
expectNoStrayRejections();
let server: FaultyServer;
afterEach(() => server.leave());

describe('a key that is revoked in the middle of a run', () => {
  it('stops the run at once; what was answered is kept, and a resume with a good key does the rest', async () => {
    const samples = 80;
    server = await startFaultyServer({ latencyMs: 10 });
    const root = await newFolder();
    await planLoopbackRun(root, samples);
    // As many calls in flight as there will ever be: a number that grows meanwhile would say nothing about new rounds.
    const playing = playLoopbackRun({ root, url: server.url, slots: { start: 8, floor: 1, ceiling: 8 } });
    await expect.poll(() => server.answered, { interval: 1, timeout: 10_000 }).toBeGreaterThanOrEqual(60);
    server.revokeKey();
    const callsThen = server.calls;
    const first = await playing;
    expect(first.status.status).toBe('failed');
    expect(first.status.detail).toMatch(/key/i);
    expect(first.status.detail).not.toContain('sk-loopback');
    // One for each slot, of the tutor and of the judge, and no round of new ones.
    const slots = 2 * 8;
    expect(server.calls - callsThen).toBeLessThanOrEqual(slots);
    const kept = answeredIn(first.records);
    // An answer that was on its way when the run stopped is dropped: no more than there are slots.
    expect(server.answered - kept.length).toBeLessThanOrEqual(slots);
    expect(first.records.at(-1)).toMatchObject({ kind: 'status', status: 'failed' });
    server.restoreKey();
    const last = await playLoopbackRun({ root, url: server.url });
    expect(last.status.status).toBe('completed');
    expect(answeredIn(last.records).sort()).toEqual(plannedAnswers(samples));
    expect(answeredIn(last.records).slice(0, kept.length)).toEqual(kept);
  });
});
