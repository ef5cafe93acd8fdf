import { costOf } from '../providers/prices';
import type { ChatRequest, TokenUsage } from '../providers/provider';
import type { Spending } from '../store/spendingLedger';
import { BudgetError, type ReachedCap } from './budgetError';
import { isoTime, type Clock } from './clock';
import type { DayAnswer, DayBudget, DayHold } from './dayBudget';
import { mostItCosts, type PricedModel } from './mostItCosts';
import type { RunCaps } from './runCaps';
import type { RunListener } from './runEvent';

/** Milliseconds between two looks whether calls of other runs have ended and left room. */
const lookAgainMs = 1_000;
/** How long a run that can do nothing else waits for calls of other runs, in milliseconds: as long as for a provider that is full. */
const longestWaitMs = 15 * 60_000;

/** What is set aside for one call; to be handed to `settle`. */
export interface Reservation {
  readonly usd: number;
  readonly today: DayHold | undefined;
}

/** Tokens of a call that has ended; `undefined` for one that failed. */
export type SettledUsage = TokenUsage | 'notCounted' | undefined;

/** What a budget starts from and works with. */
export interface BudgetOptions {
  readonly caps: RunCaps;
  /** What earlier stretches of the run came to. */
  readonly spent: Spending;
  /** What other runs came to that share the caps over the run. */
  readonly spentBefore?: Spending | undefined;
  readonly clock: Clock;
  readonly day?: DayBudget | undefined;
  readonly onEvent: RunListener;
}

/**
 * Keeps a run under its caps. Each call reserves itself and the most that it can cost before it is sent: a generous count
 * of its input (3 characters a token, no cached discount) and all the output it may write. A call that does not fit
 * beside those in flight waits for them, as they mostly cost less than reserved; only one that does not fit alone
 * ends the run, so that nothing paid for is cut off. Calls of other runs under the same cap are waited for while they can be
 * expected to end.
 */
export class Budget {
  readonly #caps: RunCaps;
  readonly #day: DayBudget | undefined;
  readonly #clock: Clock;
  readonly #before: Spending | undefined;
  readonly #onEvent: RunListener;
  readonly #waiting = new Set<() => void>();
  /** Since when calls of other runs are waited for, in milliseconds since the epoch. */
  #waitsSince: number | undefined;
  #spent: Spending;
  #reserved = 0;
  #held = 0;
  #exhausted: BudgetError | undefined;

  constructor({ caps, spent, spentBefore, clock, day, onEvent }: BudgetOptions) {
    this.#caps = caps;
    this.#spent = spent;
    this.#before = spentBefore;
    this.#clock = clock;
    this.#day = day;
    this.#onEvent = onEvent;
  }

  /** All that the run has come to, earlier stretches included. */
  get spent(): Spending {
    return this.#spent;
  }

