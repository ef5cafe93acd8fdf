import type { CallOutcome, StepPlace, StepSoFar } from '../runStep';
import type { BatchCall } from './batchCall';

/** Thrown through a step whose call waits for a batch: its item is played again when the call has its answer. */
export class Suspended extends Error {
  override readonly name = 'Suspended';

  static is(error: unknown): error is Suspended {
    return error instanceof Suspended;
  }
}

/** One for all: ten thousand of them are thrown at once, and nobody reads where. */
const suspended = new Suspended('The call waits for a batch.');

/** Asks for the answer to the call that `key` names: how a known one is looked up, and the call where none is known. */
export type AskInBatch = (
  key: string,
  lookUp: () => Promise<CallOutcome | undefined>,
  call: () => BatchCall,
) => Promise<CallOutcome>;

interface SuspendedStep extends StepSoFar {
  /** In the order in which they were asked. */
  readonly calls: BatchCall[];
}

/**
 * The steps of a run whose calls go into batches. A batch may take a day, and a function that waits holds some ten
 * kilobytes. So the step is left while it waits, and played again from its beginning with the answers so far.
 */
export class SuspendedSteps {
  readonly #steps = new Map<string, SuspendedStep>();
  readonly #onAsked: (call: BatchCall) => void;

  constructor(onAsked: (call: BatchCall) => void) {
    this.#onAsked = onAsked;
  }

  /**
   * Plays a step from its beginning. Rejects with `Suspended` while an answer is missing, and with the signal's reason
   * where the run has stopped and there is no answer.
   */
  async play<Result>(
    name: string,
    { item, step }: StepPlace,
    now: number,
    signal: AbortSignal,
    work: (ask: AskInBatch, soFar: StepSoFar) => Promise<Result>,
  ): Promise<Result> {
    const id = `${name} ${item} ${step}`;
    const known = this.#steps.get(id) ?? { started: now, sent: 0, retries: 0, decided: [], calls: [] };
    this.#steps.set(id, known);
    // One call follows the other: while the newest is waited for there is nothing to play.
    const newest = known.calls.at(-1);
    if (newest !== undefined && newest.answer === undefined) throw suspended;
    // After a stop only answers are worth it.
    if (signal.aborted && newest?.answer !== undefined && 'error' in newest.answer) throw signal.reason;
    const asked = new Map<string, number>();
    const ask: AskInBatch = async (key, lookUp, call) => {
      // A step may ask the same twice, when an answer cannot be read: the second time it is another call.
      const before = asked.get(key) ?? 0;
      asked.set(key, before + 1);
      const earlier = known.calls.filter((one) => one.key === key)[before];
      if (earlier !== undefined) return outcomeOf(earlier);
      const found = await lookUp();
      if (found !== undefined) return found;
      signal.throwIfAborted();
      const begun = call();
      known.calls.push(begun);
      this.#onAsked(begun);
      throw suspended;
    };
    try {
      const result = await work(ask, known);
      this.#steps.delete(id);
      return result;
    } catch (error) {
      if (!Suspended.is(error)) this.#steps.delete(id);
      throw error;
    }
  }
}

function outcomeOf({ answer }: BatchCall): CallOutcome {
  if (answer === undefined) throw suspended;
  if ('error' in answer) throw answer.error;
  return answer.outcome;
}
