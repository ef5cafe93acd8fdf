import { RunStoreError } from '../store/runStoreError';
import type { Spending, SpendingEntry, SpendingLedger } from '../store/spendingLedger';
import { type Clock, isoTime } from './clock';
import { addSpending, nothingSpent, type ReachedCap, type RunCaps } from './runCaps';

/** Longer than any call may take. */
const expectedWithinMs = 5 * 60_000;
/** Each note costs five trips to the disk, so notes are gathered. */
const gatheredForMs = 200;
const longestName = 500;
/** Tolerance for sums of many small amounts. */
const rounding = 1e-9;

export interface DayHold {
  readonly day: string;
  readonly model: string;
  /** `undefined` where no daily cap is set. */
  readonly id: string | undefined;
}

/** `othersMayEnd`: calls of other runs are under way and may free room when they end. */
export interface FullCap {
  readonly reached: ReachedCap;
  readonly othersMayEnd: boolean;
}

type DayCap = 'maxCostUsdPerDay' | 'maxCallsPerDay';

interface WaitingCall {
  readonly model: string;
  readonly most: Spending;
  readonly resolve: (answer: DayHold | FullCap) => void;
  readonly reject: (error: unknown) => void;
}

type HeldEntry = Extract<SpendingEntry, { kind: 'held' }>;

class DayTotals {
  spent = nothingSpent;
  aside = nothingSpent;
  readonly held = new Map<string, HeldEntry>();
  next = 0;

  constructor(readonly day: string) {}

  apply(entry: SpendingEntry): void {
    if (entry.kind === 'held') {
      if (this.held.has(entry.id)) return;
      this.held.set(entry.id, entry);
      this.aside = addSpending(this.aside, entry);
      return;
    }
    const held = this.held.get(entry.id ?? '');
    if (held !== undefined) {
      this.held.delete(held.id);
      const rest = addSpending(this.aside, { usd: -held.usd, calls: -held.calls });
      // Subtracting would leave rounding errors of many amounts behind.
      this.aside = this.held.size === 0 ? nothingSpent : rest;
    }
    this.spent = addSpending(this.spent, entry);
  }
}

/** What the runs of a store have spent on a day (UTC), and what those under way have set aside. */
export async function spentOn(ledger: SpendingLedger, day: string): Promise<Spending> {
  const totals = new DayTotals(day);
  for (let isMore = true; isMore;) {
    const part = await ledger.read(day, totals.next);
    for (const entry of part.entries) totals.apply(entry);
    ({ next: totals.next, isMore } = part);
  }
  return addSpending(totals.spent, totals.aside);
}

/** Writes the most a call may cost before it is sent, in one order for all processes. Together they pass no cap. */
export class DayBudget {
  readonly #prefix: string;
  readonly #isCapped: boolean;
  readonly #closing = new AbortController();
  #named = 0;
  #totals: DayTotals | undefined;
  #waiting: WaitingCall[] = [];
  #ended: { readonly hold: DayHold; readonly spent: Spending }[] = [];
  #working: Promise<void> | undefined;
  #failure: Error | undefined;

  /** `random` tells this process apart from others that resume the same run. */
  constructor(
    private readonly ledger: SpendingLedger,
    private readonly caps: RunCaps,
    private readonly run: string,
    private readonly clock: Clock,
    random: () => number,
  ) {
    this.#prefix = `${run}/${clock.now().toString(36)}${Math.floor(random() * 2 ** 32).toString(36)}/`;
    this.#isCapped = caps.maxCostUsdPerDay !== undefined || caps.maxCallsPerDay !== undefined;
  }

  /** Rejects with `RunStoreError`. */
  async hold(model: string, most: Spending): Promise<DayHold | FullCap> {
    if (!this.#isCapped) return this.unchecked(model);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ model: model.slice(0, longestName), most, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  unchecked(model: string): DayHold {
    return { day: this.#today, model: model.slice(0, longestName), id: undefined };
  }

  settle(hold: DayHold, spent: Spending): void {
    if (hold.id === undefined && spent.usd === 0 && spent.calls === 0) return;
    this.#ended.push({ hold, spent });
    this.#working ??= this.#work();
  }

  /** Swallows a failed write: without a cap nothing depends on the last notes. */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#working !== undefined) await this.#working;
  }

  get #today(): string {
    return isoTime(this.clock).slice(0, 10);
  }

