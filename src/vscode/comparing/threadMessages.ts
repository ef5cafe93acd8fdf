import type { RunStoreFailure } from '../../core/store/runStore';
import type { ComparisonJob } from './comparisonJob';

/** What the thread is started with. */
export interface ThreadData {
  /** The editor's folder for what an extension keeps of a workspace; without it no results are kept. */
  readonly storage?: string | undefined;
}

/** Host to thread. */
export type ToThread =
  | { readonly kind: 'job'; readonly id: number; readonly job: ComparisonJob }
  /** Nobody waits for the job any more. */
  | { readonly kind: 'cancel'; readonly id: number };

/** An error without its class, which does not cross threads. */
export interface ThrownThere {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** What a `RunStoreError` says besides. */
  readonly store?: { readonly failure: RunStoreFailure; readonly runId: string };
}

/** Thread to host: what a job came to, or something for the log. */
export type FromThread =
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ThrownThere };
