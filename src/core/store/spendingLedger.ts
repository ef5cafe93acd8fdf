import type { SpendingEntry } from './spendingEntry';

/** A part of a day's entries, in their order. */
export interface SpendingPart {
  readonly entries: readonly SpendingEntry[];
  /** Where the next reading goes on. */
  readonly next: number;
  /** True when there is more to read at once. */
  readonly isMore: boolean;
}

/**
 * What all runs of a store spend, by UTC day, in an order that every process sees alike: entries are only ever added at the
 * end. Anybody may add at any time, also other processes. All failures are `RunStoreError`.
 */
export interface SpendingLedger {
  /** Resolves when the entries, together and in this order, are with the operating system. */
  append(day: string, entries: readonly SpendingEntry[]): Promise<void>;
  /** What stands from `from` on, 0 for the beginning. What cannot be read is left out. */
  read(day: string, from: number): Promise<SpendingPart>;
}
