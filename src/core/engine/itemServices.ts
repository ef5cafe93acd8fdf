import type { ImageStore } from '../store/imageStore';
import type { RunRecord } from '../store/runRecord';
import type { Clock } from './clock';
import type { LearnedJudges } from './learnedJudges';
import type { ModelCaller } from './modelCaller';

/** What playing and judging one item needs. */
export interface ItemServices {
  readonly tutor: ModelCaller;
  /** Plays the student where a model does. */
  readonly student: ModelCaller | undefined;
  readonly judges: readonly ModelCaller[];
  /** Of the benchmarks whose offline judge learned from people's labels. */
  readonly learnedJudges: LearnedJudges;
  readonly images: ImageStore;
  readonly clock: Clock;
  /** Puts a record on disk and folds it into the state, in that order. */
  record(record: RunRecord): Promise<void>;
  /** Throws when the failure stops the whole run; returns when only this item is lost. */
  failed(error: unknown, caller: ModelCaller): void;
}