  /**
   * Resolves with what to hand to `settle` once the call fits. Rejects with `BudgetError` when it might pass a cap with
   * nothing else in flight, with `RunStoreError` when the day's spending cannot be kept, and with the signal's reason when aborted
   * while waiting.
   */
  async reserve(priced: PricedModel, request: ChatRequest, signal: AbortSignal): Promise<Reservation> {
    for (;;) {
      const fit = await this.#fit(priced, request);
      if (!('reached' in fit)) return fit;
      const { reached, othersMayEnd } = fit;
      if (this.#held > 0) await this.#settled(signal);
      else if (othersMayEnd && this.#mayWait(reached)) await this.#clock.delay(lookAgainMs, signal);
      else {
        this.#exhausted = new BudgetError(reached);
        this.#wakeAll();
        throw this.#exhausted;
      }
    }
  }

  /** The same without waiting: `undefined` where the call does not fit now. */
  async reserveIfFits(priced: PricedModel, request: ChatRequest): Promise<Reservation | undefined> {
    const fit = await this.#fit(priced, request);
    return 'reached' in fit ? undefined : fit;
  }

  /** For a call that is in a batch already, and so is paid for whatever the caps say. */
  reserveUnchecked(priced: PricedModel, request: ChatRequest): Reservation {
    const usd = mostItCosts(priced, request, isoTime(this.#clock));
    this.#held += 1;
    this.#reserved += usd;
    return { usd, today: this.#day?.unchecked(priced.name ?? priced.model) };
  }

  /**
   * Replaces a reservation by what the call came to; a failed call cost nothing that we know of, and one that was answered without a
   * count of tokens as much as it can have. `reached`: whether it got as far as the provider.
   */
  settle({ usd, today }: Reservation, priced: PricedModel, usage: SettledUsage, reached: boolean): void {
    const cost = (tokens: TokenUsage): number | undefined =>
      costOf(priced.model, tokens, priced.baseUrl, { at: isoTime(this.#clock), named: priced.price });
    const spent = {
      usd: usage === 'notCounted' ? usd : usage === undefined ? 0 : (cost(usage) ?? 0),
      calls: reached ? 1 : 0,
    };
    this.#spent = { usd: this.#spent.usd + spent.usd, calls: this.#spent.calls + spent.calls };
    if (today !== undefined) this.#day?.settle(today, spent);
    this.#release(usd);
    this.#wakeAll();
  }

  async #fit(
    priced: PricedModel,
    request: ChatRequest,
  ): Promise<Reservation | { readonly reached: ReachedCap; readonly othersMayEnd: boolean }> {
    // A smaller call that still fits would be cut off when the run stops.
    if (this.#exhausted !== undefined) throw this.#exhausted;
    const most = { usd: mostItCosts(priced, request, isoTime(this.#clock)), calls: 1 };
    const reached = this.#reached(most);
    if (reached !== undefined) return { reached, othersMayEnd: false };
    const answer = await this.#askDay(priced, most);
    if (answer?.kind === 'full') return answer;
    this.#waitIsOver();
    return { usd: most.usd, today: answer?.hold };
  }

  /**
   * Keeps the room of the run while the day is asked; gives it back when that has none. Nobody is woken by that: two calls that
   * the day has no room for would wake each other for ever.
   */
  async #askDay({ name, model }: PricedModel, most: Spending): Promise<DayAnswer | undefined> {
    this.#held += 1;
    this.#reserved += most.usd;
    try {
      const answer = await this.#day?.hold(name ?? model, most);
      if (answer?.kind === 'full') this.#release(most.usd);
      return answer;
    } catch (error) {
      this.#release(most.usd);
      this.#wakeAll();
      throw error;
    }
  }

  #reached(most: Spending): ReachedCap | undefined {
    const { maxCostUsd, maxCalls } = this.#caps;
    const { usd = 0, calls = 0 } = this.#before ?? {};
    const spent = { usd: this.#spent.usd + usd, calls: this.#spent.calls + calls };
    const shared = this.#before === undefined ? {} : { isShared: true };
    // A call without a known price costs nothing as far as the cap can tell.
    if (maxCostUsd !== undefined && most.usd > 0 && spent.usd + this.#reserved + most.usd > maxCostUsd)
      return { kind: 'maxCostUsd', cap: maxCostUsd, spent, callUsd: most.usd, ...shared };
    if (maxCalls !== undefined && spent.calls + this.#held + most.calls > maxCalls)
      return { kind: 'maxCalls', cap: maxCalls, spent, ...shared };
    return undefined;
  }

  /** Says that the run waits, the first time. False once that has taken too long: somebody may write lines without end. */
  #mayWait(reached: ReachedCap): boolean {
    const now = this.#clock.elapsed();
    if (this.#waitsSince === undefined) {
      this.#waitsSince = now;
      this.#onEvent({ kind: 'dayFull', isWaiting: true, reached });
    }
    return Math.abs(now - this.#waitsSince) < longestWaitMs;
  }

  #waitIsOver(): void {
    if (this.#waitsSince === undefined) return;
    this.#waitsSince = undefined;
    this.#onEvent({ kind: 'dayFull', isWaiting: false });
  }

  #release(usd: number): void {
    this.#held -= 1;
    // Set, not subtracted to nothing: the rounding of many reservations must not look like money.
    this.#reserved = this.#held === 0 ? 0 : this.#reserved - usd;
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #settled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', aborted);
      };
      const wake = (): void => {
        done();
        resolve();
      };
      const aborted = (): void => {
        done();
        reject(signal.reason as Error);
      };
      if (signal.aborted) {
        aborted();
        return;
      }
      this.#waiting.add(wake);
      signal.addEventListener('abort', aborted, { once: true });
    });
  }
}
