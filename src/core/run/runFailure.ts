import { ProviderError } from '../providers/provider';
import { RunStoreError } from '../store/runStoreError';
import { BudgetError, type ReachedCap } from './runCaps';

const outages: ReadonlySet<string> = new Set(['network', 'overloaded', 'timeout']);

/** Whether a failure looks as if nobody were there. */
export function isOutage(failure: string): boolean {
  return outages.has(failure);
}

/** Why a whole run stops before its end, as opposed to one call that failed. */
export type RunStop =
  | { readonly status: 'cancelled' | 'interrupted'; readonly detail?: undefined; readonly reached?: undefined }
  | { readonly status: 'overBudget'; readonly detail: string; readonly reached: ReachedCap }
  | { readonly status: 'failed'; readonly detail: string; readonly reached?: undefined };

/** Calls of one model that may fail for good, none having succeeded, before the run gives up on it. */
const hopeless = 3;

/** Failures that every other call of the model would meet too: its key, its credit, its context. */
const everyCall: ReadonlySet<string> = new Set(['auth', 'quota', 'contextCut']);
/** The same refusal so often in a row, no answer between them, is about the model and not about the samples. */
const refusalsInARow = 5;

/** What is known of a model when one of its calls has failed for good. */
export interface KnownOfModel {
  /** Calls of the run that it has answered. */
  readonly answers: number;
  /** Whether its server answers nobody, or nobody any more: all that is left of the run would only be waited for in vain. */
  readonly cutOff?: boolean;
  /** Whether its provider has refused everybody for want of room, for as long as calls are put off. */
  readonly full?: boolean;
  /** Whether its calls go in batches: failures of one come together, whatever else the batch answers. */
  readonly isBatched?: boolean;
}

/** Refusals of one kind that follow each other without an answer between them. */
interface Refusals {
  readonly kind: string;
  readonly answers: number;
  count: number;
}

/**
 * Decides when a failure stops the run: at once when every other call must fail the same way (key, quota, disk, cap, an outage
 * or a rate limit that outlasts their patience), after three when a model has never answered (a wrong name or address), and after
 * five when it refuses one call after another in the same way.
 */
export class RunHealth {
  readonly #failures = new Map<string, number>();
  readonly #refusals = new Map<string, Refusals>();

  judge(error: unknown, model: string, known: KnownOfModel): RunStop | undefined {
    const { answers, cutOff = false, full = false } = known;
    if (BudgetError.is(error)) return { status: 'overBudget', detail: error.message, reached: error.reached };
    if (RunStoreError.is(error)) return { status: 'failed', detail: error.message };
    if (!ProviderError.is(error))
      return { status: 'failed', detail: error instanceof Error ? error.message : String(error) };
    if (everyCall.has(error.failure)) return { status: 'failed', detail: error.message };
    if (cutOff && isOutage(error.failure)) {
      const all =
        answers > 0 ? 'Other calls fared no better; resume the run later.' : `No call to ${model} was answered.`;
      return { status: 'failed', detail: `${error.message} ${all}` };
    }
    if (full && error.failure === 'rateLimit')
      return {
        status: 'failed',
        detail: `${error.message} No other call was answered meanwhile; resume the run when there is room again.`,
      };
    if (this.#isRefusedAgain(error, model, known))
      return {
        status: 'failed',
        detail: `${error.message} ${model} refused five calls in a row like this; resume the run when that is mended.`,
      };
    if (answers > 0) return undefined;
    const count = (this.#failures.get(model) ?? 0) + 1;
    this.#failures.set(model, count);
    return count < hopeless
      ? undefined
      : { status: 'failed', detail: `No call to ${model} has succeeded. ${error.message}` };
  }

  #isRefusedAgain({ failure, status }: ProviderError, model: string, { answers, isBatched }: KnownOfModel): boolean {
    const kind = `${failure} ${status ?? ''}`;
    const last = this.#refusals.get(model);
    const goesOn = last?.kind === kind && last.answers === answers;
    const refusals = goesOn ? last : { kind, answers, count: 0 };
    refusals.count += 1;
    this.#refusals.set(model, refusals);
    return failure === 'badRequest' && isBatched !== true && refusals.count >= refusalsInARow;
  }
}

/** Thrown inside a run to leave all items at once; the reason of the signal that its calls are given. */
export class Stopped extends Error {
  override readonly name = 'Stopped';

  constructor(readonly stop: RunStop) {
    super(stop.detail);
  }

  static is(error: unknown): error is Stopped {
    return error instanceof Stopped;
  }
}
