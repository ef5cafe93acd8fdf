import type { RunCaps } from '../../src/core/run/runCaps';
import { FileSpendingLedger, type SpendingEntry, type SpendingLedger } from '../../src/core/store/spendingLedger';

type SpendingPart = Awaited<ReturnType<SpendingLedger['read']>>;

/** Spending that is known for as long as the object lives. */
export class MemorySpendingLedger implements SpendingLedger {
  readonly #days = new Map<string, SpendingEntry[]>();

  append(day: string, entries: readonly SpendingEntry[]): Promise<void> {
    // Inside a promise, as a refusal is told by one.
    return Promise.resolve().then(() => {
      const checked = entries.map((entry) => FileSpendingLedger.check(entry));
      this.#days.set(day, [...(this.#days.get(day) ?? []), ...checked]);
    });
  }

  read(day: string, from: number): Promise<SpendingPart> {
    const entries = this.#days.get(day) ?? [];
    return Promise.resolve({ entries: entries.slice(from), next: entries.length, isMore: false });
  }
}

/** A ledger for a run with these caps, which one over the day needs. */
export function ledgerUnder({ maxCostUsdPerDay, maxCallsPerDay }: RunCaps = {}): SpendingLedger | undefined {
  return (maxCostUsdPerDay ?? maxCallsPerDay) === undefined ? undefined : new MemorySpendingLedger();
}
