import type { Spending, SpendingEntry } from '../store/spendingLedger';

type HeldEntry = Extract<SpendingEntry, { kind: 'held' }>;

/** What a day's entries come to, folded one at a time in their order. */
export class DaySpending {
  readonly #held = new Map<string, HeldEntry>();
  #spent = { usd: 0, calls: 0 };
  #aside = { usd: 0, calls: 0 };

  get spent(): Spending {
    return this.#spent;
  }

  /** What is set aside for calls that are under way, or were when their process died. */
  get aside(): Spending {
    return this.#aside;
  }

  /** Entries that set something aside and are not settled. */
  get held(): Iterable<HeldEntry> {
    return this.#held.values();
  }

  apply(entry: SpendingEntry): void {
    if (entry.kind === 'held') {
      if (this.#held.has(entry.id)) return;
      this.#held.set(entry.id, entry);
      this.#aside = { usd: this.#aside.usd + entry.usd, calls: this.#aside.calls + entry.calls };
      return;
    }
    const held = entry.id === undefined ? undefined : this.#held.get(entry.id);
    if (held !== undefined) {
      this.#held.delete(held.id);
      // Set, not subtracted to nothing: the rounding of many amounts must not look like money.
      this.#aside =
        this.#held.size === 0
          ? { usd: 0, calls: 0 }
          : { usd: this.#aside.usd - held.usd, calls: this.#aside.calls - held.calls };
    }
    this.#spent = { usd: this.#spent.usd + entry.usd, calls: this.#spent.calls + entry.calls };
  }
}
