import type { CallOutcome, StepPlace, StepSoFar } from './runStep';

/** Thrown through a step whose call waits for a batch: its item is let go of, and begun again when the call has its answer. */
export class Parked extends Error {
  override readonly name = 'Parked';

  static is(error: unknown): error is Parked {
    return error instanceof Parked;
  }
}

/** One for all: ten thousand of them are thrown at once, and nobody reads where. */
const parked = new Parked('The call waits for a batch.');

/** What came of a call. */
export type ParkedAnswer = { readonly outcome: CallOutcome } | { readonly error: unknown };

interface ParkedCall {
  /** Names what is asked. */
  readonly key: string;
  /** `undefined` while it is waited for. */
  answer: ParkedAnswer | undefined;
}

/** Asks for the answer to a call, which `key` names: where one that is known is looked up, and how the call is begun where none is. */
export type AskParked = (
  key: string,
  how: {
    readonly lookUp: () => Promise<CallOutcome | undefined>;
    readonly begin: (settle: (answer: ParkedAnswer) => void) => void;
  },
) => Promise<CallOutcome>;

interface ParkedStep extends StepSoFar {
  /** In the order in which they were asked. */
  readonly calls: ParkedCall[];
}

/**
 * The steps of a run whose calls go into batches. A batch may take a day, and what a suspended step holds is some ten kilobytes: so
 * the step is left while it waits, and played again from its beginning when there is an answer, with the answers that it had before.
 */
export class ParkedSteps {
  readonly #steps = new Map<string, ParkedStep>();
  /** How many calls are waited for, by the item's key. */
  readonly #waiting = new Map<string, number>();
  readonly #onAnswer: (item: string) => void;

  /** `onAnswer` hears the key of an item as soon as one of its calls has an answer or has failed. */
  constructor(onAnswer: (item: string) => void) {
    this.#onAnswer = onAnswer;
  }

  /** Whether a call of the item is under way. */
  isWaiting(item: string): boolean {
    return this.#waiting.has(item);
  }

  /**
   * Plays a step from its beginning. `work` asks through the function it is given: what it asked before is answered at once; what it
   * has not asked begins, and goes on without the step. Rejects with `parked` while an answer is owed, and with the reason of the signal
   * where the run has stopped and the call failed.
   */
  async play<Result>(
    name: string,
    { item, step }: StepPlace,
    now: number,
    signal: AbortSignal,
    work: (ask: AskParked, soFar: StepSoFar) => Promise<Result>,
  ): Promise<Result> {
    const id = `${name} ${item} ${step}`;
    const known = this.#steps.get(id) ?? { started: now, sent: 0, retries: 0, decided: [], calls: [] };
    this.#steps.set(id, known);
    // One call follows the other: while the newest is waited for there is nothing to play.
    const newest = known.calls.at(-1);
    if (newest !== undefined && newest.answer === undefined) throw parked;
    // After a stop only answers are worth it.
    if (signal.aborted && newest?.answer !== undefined && 'error' in newest.answer) throw signal.reason;
    const asked = new Map<string, number>();
    const ask: AskParked = async (key, { lookUp, begin }) => {
      // A step may ask the same twice, when an answer cannot be read: the second time it is another call.
      const before = asked.get(key) ?? 0;
      asked.set(key, before + 1);
      const call = known.calls.filter((one) => one.key === key)[before];
      if (call !== undefined) return answerOf(call);
      return (await lookUp()) ?? answerOf(this.#begin(item, key, known, begin));
    };
    try {
      const result = await work(ask, known);
      this.#steps.delete(id);
      return result;
    } catch (error) {
      if (!Parked.is(error)) this.#steps.delete(id);
      throw error;
    }
  }

  #begin(
    item: string,
    key: string,
    step: ParkedStep,
    begin: (settle: (answer: ParkedAnswer) => void) => void,
  ): ParkedCall {
    const call: ParkedCall = { key, answer: undefined };
    step.calls.push(call);
    this.#waiting.set(item, (this.#waiting.get(item) ?? 0) + 1);
    begin((answer) => {
      call.answer = answer;
      const left = (this.#waiting.get(item) ?? 0) - 1;
      if (left > 0) this.#waiting.set(item, left);
      else this.#waiting.delete(item);
      this.#onAnswer(item);
    });
    return call;
  }
}

function answerOf({ answer }: ParkedCall): CallOutcome {
  if (answer === undefined) throw parked;
  if ('error' in answer) throw answer.error;
  return answer.outcome;
}
