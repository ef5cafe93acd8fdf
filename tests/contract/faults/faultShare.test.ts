import { afterEach, describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/results/buildReport';
import { startFaultyServer, type FaultyServer } from '../../loopback/faultyServer';
import { faultKinds } from '../../loopback/serverFaults';
import { temporaryFolders } from '../store/temporaryFolder';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun } from './loopbackRun';
import { quickClock } from './quickClock';
import { expectNoStrayRejections } from './strayRejections';

const newFolder = temporaryFolders();
expectNoStrayRejections();
let server: FaultyServer;
afterEach(() => server.leave());

/** Real milliseconds before a stalled call is given up. Waits between attempts are shortened, too. */
const timeoutMs = 300;
const speed = 20;

describe('a provider with which three calls in ten go wrong', () => {
  it('costs no reply: all is answered once, or named with its failure and answered by a resume', async () => {
    const samples = 100;
    server = await startFaultyServer({ seed: 7, share: 0.3, stallMs: 60_000, latencyMs: 2 });
    const root = await newFolder();
    await planLoopbackRun(root, samples);
    const first = await playLoopbackRun({ root, url: server.url, timeoutMs, clock: quickClock(speed) });
    expect([...server.faults.keys()].sort()).toEqual([...faultKinds].sort());
    const failed = first.records.filter((record) => record.kind === 'failed');
    expect(first.status.status).toBe(failed.length === 0 ? 'completed' : 'incomplete');
    const answered = answeredIn(first.records);
    expect(new Set(answered).size).toBe(answered.length);
    let last = first;
    for (let resume = 0; last.status.status === 'incomplete' && resume < 5; resume += 1) {
      last = await playLoopbackRun({ root, url: server.url, timeoutMs, clock: quickClock(speed) });
    }
    expect(answeredIn(last.records).sort()).toEqual(plannedAnswers(samples));
    expect(last.status.status).toBe('completed');
  }, 60_000);

  it('names each call that was given up, counts its verdicts as unscored, and a resume brings them', async () => {
    const samples = 40;
    // Six time limits in a row would end the run, so one kind in five runs into it.
    const kinds = ['serverError', 'overloaded', 'malformedJson', 'wrongShape', 'endlessBody'] as const;
    server = await startFaultyServer({ seed: 3, share: 0.7, kinds, stallMs: 60_000 });
    const root = await newFolder();
    await planLoopbackRun(root, samples);
    const options = { root, url: server.url, timeoutMs: 200, clock: quickClock(40) };
    const first = await playLoopbackRun(options);
    expect(first.status).toMatchObject({ status: 'incomplete', detail: undefined });
    const failed = first.records.filter((record) => record.kind === 'failed');
    expect(failed.length).toBeGreaterThan(3);
    for (const { failure, message, retries } of failed) {
      expect(failure).toMatch(/^(server|overloaded|badResponse|timeout)$/);
      expect(message).toMatch(/Given up after \d+ attempts/);
      // A whole time limit is waited for twice only.
      expect(retries).toBeGreaterThanOrEqual(failure === 'timeout' ? 1 : 5);
    }
    const replies = first.records.filter((record) => record.kind === 'reply').length;
    const verdicts = first.records.flatMap((record) => (record.kind === 'judged' ? record.verdicts : []));
    const scored = verdicts.filter(({ status }) => status === 'ok').length;
    const [benchmark] = buildReport(first.session, { resamples: 10 }).benchmarks;
    expect(benchmark).toMatchObject({ samples, completed: replies, failed: samples - replies });
    const counted = first.session.items.flatMap(({ key }) =>
      first.session.state.item(key).verdictsOf('anthropic:judge'),
    );
    // Two verdicts are expected for each reply: those of calls that were given up are there, as unscored ones.
    expect(counted).toHaveLength(2 * replies);
    expect(counted.filter(({ status }) => status === 'ok')).toHaveLength(scored);
    let last = first;
    for (let resume = 0; last.status.status === 'incomplete' && resume < 12; resume += 1) {
      last = await playLoopbackRun(options);
    }
    expect(last.status.status).toBe('completed');
    expect(answeredIn(last.records).sort()).toEqual(plannedAnswers(samples));
    for (const line of answeredIn(first.records)) expect(answeredIn(last.records)).toContain(line);
  }, 60_000);
});
