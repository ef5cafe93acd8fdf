import { serverTitle } from './batchServer';
import type { Clock } from './clock';
import type { ModelEndpoint } from './modelEndpoint';
import type { RunEvent, RunListener } from './runEvent';

/** Calls `look` about once a second until the function that it returns is called. */
export type EverySecond = (look: () => void) => () => void;

/** The computer's own seconds. */
export const everySecond: EverySecond = (look) => {
  const timer = setInterval(look, 1_000);
  return () => clearInterval(timer);
};

/** Silence after which a server is named, in milliseconds: with a second between two looks that is within ten seconds. */
const silentMs = 9_000;

interface Waiting {
  readonly provider: string;
  readonly baseUrl: string | undefined;
  calls: number;
  /** When the first of the calls was sent, or one of them ended; in milliseconds since the epoch. */
  since: number;
  isTold: boolean;
}

/**
 * Says which server a run waits for. A server that takes a call and lets its answer drip, or says nothing, looks like a run that stands
 * still; what counts is therefore whole answers, and of all calls to a server together.
 */
export class ServerSilence {
  readonly #clock: Clock;
  readonly #onEvent: RunListener;
  readonly #servers = new Map<string, Waiting>();

  constructor(clock: Clock, onEvent: RunListener) {
    this.#clock = clock;
    this.#onEvent = onEvent;
  }

  /** Makes a call to a server. */
  async during<Result>({ provider, baseUrl }: ModelEndpoint, call: () => Promise<Result>): Promise<Result> {
    const key = `${provider.id} ${baseUrl ?? ''}`;
    const now = this.#clock.elapsed();
    const server = this.#servers.get(key) ?? { provider: provider.id, baseUrl, calls: 0, since: now, isTold: false };
    this.#servers.set(key, server);
    if (server.calls === 0) server.since = now;
    server.calls += 1;
    try {
      return await call();
    } finally {
      server.calls -= 1;
      server.since = this.#clock.elapsed();
      if (server.isTold) this.#onEvent({ kind: 'waiting', provider: provider.id, baseUrl, isWaiting: false });
      server.isTold = false;
    }
  }

  /** Tells of every server that has been silent for too long, with each look anew. */
  look(): void {
    const now = this.#clock.elapsed();
    for (const server of this.#servers.values()) {
      const { provider, baseUrl, calls, since } = server;
      if (calls === 0 || now - since < silentMs) continue;
      server.isTold = true;
      this.#onEvent({
        kind: 'waiting',
        provider,
        baseUrl,
        isWaiting: true,
        calls,
        seconds: Math.round((now - since) / 1_000),
      });
    }
  }
}

/** That a run waits, for which server and how long already, without a full stop. `title` is the provider's. */
export function silenceWords(
  title: string,
  { baseUrl, calls, seconds }: Extract<RunEvent, { kind: 'waiting'; isWaiting: true }>,
): string {
  return `Waiting for ${serverTitle({ title, baseUrl })}: no answer for ${seconds} s to ${calls === 1 ? 'one call' : `${calls} calls`}`;
}
