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

class DayTotals {
  spent = nothingSpent;
  readonly held = new Map<string, Extract<SpendingEntry, { kind: 'held' }>>();
  next = 0;

  constructor(readonly day: string) {}

  get planned(): Spending {
    return [...this.held.values()].reduce<Spending>(addSpending, this.spent);
  }

  apply(entry: SpendingEntry): void {
    if (entry.kind === 'held') {
      this.held.set(entry.id, entry);
      return;
    }
    this.held.delete(entry.id ?? '');
    this.spent = addSpending(this.spent, entry);
  }
}

/** Writes the most a call may cost before it is sent, in one order for all processes. Together they pass no cap. */
export class DayBudget {
  readonly #prefix: string;
  readonly #isCapped: boolean;
  readonly #closing = new AbortController();
  #named = 0;
  #totals: DayTotals | undefined;
  readonly #ended = new Map<string, { readonly hold: DayHold; readonly spent: Spending }>();
  /** What is read and written, one after the other. Where one fails, all later ones fail alike. */
  #turns: Promise<unknown> = Promise.resolve();

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
    const call = this.unchecked(model);
    if (!this.#isCapped) return call;
    const admitted = this.#turns.then(() => this.#admit(call.model, most));
    this.#turns = admitted;
    return admitted;
  }

  unchecked(model: string): DayHold {
    return { day: this.#today, model: model.slice(0, longestName), id: undefined };
  }

  settle(hold: DayHold, spent: Spending): void {
    if (hold.id === undefined && spent.usd === 0 && spent.calls === 0) return;
    if (this.#ended.size === 0) {
      this.#turns = this.#turns.then(() => this.#note());
      // The next call to be admitted tells of a failure.
      this.#turns.catch(() => undefined);
    }
    const key = hold.id ?? `${hold.day} ${hold.model}`;
    const before = this.#ended.get(key)?.spent ?? nothingSpent;
    this.#ended.set(key, { hold, spent: addSpending(before, spent) });
  }

  /** Swallows a failed write: without a cap nothing depends on the last notes. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turns.catch(() => undefined);
  }

  get #today(): string {
    return isoTime(this.clock).slice(0, 10);
  }

  async #note(): Promise<void> {
    if (this.#isCapped) return this.#writeEnded();
    await this.clock.delay(gatheredForMs, this.#closing.signal).catch(() => undefined);
    await this.#writeEnded().catch(() => undefined);
  }

  async #writeEnded(): Promise<void> {
    const ended = [...this.#ended.values()];
    this.#ended.clear();
    for (const { hold, spent } of ended) {
      const { day, model, id } = hold;
      const line = { kind: 'spent', ...(id && { id }), at: isoTime(this.clock), run: this.run, model } as const;
      await this.ledger.append(day, [{ ...line, ...spent }]);
    }
  }

  async #admit(model: string, most: Spending): Promise<DayHold | FullCap> {
    await this.#writeEnded();
    const day = this.#today;
    if (this.#totals?.day !== day) this.#totals = new DayTotals(day);
    const totals = this.#totals;
    await this.#readOn(totals);
    const passed = this.#passedCap(addSpending(totals.planned, most));
    if (passed !== undefined) return this.#full(totals, passed);
    const id = `${this.#prefix}${++this.#named}`;
    await this.ledger.append(day, [{ kind: 'held', id, at: isoTime(this.clock), run: this.run, model, ...most }]);
    const planned = await this.#readOn(totals, id);
    if (planned === undefined) {
      const message = `The amount noted in the spending of ${day} is missing. Check the disk, or run without a cap per day.`;
      throw new RunStoreError('unwritable', '', message);
    }
    const hold: DayHold = { day, model, id };
    const passedNow = this.#passedCap(planned);
    if (passedNow === undefined) return hold;
    // Another process came in between.
    this.settle(hold, nothingSpent);
    return this.#full(totals, passedNow);
  }

  /** What was planned at the line of `id`. */
  async #readOn(totals: DayTotals, id?: string): Promise<Spending | undefined> {
    let planned: Spending | undefined;
    for (;;) {
      const { entries, next, isMore } = await this.ledger.read(totals.day, totals.next);
      totals.next = next;
      for (const entry of entries) {
        totals.apply(entry);
        if (entry.kind === 'held' && entry.id === id) planned = totals.planned;
      }
      if (!isMore) return planned;
    }
  }

  #passedCap({ usd, calls }: Spending): DayCap | undefined {
    const { maxCostUsdPerDay = Infinity, maxCallsPerDay = Infinity } = this.caps;
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
