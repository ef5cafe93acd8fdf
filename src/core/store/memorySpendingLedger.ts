import { checkedSpendingEntry, type SpendingEntry } from './spendingEntry';
import type { SpendingLedger, SpendingPart } from './spendingLedger';

/** Spending that is known for as long as the object lives. */
export class MemorySpendingLedger implements SpendingLedger {
  readonly #days = new Map<string, SpendingEntry[]>();

  append(day: string, entries: readonly SpendingEntry[]): Promise<void> {
    // Inside a promise, as a refusal is told by one.
    return Promise.resolve().then(() => {
      const checked = entries.map(checkedSpendingEntry);
      this.#days.set(day, [...(this.#days.get(day) ?? []), ...checked]);
    });
  }

  read(day: string, from: number): Promise<SpendingPart> {
    const entries = this.#days.get(day) ?? [];
    return Promise.resolve({ entries: entries.slice(from), next: entries.length, isMore: false });
  }
}
