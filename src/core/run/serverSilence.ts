import type { ProviderError } from '../providers/provider';
import type { Clock } from './clock';
import type { ModelEndpoint } from './modelEndpoint';
import type { RunEvent, RunListener } from './runEvent';
import { isOutage } from './runFailure';
import { serverTitle } from './runChoices';

export type EverySecond = (poll: () => void) => () => void;

export const everySecond: EverySecond = (poll) => {
  const timer = setInterval(poll, 1_000);
  return () => clearInterval(timer);
};

/** Silence before a server is named. With a poll each second it is named within ten seconds. */
const silentMs = 9_000;

interface Waiting {
  readonly provider: string;
  readonly baseUrl: string | undefined;
  calls: number;
  since: number;
  problem: string | undefined;
  isTold: boolean;
}

export interface AwaitedCall {
  sent(): void;
  failed(error: ProviderError): void;
  ended(): void;
}

export class ServerSilence {
  readonly #servers = new Map<string, Waiting>();

  constructor(
    private readonly clock: Clock,
    private readonly onEvent: RunListener,
  ) {}

  call({ provider: { id: provider }, baseUrl }: ModelEndpoint): AwaitedCall {
    const key = `${provider} ${baseUrl ?? ''}`;
    const fresh = { provider, baseUrl, calls: 0, since: 0, problem: undefined, isTold: false };
    const server: Waiting = this.#servers.get(key) ?? fresh;
    this.#servers.set(key, server);
    let isSent = false;
    return {
      sent: () => {
        if (isSent) return;
        isSent = true;
        if (server.calls === 0) server.since = this.clock.elapsed();
        server.calls += 1;
      },
      failed: ({ failure, message }) => {
        // A failure on the server's side shows that it is there.
        if (isOutage(failure) || failure === 'rateLimit') server.problem = message;
        else this.#heardFrom(server);
      },
      ended: () => {
        if (!isSent) return;
        server.calls -= 1;
        this.#heardFrom(server);
      },
    };
  }

  poll(): void {
    for (const server of this.#servers.values()) {
      const { provider, baseUrl, calls, since, problem } = server;
      const silence = this.clock.elapsed() - since;
      if (calls === 0 || silence < silentMs) continue;
      server.isTold = true;
      const seconds = Math.round(silence / 1_000);
      this.onEvent({ kind: 'waiting', provider, baseUrl, isWaiting: true, calls, seconds, problem });
    }
  }

  #heardFrom(server: Waiting): void {
    const { provider, baseUrl, isTold } = server;
    Object.assign(server, { since: this.clock.elapsed(), problem: undefined, isTold: false });
    if (isTold) this.onEvent({ kind: 'waiting', provider, baseUrl, isWaiting: false });
  }
}

export function silenceWords(
  title: string,
  { baseUrl, calls, seconds, problem }: Extract<RunEvent, { kind: 'waiting'; isWaiting: true }>,
): string {
  const words = `Waiting for ${serverTitle({ title, baseUrl })}: no answer for ${seconds} s to ${calls === 1 ? 'one call' : `${calls} calls`}`;
  return problem === undefined ? words : `${words}. ${problem.replace(/\.$/, '')}`;
}
