import type { ProviderError } from '../providers/provider';
import { t } from '../text/countWords';
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

export interface AwaitedCall {
  sent(): void;
  /** Sent again after `delayMs`. */
  failed(error: ProviderError, delayMs: number): void;
  ended(): void;
}

export class ServerSilence {
  readonly #servers = new Map<string, ReturnType<typeof newServer>>();

  constructor(
    private readonly clock: Clock,
    private readonly onEvent: RunListener,
  ) {}

  call({ provider: { id: provider }, baseUrl }: Pick<ModelEndpoint, 'provider' | 'baseUrl'>): AwaitedCall {
    const key = `${provider} ${baseUrl ?? ''}`;
    const server = this.#servers.get(key) ?? newServer(provider, baseUrl);
    this.#servers.set(key, server);
    let isSent = false;
    return {
      sent: () => {
        if (isSent) return;
        isSent = true;
        if (server.calls === 0) server.since = this.clock.elapsed();
        server.calls += 1;
      },
      failed: ({ failure, message }, delayMs) => {
        const now = this.clock.elapsed();
        server.nextTry = Math.min(server.nextTry > now ? server.nextTry : Infinity, now + delayMs);
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
      const { provider, baseUrl, calls, since, nextTry } = server;
      const problem = server.problem || undefined;
      const now = this.clock.elapsed();
      const silence = now - since;
      if (calls === 0 || silence < silentMs) continue;
      server.isTold = true;
      const seconds = Math.round(silence / 1_000);
      const nextTryIn = nextTry > now ? Math.ceil((nextTry - now) / 1_000) : undefined;
      this.onEvent({ kind: 'waiting', provider, baseUrl, isWaiting: true, calls, seconds, problem, nextTryIn });
    }
  }

  #heardFrom(server: ReturnType<typeof newServer>): void {
    const { provider, baseUrl, isTold } = server;
    Object.assign(server, { since: this.clock.elapsed(), problem: '', isTold: false });
    if (isTold) this.onEvent({ kind: 'waiting', provider, baseUrl, isWaiting: false });
  }
}

/** `nextTry`: when the soonest of the waiting calls is sent again, on the clock of `elapsed`. */
function newServer(provider: string, baseUrl: string | undefined) {
  return { provider, baseUrl, calls: 0, since: 0, problem: '', nextTry: 0, isTold: false };
}

export function silenceWords(
  title: string,
  { baseUrl, calls, seconds, problem, nextTryIn }: Extract<RunEvent, { kind: 'waiting'; isWaiting: true }>,
): string {
  const words = t`Waiting for ${serverTitle({ title, baseUrl })}: no answer for ${seconds} s to ${calls === 1 ? t`one call` : t`${calls} calls`}`;
  const next = nextTryIn === undefined ? [] : [t`Next try in ${nextTryIn} s`];
  return [words, ...(problem === undefined ? [] : [problem.replace(/\.$/, '')]), ...next].join('. ');
}
