import type { RunRecord, StatusRecord } from '../store/runRecord';

/**
 * What happens while a run goes. Every listener (terminal, panel, status bar) reads this one union; a `record` event
 * comes after the record is on disk and folded into the run's state.
 */
export type RunEvent =
  | { readonly kind: 'started'; readonly items: number; readonly resumed: boolean }
  | { readonly kind: 'record'; readonly record: Exclude<RunRecord, StatusRecord> }
  /** A call failed and is tried again after `delayMs`. */
  | {
      readonly kind: 'retrying';
      readonly provider: string;
      readonly failure: string;
      readonly message: string;
      readonly attempt: number;
      readonly delayMs: number;
    }
  /** The number of calls allowed in flight changed. */
  | { readonly kind: 'limit'; readonly provider: string; readonly limit: number; readonly reason: string }
  /** Batches were handed over or looked at; `calls` wait for them. `lookedAt` in milliseconds since the epoch. */
  | {
      readonly kind: 'batches';
      readonly provider: string;
      readonly calls: number;
      readonly batches: number;
      readonly lookedAt: number | undefined;
    }
  | { readonly kind: 'finished'; readonly status: StatusRecord };

export type RunListener = (event: RunEvent) => void;
