import { Worker } from 'node:worker_threads';
import type { TrustCard } from '../../core/benchmark/trustCard';
import type { BeatenRuns } from '../../core/compare/beatenRuns';
import type { ComparisonOptions } from '../../core/compare/comparison';
import { ownModels } from '../../core/providers/modelFacts';
import type { BaselineChanges, FlipDetail } from '../../core/report/comparisonViewModel';
import type { TextFormat } from '../../core/report/textReports';
import type { LookDecision } from '../../core/run/runScope';
import { RunSessionError } from '../../core/run/runSession';
import type { SummaryListing } from '../../core/store/runStore';
import { RunStoreError } from '../../core/store/runStoreError';
import type { FlipKey, RunPair } from '../../protocol/messages';

/** The thread stops after this many idle milliseconds; a restart takes a tenth of a second. */
const idleMs = 600_000;
/** Garbage is collected less often, so that a comparison takes a tenth less time. */
const resourceLimits = { maxYoungGenerationSizeMb: 192 };

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly ended: () => void;
}

class ComparisonThreadError extends Error {
  override readonly name = 'ComparisonThreadError';
}

/** Comparing two runs of some thousand verdicts takes a second. Starts with the first job, and again after a crash. */
export class ComparisonThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #jobs = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly entry: string,
    private readonly texts: Readonly<Record<string, string>> = {},
  ) {}

  /** Rejects with `RunStoreError`, `RunSessionError`, `ComparisonThreadError` or the signal's reason. */
  ask<Kind extends JobKind>(job: JobOf<Kind>, signal: AbortSignal): Promise<ComparisonResults[Kind]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const id = ++this.#jobs;
      const worker = (this.#worker ??= this.#start());
      const abort = (): void => {
        worker.postMessage({ id } satisfies ToThread);
        this.#end(id)?.reject(signal.reason as Error);
      };
      this.#waiting.set(id, { resolve, reject, ended: () => signal.removeEventListener('abort', abort) });
      signal.addEventListener('abort', abort, { once: true });
      clearTimeout(this.#idle);
      worker.postMessage({ id, job, models: ownModels } satisfies ToThread);
    });
  }

  dispose(): void {
    this.#letGo(new ComparisonThreadError('The window is closing.'));
  }

  #start(): Worker {
    // The environment may hold keys, and the thread needs none of it.
    const worker = new Worker(this.entry, { env: {}, execArgv: [], workerData: this.texts, resourceLimits });
    // An idle thread must not keep the window open.
    worker.unref();
    worker.on('message', ({ id, result, error }: FromThread) => {
      const waiting = this.#end(id);
      if (error === undefined) waiting?.resolve(result as never);
      else waiting?.reject(errorOf(error));
    });
    const broke = (reason: string, cause?: Error): void => {
      if (this.#worker === worker) this.#letGo(new ComparisonThreadError(reason, { cause }));
    };
    worker.on('error', (error) => broke(error.message, error));
    worker.on('exit', (code) => broke(`The thread ended with ${code}.`));
    return worker;
  }

  #end(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    waiting?.ended();
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.#letGo(new ComparisonThreadError('Idle.')), idleMs);
      this.#idle.unref();
    }
    return waiting;
  }

  #letGo(reason: Error): void {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const id of [...this.#waiting.keys()]) this.#end(id)?.reject(reason);
    clearTimeout(this.#idle);
    void worker?.terminate();
  }
}

/** Restores the error class, since known errors tell people what to do. */
function errorOf({ name, message, stack, store }: ThrownThere): Error {
  const SomeError = name === 'RunSessionError' ? RunSessionError : ComparisonThreadError;
  const error = store ? new RunStoreError(store.failure, store.runId, message) : new SomeError(message);
  return Object.assign(error, { stack });
}

export interface PairToCompare {
  readonly root: string;
  readonly runs: RunPair;
  /** Other runs of the earlier run's prompt; unreadable ones are skipped. */
  readonly others: readonly string[];
  readonly chosen?: ComparisonOptions['chosen'];
  /** Limits from the settings, as shares of a metric's scale. */
  readonly margin: number | undefined;
  readonly smallest: number | undefined;
  readonly guardMargin: number | undefined;
}

/** Plain data, since it is copied to another thread. */
export type ComparisonJob =
  /** A short answer. `label` belongs to the earlier revision. */
  | { readonly kind: 'measure'; readonly pair: PairToCompare; readonly label: string | undefined }
  /** `labels` by revision. */
  | {
      readonly kind: 'view';
      readonly pair: PairToCompare;
      readonly labels: ReadonlyMap<string, string>;
      readonly cards?: readonly TrustCard[];
      /** Gives the answer to an agent instead of the view. */
      readonly isTold?: boolean;
    }
  /** What goes on after the first `units` units of the later run, which is under way. */
  | { readonly kind: 'look'; readonly pair: PairToCompare; readonly units: number }
  | { readonly kind: 'flip'; readonly root: string; readonly flip: FlipKey }
  /** `metrics` as named in aims. */
  | (Pick<PairToCompare, 'root' | 'smallest' | 'guardMargin'> & {
      readonly kind: 'tradeOff';
      readonly runs: readonly string[];
      readonly metrics: readonly [string, string];
      readonly judge: string;
    })
  | Readonly<{ kind: 'report'; root: string; runId: string; format: TextFormat; majority: boolean }>
  | { readonly kind: 'count'; readonly root: string; readonly runId: string; readonly toolVersion: string };

export interface MeasuredPair {
  readonly before: { readonly id: string };
  readonly after: { readonly id: string };
  readonly changes: BaselineChanges;
  readonly answer: string;
}

export interface ComparisonResults {
  readonly measure: MeasuredPair;
  /** A `ComparisonView` as JSON, so that its megabytes are not copied as objects. */
  readonly view: string;
  readonly look: LookDecision | undefined;
  /** `undefined` when neither run has such a case. */
  readonly flip: FlipDetail | undefined;
  readonly tradeOff: BeatenRuns;
  readonly count: SummaryListing;
  readonly report: string;
}

export type JobKind = ComparisonJob['kind'];
export type JobOf<Kind extends JobKind> = Extract<ComparisonJob, { kind: Kind }>;

/** Host to thread. Without a job it cancels the one of this id. `models`: the user’s own, for prices. */
export interface ToThread {
  readonly id: number;
  readonly job?: ComparisonJob;
  readonly models?: typeof ownModels;
}

/** An error as plain data: classes do not cross threads. */
export interface ThrownThere extends Pick<Error, 'name' | 'message' | 'stack'> {
  readonly store?: Pick<RunStoreError, 'failure' | 'runId'>;
}

export interface FromThread {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: ThrownThere;
}
