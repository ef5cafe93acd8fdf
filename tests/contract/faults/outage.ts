import { expect } from 'vitest';
import type { Clock } from '../../../src/core/run/clock';
import { startFaultyServer } from '../../loopback/faultyServer';
import { answeredIn, planLoopbackRun, plannedAnswers, playLoopbackRun, type LoopbackRun } from './loopbackRun';

export interface Outage {
  readonly root: string;
  readonly samples: number;
  /** Milliseconds for which nobody listens. */
  readonly goneMs: number;
  /** Milliseconds after the return within which an answer must have come. */
  readonly backWithinMs: number;
  /** Calls that have been answered when it begins. */
  readonly afterCalls: number;
  /** One provider for tutor and judge, with one address and one set of slots. */
  readonly shared?: boolean;
  readonly clock?: Clock;
  readonly latencyMs?: number;
}

export interface OutageResult {
  readonly run: LoopbackRun;
  /** Milliseconds from the return to the first call that arrives. */
  readonly backAfterMs: number;
  /** Calls that had been answered when the server was gone. */
  readonly answeredBefore: number;
  /** Attempts that met a server that was gone. */
  readonly lostAttempts: number;
}

/**
 * Stops the server in mid-run and restarts it at the same address. The run must wait, go on soon, and end with every
 * planned call answered once and none given up.
 */
export async function playOutage(outage: Outage): Promise<OutageResult> {
  const { root, samples, goneMs, backWithinMs, afterCalls, clock } = outage;
  const server = await startFaultyServer({ latencyMs: outage.latencyMs ?? 10 });
  try {
    await planLoopbackRun(root, samples, outage.shared === true ? 'openai' : 'anthropic');
    const playing = playLoopbackRun({ root, url: server.url, clock });
    await expect.poll(() => server.answered, { interval: 1, timeout: 10_000 }).toBeGreaterThanOrEqual(afterCalls);
    await server.leave();
    const goneAt = performance.now();
    const callsBefore = server.calls;
    const answeredBefore = server.answered;
    await expect
      .poll(() => performance.now() - goneAt, { interval: 20, timeout: goneMs + 5_000 })
      .toBeGreaterThanOrEqual(goneMs);
    expect(server.calls).toBe(callsBefore);
    await server.listen();
    const backAt = performance.now();
    await expect.poll(() => server.calls, { interval: 5, timeout: backWithinMs }).toBeGreaterThan(callsBefore);
    const backAfterMs = performance.now() - backAt;
    const run = await playing;
    expect(run.status.status).toBe('completed');
    expect(run.records.filter(({ kind }) => kind === 'failed')).toEqual([]);
    expect(answeredIn(run.records).sort()).toEqual(plannedAnswers(samples));
    const lostAttempts = run.events.filter((event) => event.kind === 'retrying' && event.failure === 'network').length;
    expect(lostAttempts).toBeGreaterThan(0);
    return { run, backAfterMs, lostAttempts, answeredBefore };
  } finally {
    await server.leave();
  }
}
