import { costOf, priceOf } from '../providers/prices';
import type { ChatRequest, TokenUsage } from '../providers/provider';
import type { Spending } from '../store/spendingLedger';
import { abortable, type Clock, isoTime } from './clock';
import type { DayBudget, DayHold, FullCap } from './dayBudget';
import { type ModelEndpoint, mostTokens } from './modelEndpoint';
import { addSpending, BudgetError, nothingSpent, type ReachedCap, type RunCaps } from './runCaps';
import type { RunListener } from './runEvent';

/** A base URL may be a local server, so built-in prices do not hold there. */
type PricedModel = Pick<ModelEndpoint, 'model' | 'baseUrl' | 'price'> & Partial<Pick<ModelEndpoint, 'name'>>;

/** In US dollars at the prices of the day `at`; 0 where no price is known. */
export function mostItCosts({ model, baseUrl, price: named }: PricedModel, request: ChatRequest, at?: string): number {
  const price = priceOf(model, baseUrl, named);
  if (price === undefined) return 0;
  const { system, messages, schema, maxOutputTokens: output } = request;
  const texts = [system, ...messages.map(({ content }) => content)];
  if (schema !== undefined) texts.push(JSON.stringify(schema.json));
  // With the providers in use, a large image costs at most 1,600 tokens.
  const images = messages.reduce((sum, message) => sum + (message.images?.length ?? 0), 0);
  const input = texts.reduce((sum, text) => sum + mostTokens(text), images * 1_600 + 200);
  // Some vendors charge more for writing the cache than for fresh input, so all input counts as written.
  const cacheWrite = price.cacheWrite === undefined ? undefined : input;
  return costOf(model, { input, output, cachedInput: 0, cacheWrite }, baseUrl, { at, named }) ?? 0;
}

const tryAgainMs = 1_000;
const longestWaitMs = 15 * 60_000;

export interface Reservation {
  readonly priced: PricedModel;
  readonly usd: number;
  readonly today: DayHold | undefined;
}

interface BudgetOptions {
  readonly caps: RunCaps;
  readonly spent: Spending;
  readonly spentBefore?: Spending | undefined;
  readonly clock: Clock;
  readonly day?: DayBudget | undefined;
  readonly onEvent: RunListener;
}

/** A call that does not fit beside those in flight waits for them. Only one that can never fit ends the run. */
export class Budget {
  readonly #waiting = new Set<() => void>();
  #waitsSince: number | undefined;
  #spent: Spending;
  #reserved: Spending = nothingSpent;
  #exhausted: BudgetError | undefined;

  constructor(private readonly options: BudgetOptions) {
    this.#spent = options.spent;
  }

  get spent(): Spending {
    return this.#spent;
  }

  /** Without `waiting`, `undefined` where the call does not fit now. Rejects with `BudgetError`, `RunStoreError`. */
  async reserve(
    priced: PricedModel,
    request: ChatRequest,
    waiting: AbortSignal | undefined,
  ): Promise<Reservation | undefined> {
    for (;;) {
      const fit = await this.#fit(priced, request);
      if (!('reached' in fit)) return fit;
      if (waiting === undefined) return undefined;
      const { reached, othersMayEnd } = fit;
      if (this.#reserved.calls > 0) await this.#settled(waiting);
      else if (othersMayEnd && this.#mayWait(reached)) await this.options.clock.delay(tryAgainMs, waiting);
      else {
        this.#exhausted = new BudgetError(reached);
        this.#wakeAll();
        throw this.#exhausted;
      }
    }
  }

  reserveUnchecked(priced: PricedModel, request: ChatRequest): Reservation {
    const { day, clock } = this.options;
    const usd = mostItCosts(priced, request, isoTime(clock));
    this.#reserved = addSpending(this.#reserved, { usd, calls: 1 });
    return { priced, usd, today: day?.unchecked(priced.name ?? priced.model) };
  }

  /** A failed call has no known cost. An answer without a token count costs the most that it can. */
  settle(
    { priced: { model, baseUrl, price: named }, usd: most, today }: Reservation,
    usage: TokenUsage | 'notCounted' | undefined,
    reached: boolean,
  ): void {
    const { clock, day } = this.options;
    const cost = (tokens: TokenUsage): number => costOf(model, tokens, baseUrl, { at: isoTime(clock), named }) ?? 0;
    const usd = usage === 'notCounted' ? most : usage === undefined ? 0 : cost(usage);
    const spent = { usd, calls: reached ? 1 : 0 };
    this.#spent = addSpending(this.#spent, spent);
    if (today !== undefined) day?.settle(today, spent);
    this.#release(most);
    this.#wakeAll();
  }

  async #fit(priced: PricedModel, request: ChatRequest): Promise<Reservation | FullCap> {
    // A smaller call might still fit, but the stop would cut it off.
    if (this.#exhausted !== undefined) throw this.#exhausted;
    const { day } = this.options;
    const usd = mostItCosts(priced, request, isoTime(this.options.clock));
    const reached = this.#reached(usd);
    if (reached !== undefined) return { reached, othersMayEnd: false };
    this.#reserved = addSpending(this.#reserved, { usd, calls: 1 });
    try {
      const today = await day?.hold(priced.name ?? priced.model, { usd, calls: 1 });
      if (today !== undefined && 'reached' in today) {
        // Nobody is woken: two calls without room in the day would wake each other forever.
        this.#release(usd);
        return today;
      }
      if (this.#waitsSince !== undefined) this.options.onEvent({ kind: 'dayFull', isWaiting: false });
      this.#waitsSince = undefined;
      return { priced, usd, today };
    } catch (error) {
      this.#release(usd);
      this.#wakeAll();
      throw error;
    }
  }

  #reached(callUsd: number): ReachedCap | undefined {
    const { caps, spentBefore } = this.options;
    const spent = addSpending(this.#spent, spentBefore ?? nothingSpent);
    const planned = addSpending(addSpending(spent, this.#reserved), { usd: callUsd, calls: 1 });
    const isShared = spentBefore !== undefined;
    // The cap ignores calls without a known price.
    if (caps.maxCostUsd !== undefined && callUsd > 0 && planned.usd > caps.maxCostUsd)
      return { kind: 'maxCostUsd', cap: caps.maxCostUsd, spent, callUsd, isShared };
    if (caps.maxCalls !== undefined && planned.calls > caps.maxCalls)
      return { kind: 'maxCalls', cap: caps.maxCalls, spent, isShared };
    return undefined;
  }

  /** False after too long a wait, because somebody may write lines without end. */
  #mayWait(reached: ReachedCap): boolean {
    const now = this.options.clock.elapsed();
    if (this.#waitsSince === undefined) {
      this.#waitsSince = now;
      this.options.onEvent({ kind: 'dayFull', isWaiting: true, reached });
    }
    return Math.abs(now - this.#waitsSince) < longestWaitMs;
  }

  #release(usd: number): void {
    const calls = this.#reserved.calls - 1;
    // Subtracting would leave rounding errors of many reservations behind.
    this.#reserved = calls === 0 ? nothingSpent : { usd: this.#reserved.usd - usd, calls };
  }

  #wakeAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #settled(signal: AbortSignal): Promise<void> {
    return abortable(signal, (wake) => {
      this.#waiting.add(wake);
      return () => this.#waiting.delete(wake);
    });
  }
}
