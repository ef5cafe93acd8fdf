import { ProviderError } from '../providers/providerError';
import { RunStoreError } from '../store/runStore';
import { BudgetError, type ReachedCap } from './budgetError';

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

/** What is known of a model when one of its calls has failed for good. */
export interface KnownOfModel {
  /** Whether it has answered any call of the run. */
  readonly answered: boolean;
  /** Whether its server answers nobody, or nobody any more: all that is left of the run would only be waited for in vain. */
  readonly cutOff?: boolean;
  /** Whether its provider has refused everybody for want of room, for as long as calls are put off. */
  readonly full?: boolean;
}

/**
 * Decides when a failure stops the run: at once when every other call must fail the same way (key, quota, disk, cap, an outage
 * or a rate limit that outlasts their patience), and after three when a model has never answered (a wrong name or address).
 */
export class RunHealth {
  readonly #failures = new Map<string, number>();

  judge(error: unknown, model: string, { answered, cutOff = false, full = false }: KnownOfModel): RunStop | undefined {
    if (BudgetError.is(error)) return { status: 'overBudget', detail: error.message, reached: error.reached };
    if (RunStoreError.is(error)) return { status: 'failed', detail: error.message };
    if (!ProviderError.is(error))
      return { status: 'failed', detail: error instanceof Error ? error.message : String(error) };
    if (error.failure === 'auth' || error.failure === 'quota') return { status: 'failed', detail: error.message };
    if (cutOff && isOutage(error.failure)) {
      const all = answered ? 'Other calls fared no better; resume the run later.' : `No call to ${model} was answered.`;
      return { status: 'failed', detail: `${error.message} ${all}` };
    }
    if (full && error.failure === 'rateLimit')
      return {
        status: 'failed',
        detail: `${error.message} No other call was answered meanwhile; resume the run when there is room again.`,
      };
    if (answered) return undefined;
    const count = (this.#failures.get(model) ?? 0) + 1;
    this.#failures.set(model, count);
    return count < hopeless
      ? undefined
      : { status: 'failed', detail: `No call to ${model} has succeeded. ${error.message}` };
  }
}