  async #work(): Promise<void> {
    while (this.#ended.length > 0 || this.#waiting.length > 0) {
      // With a cap calls wait for the write, so it takes this turn's notes only. Without one it can gather more.
      await (this.#isCapped ? undefined : this.clock.delay(gatheredForMs, this.#closing.signal).catch(() => undefined));
      const ended = this.#ended.splice(0);
      const waiting = this.#waiting.splice(0);
      try {
        await this.#write(ended);
        if (this.#failure !== undefined) throw this.#failure;
        if (waiting.length > 0) await this.#admit(waiting);
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(String(error));
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#working = undefined;
  }

  async #write(ended: readonly { readonly hold: DayHold; readonly spent: Spending }[]): Promise<void> {
    const days = new Map<string, Map<string, SpendingEntry>>();
    const at = isoTime(this.clock);
    for (const { hold, spent } of ended) {
      const { day, model, id } = hold;
      const entries = days.get(day) ?? new Map<string, SpendingEntry>();
      days.set(day, entries);
      const key = id ?? `model ${model}`;
      const sum = addSpending(entries.get(key) ?? nothingSpent, spent);
      entries.set(key, { kind: 'spent', ...(id === undefined ? {} : { id }), at, run: this.run, model, ...sum });
    }
    for (const [day, entries] of days) await this.ledger.append(day, [...entries.values()]);
  }

  async #admit(waiting: readonly WaitingCall[]): Promise<void> {
    const totals = await this.#refreshed(this.#today);
    const fitting = new Map<string, WaitingCall>();
    let planned = nothingSpent;
    for (const call of waiting) {
      const sum = addSpending(planned, call.most);
      const passed = this.#passedCap(totals, sum);
      if (passed !== undefined) call.resolve(this.#full(totals, passed));
      else {
        planned = sum;
        fitting.set(`${this.#prefix}${++this.#named}`, call);
      }
    }
    if (fitting.size === 0) return;
    const { day } = totals;
    const line = { kind: 'held', at: isoTime(this.clock), run: this.run } as const;
    const lines = [...fitting].map(([id, { model, most }]) => ({ ...line, id, model, ...most }));
    await this.ledger.append(day, lines);
    const found = new Map<string, DayCap | undefined>();
    await this.#refreshed(day, (id) => found.set(id, this.#passedCap(totals, nothingSpent)));
    for (const [id, { model, resolve, reject }] of fitting) {
      const hold: DayHold = { day, model, id };
      const passed = found.get(id);
      if (passed === undefined && found.has(id)) {
        resolve(hold);
        continue;
      }
      this.#ended.push({ hold, spent: nothingSpent });
      // Another process came in between, or the line is missing.
      if (passed !== undefined) resolve(this.#full(totals, passed));
      else {
        const message = `The amount noted in the spending of ${day} is missing. Check the disk, or run without a cap per day.`;
        reject(new RunStoreError('unwritable', '', message));
      }
    }
  }

  /** Calls `onOwn` for each line of this run that sets something aside. */
  async #refreshed(day: string, onOwn: (id: string) => void = () => undefined): Promise<DayTotals> {
    if (this.#totals?.day !== day) this.#totals = new DayTotals(day);
    const totals = this.#totals;
    for (;;) {
      const { entries, next, isMore } = await this.ledger.read(day, totals.next);
      totals.next = next;
      for (const entry of entries) {
        totals.apply(entry);
        if (entry.kind === 'held' && entry.id.startsWith(this.#prefix)) onOwn(entry.id);
      }
      if (!isMore) return totals;
    }
  }

  #passedCap({ spent, aside }: DayTotals, more: Spending): DayCap | undefined {
    const { maxCostUsdPerDay = Infinity, maxCallsPerDay = Infinity } = this.caps;
    const { usd, calls } = addSpending(addSpending(spent, aside), more);
    // A call without a known price never passes a cost cap.
    if (usd > maxCostUsdPerDay + rounding) return 'maxCostUsdPerDay';
    return calls > maxCallsPerDay ? 'maxCallsPerDay' : undefined;
  }

  #full({ day, spent, held }: DayTotals, kind: DayCap): FullCap {
    const notMine = [...held.values()].filter(({ id }) => !id.startsWith(this.#prefix));
    // This process holds the run's lock, so other amounts set aside for the run belong to a dead process.
    const others = notMine.filter(({ run }) => run !== this.run);
    const earlier = notMine.filter(({ run }) => run === this.run).reduce<Spending>(addSpending, nothingSpent);
    const now = this.clock.now();
    // Clocks of computers differ a little, but a line dated next year is no call under way.
    const othersMayEnd = others.some(({ at }) => Math.abs(now - Date.parse(at)) < expectedWithinMs);
    const sums = { spent, others: others.reduce<Spending>(addSpending, nothingSpent), earlier };
    return { reached: { kind, cap: this.caps[kind] ?? 0, ...sums, day }, othersMayEnd };
  }
}
