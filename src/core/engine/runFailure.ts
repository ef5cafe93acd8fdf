import { ProviderError } from '../providers/providerError';
import { RunStoreError } from '../store/runStore';
import { BudgetError, type ReachedCap } from './budgetError';

/** Why a whole run stops before its end, as opposed to one call that failed. */
export type RunStop =
  | { readonly status: 'cancelled' | 'interrupted'; readonly detail?: undefined; readonly reached?: undefined }
  | { readonly status: 'overBudget'; readonly detail: string; readonly reached: ReachedCap }
  | { readonly status: 'failed'; readonly detail: string; readonly reached?: undefined };

/** Calls of one model that may fail for good, none having succeeded, before the run gives up on it. */
const hopeless = 3;

/**
 * Decides when a failure stops the run: at once when every other call must fail the same way (key, quota, disk, cap, an outage
 * longer than calls are patient), and after three when a model has never answered (a wrong name or address).
 */
export class RunHealth {
  readonly #failures = new Map<string, number>();

  /**
   * `answered`: whether this model has answered any call of the run; `cutOff`: whether its provider did and now answers nobody,
   * so that all that is left of the run would only be waited for in vain.
   */
  judge(error: unknown, model: string, answered: boolean, cutOff = false): RunStop | undefined {
    if (BudgetError.is(error)) return { status: 'overBudget', detail: error.message, reached: error.reached };
    if (RunStoreError.is(error)) return { status: 'failed', detail: error.message };
    if (!ProviderError.is(error))
      return { status: 'failed', detail: error instanceof Error ? error.message : String(error) };
    if (error.failure === 'auth' || error.failure === 'quota') return { status: 'failed', detail: error.message };
    if (cutOff && (error.failure === 'network' || error.failure === 'overloaded'))
      return { status: 'failed', detail: `${error.message} Other calls fared no better; resume the run later.` };
    if (answered) return undefined;
    const count = (this.#failures.get(model) ?? 0) + 1;
    this.#failures.set(model, count);
    return count < hopeless
      ? undefined
      : { status: 'failed', detail: `No call to ${model} has succeeded. ${error.message}` };
  }
}
