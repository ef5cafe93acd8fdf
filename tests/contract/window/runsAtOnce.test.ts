import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/core/run/runEvent';
import { useJudgingServers } from '../../loopback/useJudgingServers';
import { temporaryFolders } from '../store/temporaryFolder';
import { newRun, playInWindow, type WindowPlay } from './windowRun';

const folder = temporaryFolders();
// Slow enough for calls to meet there.
const start = useJudgingServers({ latencyMs: 20 });
const slots = 3;
const pairs = 6;
const samples = 2 * pairs;

async function play(url: string, file: string, key = 'a-key-of-no-one'): Promise<WindowPlay> {
  const root = await folder();
  const run = await newRun(root, { tutor: url, judge: url, path: file, limit: pairs });
  return playInWindow(run, root, key, false, {}, false, slots);
}

function replies(events: readonly RunEvent[]): number {
  return events.filter((event) => event.kind === 'record' && event.record.kind === 'reply').length;
}

describe('runs of one window that go on at the same time', () => {
  it('have no more calls in flight to a server together than one may', async () => {
    const server = await start();
    const plays = await Promise.all(['one.md', 'two.md', 'three.md'].map((file) => play(server.url, file)));
    const ended = await Promise.all(plays.map((one) => one.ended));
    expect(ended.map(({ state }) => state.status?.status)).toEqual(['completed', 'completed', 'completed']);
    expect(plays.map(({ events }) => replies(events))).toEqual([samples, samples, samples]);
    expect(server.peakInFlight).toBe(slots);
  });

  it('have as many each to servers of their own', async () => {
    const servers = [await start(), await start()];
    const plays = await Promise.all(servers.map(({ url }) => play(url, 'one.md')));
    await Promise.all(plays.map((one) => one.ended));
    expect(servers.map(({ peakInFlight }) => peakInFlight)).toEqual([slots, slots]);
  });
});
