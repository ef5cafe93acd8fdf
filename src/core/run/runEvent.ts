import type { ReachedCap } from './runCaps';
import type { StatusRecord, StepRecord } from '../store/runRecord';

/** A `record` event comes after the record is on disk and in the run's state. */
export type RunEvent =
  | { readonly kind: 'started'; readonly resumed: boolean }
  | { readonly kind: 'record'; readonly record: StepRecord }
  | {
      readonly kind: 'retrying';
      readonly provider: string;
      readonly failure: string;
      readonly message: string;
      readonly delayMs: number;
    }
  | { readonly kind: 'limit'; readonly provider: string; readonly limit: number; readonly reason: string }
  /** `calls` wait for the batches. Times in milliseconds since the epoch. */
  | {
      readonly kind: 'batches';
      readonly provider: string;
      readonly calls: number;
      readonly batches: number;
      readonly done: number;
      readonly collected: number;
      readonly since: number | undefined;
      readonly polledAt: number | undefined;
      readonly nextPollAt: number | undefined;
    }
  /** A server has answered no call for some seconds, reported each second; or it answers again. */
  | ({ readonly kind: 'waiting'; readonly provider: string; readonly baseUrl: string | undefined } & (
      | {
          readonly isWaiting: true;
          readonly calls: number;
          readonly seconds: number;
          readonly problem?: string | undefined;
          /** Seconds. */
          readonly nextTryIn?: number | undefined;
        }
      | { readonly isWaiting: false }
    ))
  /** All remaining work waits for other runs' calls, which fill a daily cap; or waits no longer. */
  | { readonly kind: 'dayFull'; readonly isWaiting: true; readonly reached: ReachedCap }
  | { readonly kind: 'dayFull'; readonly isWaiting: false }
  | { readonly kind: 'finished'; readonly status: StatusRecord };

export type RunListener = (event: RunEvent) => void;
