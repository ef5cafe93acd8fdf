import { ProviderError } from '../providers/provider';
import { messageOf, errorNamed } from '../text/errors';
import { BudgetError, type ReachedCap } from './runCaps';

const outages: ReadonlySet<string> = new Set(['network', 'overloaded', 'timeout']);

export function isOutage(failure: string): boolean {
  return outages.has(failure);
}

export interface RunStop {
  readonly status: 'cancelled' | 'interrupted' | 'overBudget' | 'failed';
  readonly detail?: string;
  readonly reached?: ReachedCap;
}

const hopeless = 3;
const everyCall: ReadonlySet<string> = new Set(['auth', 'quota', 'contextCut']);
/** The same refusal this often in a row, without an answer between, concerns the model and not the samples. */
const refusalsInARow = 5;

interface KnownOfModel {
  readonly answers: number;
  /** The server answers nobody, so waiting for the other calls is useless. */
  readonly cutOff?: boolean;
  readonly full?: boolean;
  /** Failures of one batch arrive together, even if it also has answers. */
  readonly isBatched?: boolean;
}

/** Decides when failures stop the run: at once where every other call must fail, too. */
export class RunHealth {
  readonly #failures = new Map<string, number>();
  readonly #refusals = new Map<string, { readonly kind: string; readonly count: number }>();

  judge(error: unknown, model: string, known: KnownOfModel): RunStop | undefined {
    if (BudgetError.is(error)) return { status: 'overBudget', detail: error.message, reached: error.reached };
    const detail = this.#lasting(error, model, known);
    return detail === undefined ? undefined : { status: 'failed', detail };
  }

  #lasting(error: unknown, model: string, known: KnownOfModel): string | undefined {
    const { answers, cutOff = false, full = false } = known;
    const message = messageOf(error);
    if (!ProviderError.is(error) || everyCall.has(error.failure)) return message;
    if (cutOff && isOutage(error.failure)) {
      const all = answers > 0 ? 'Other calls failed, too; resume the run later.' : `No call to ${model} was answered.`;
      return `${message} ${all}`;
    }
    if (full && error.failure === 'rateLimit')
      return `${message} No other call was answered meanwhile; resume the run later.`;
    if (this.#isRefusedAgain(error, model, known))
      return `${message} ${model} refused five calls in a row like this; resume the run when that is fixed.`;
    if (answers > 0) return undefined;
    const count = (this.#failures.get(model) ?? 0) + 1;
    this.#failures.set(model, count);
    return count < hopeless ? undefined : `No call to ${model} has succeeded. ${message}`;
  }

  #isRefusedAgain({ failure, status }: ProviderError, model: string, { answers, isBatched }: KnownOfModel): boolean {
    const kind = `${failure} ${status ?? ''} ${answers}`;
    const last = this.#refusals.get(model);
    const count = last?.kind === kind ? last.count + 1 : 1;
    this.#refusals.set(model, { kind, count });
    return failure === 'badRequest' && isBatched !== true && count >= refusalsInARow;
  }
}

/** Thrown to leave all items at once. Also the abort reason that the run's calls get. */
export class Stopped extends errorNamed('Stopped') {
  constructor(readonly stop: RunStop) {
    super(stop.detail);
  }
}
