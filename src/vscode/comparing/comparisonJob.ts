import type { BenchmarkId } from '../../core/benchmark/samples';
import type { TrustCard } from '../../core/benchmark/trustCard';
import type { BaselineChanges, FlipDetail } from '../../core/report/comparisonViewModel';
import type { SummaryListing } from '../../core/store/runStore';
import type { RunStoreError } from '../../core/store/runStoreError';
import type { FlipPlace, RunPair } from '../../protocol/messages';

export interface PairToCompare {
  readonly root: string;
  readonly runs: RunPair;
  /** Other runs of the earlier run's prompt, for the noise; those that cannot be read are left out. */
  readonly others: readonly string[];
  /** Limits that the settings name, as shares of a metric's scale. */
  readonly margin: number | undefined;
  readonly smallest: number | undefined;
}

export interface SamplePlace {
  readonly benchmark: BenchmarkId;
  readonly kind: 'starter' | 'file';
  /** Absolute. */
  readonly file: string;
}

/** Plain data, as all of it crosses to another thread. */
export type ComparisonJob =
  /** The answer in short. `label` is the earlier revision's. */
  | { readonly kind: 'measure'; readonly pair: PairToCompare; readonly label: string | undefined }
  /** `labels` by revision; `samples` say what is left to play. */
  | {
      readonly kind: 'view';
      readonly pair: PairToCompare;
      readonly labels: ReadonlyMap<string, string>;
      readonly samples: readonly SamplePlace[];
      readonly cards?: readonly TrustCard[];
    }
  | { readonly kind: 'flip'; readonly root: string; readonly flip: FlipPlace }
  /** The summary of a run at rest, computed and kept. */
  | { readonly kind: 'count'; readonly root: string; readonly runId: string; readonly toolVersion: string };

export interface MeasuredPair {
  readonly before: { readonly id: string };
  readonly after: { readonly id: string };
  readonly changes: BaselineChanges;
  /** In one line, with what it is against. */
  readonly answer: string;
}

export interface ComparisonResults {
  readonly measure: MeasuredPair;
  /** A `ComparisonView` as JSON: nobody copies or looks into its megabytes on the way to the page. */
  readonly view: string;
  /** `undefined` when neither run has such a case. */
  readonly flip: FlipDetail | undefined;
  readonly count: SummaryListing;
}

export type JobKind = ComparisonJob['kind'];
export type JobOf<Kind extends JobKind> = Extract<ComparisonJob, { kind: Kind }>;

/** Host to thread; without a job, nobody waits for the one of this id any more. */
export interface ToThread {
  readonly id: number;
  readonly job?: ComparisonJob;
}

/** An error without its class, which does not cross threads. */
export interface ThrownThere extends Pick<Error, 'name' | 'message' | 'stack'> {
  readonly store?: Pick<RunStoreError, 'failure' | 'runId'>;
}

export interface FromThread {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: ThrownThere;
}
