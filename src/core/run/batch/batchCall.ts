import type { BatchOutcome, ChatReply, ChatRequest, ProviderFailure } from '../../providers/provider';
import { ProviderError } from '../../providers/provider';
import type { Reservation } from '../budget';
import { FailedAttempts, type RetryNotice, type RetryPolicy } from '../retry';
import type { CallOutcome, StepSoFar } from '../runStep';
import type { BatchServer } from './batchServices';
import { errorNamed } from '../../text/errors';

export type AttemptEnd = { readonly usage: ChatReply['usage'] } | { readonly error: unknown };

interface BatchedModel {
  readonly endpoint: { readonly name: string };
  readonly policy: RetryPolicy;
  /** Whether identical calls share an answer. They do so through the cache only. */
  readonly isShared: boolean;
  answers: number;
  /** Rejects where the model takes no images, and as `Budget.reserve` does. */
  open(request: ChatRequest, waiting: AbortSignal | undefined): Promise<Reservation | undefined>;
  openPaid(request: ChatRequest): Reservation;
  close(reservation: Reservation | undefined, soFar: StepSoFar, end: AttemptEnd): void;
  onRetry(notice: RetryNotice): void;
  lookUp(key: string): Promise<CallOutcome | undefined>;
  remember(key: string, reply: ChatReply): void;
}

/** Why an ended batch has no answer for a call. `missing`: the results do not mention it. */
export type UnansweredFate = Exclude<BatchOutcome, { kind: 'reply' }> | { readonly kind: 'missing' };

/** Bytes that parameters, envelope and a stricter schema add to a call. */
const frameBytes = 2_000;

export class BatchCall {
  answer: { readonly outcome: CallOutcome } | { readonly error: unknown } | undefined;
  hadTwin = false;
  /** True for a call whose first batch was refused for its form. */
  isReshaped = false;
  timesFull = 0;
  #reservation: Reservation | undefined;
  #failed: FailedAttempts | undefined;

  constructor(
    readonly model: BatchedModel,
    readonly server: BatchServer,
    readonly item: string,
    readonly key: string,
    readonly request: ChatRequest,
    private readonly soFar: StepSoFar,
  ) {}

  get name(): string {
    return Buffer.from(this.key, 'hex').toString('base64url');
  }

  get bytes(): number {
    const { system, messages, schema } = this.request;
    return Buffer.byteLength(JSON.stringify([system, messages, schema?.json])) + frameBytes;
  }

  /** `false` where the call does not fit now. Rejects as `BatchedModel.open` does. */
  async reserve(waiting?: AbortSignal): Promise<boolean> {
    this.#reservation ??= await this.model.open(this.request, waiting);
    return this.#reservation !== undefined;
  }

  reattach(): void {
    this.#reservation ??= this.model.openPaid(this.request);
  }

  release(): void {
    if (this.#reservation !== undefined) this.#close(stoppedCall(this.server.id));
  }

  answered(reply: ChatReply): void {
    this.model.close(this.#reservation, this.soFar, { usage: reply.usage });
    this.#reservation = undefined;
    this.model.answers += 1;
    let isRemembered = false;
    const remember = (): void => {
      // A step that asks more than once may be played again and needs this answer.
      if (!isRemembered) this.model.remember(this.key, reply);
      isRemembered = true;
    };
    this.answer = { outcome: { reply, cached: false, retries: this.#failed?.count ?? 0, remember } };
  }

  failed(error: unknown, signal: AbortSignal): number | undefined {
    if (this.#reservation !== undefined) this.#close(error);
    try {
      const notice = (this.#failed ??= new FailedAttempts(this.model.policy)).next(error, signal);
      this.soFar.retries += 1;
      this.model.onRetry(notice);
      return notice.delayMs;
    } catch (last) {
      this.answer = { error: last };
      return undefined;
    }
  }

  #close(error: unknown): void {
    this.model.close(this.#reservation, this.soFar, { error });
    this.#reservation = undefined;
  }
}

const reasons: Readonly<Record<'expired' | 'cancelled' | 'missing', readonly [ProviderFailure, string]>> = {
  expired: ['timeout', 'gave this call no answer within a day'],
  cancelled: ['server', 'ended a batch before it answered this call'],
  missing: ['badResponse', 'ended a batch without a result for this call'],
};

export function unansweredError(fate: UnansweredFate, provider: string, model: string): ProviderError {
  if (fate.kind !== 'failed') {
    const [failure, reason] = reasons[fate.kind];
    return new ProviderError(`The provider ${reason} (model "${model}").`, { failure, provider });
  }
  const { error } = fate;
  if (error.failure !== 'rateLimit') return error;
  // Single calls wait out a rate limit, but a batch takes too long for that. So attempts must count here.
  const { status } = error;
  return new ProviderError(error.message, { failure: 'overloaded', provider: error.provider, status, cause: error });
}

/** Whether the form alone may be at fault. Forms are only negotiated outside of batches. */
export function mayBeAboutForm(fate: UnansweredFate): boolean {
  if (fate.kind !== 'failed') return false;
  const { failure, status } = fate.error;
  // A request may be too long only because of the tokens reserved for its answer.
  if (failure !== 'badRequest' && failure !== 'tooLarge') return false;
  return status === 400 || status === 404 || status === 422;
}

export function stoppedCall(provider: string): ProviderError {
  const message = 'The run stopped while the call was waiting for its batch.';
  return new ProviderError(message, { failure: 'aborted', provider });
}

/** Leaves a step whose call waits for a batch. The item is played again once the call has its answer. */
export class Suspended extends errorNamed('Suspended') {}

/** Shared, because ten thousand are thrown at once and nobody reads the stack. */
const suspended = new Suspended('The call waits for a batch.');

type AskInBatch = (key: string, request: ChatRequest) => Promise<CallOutcome>;

/** A pending promise holds ten kilobytes, and a batch may take a day. So a step is left and played again. */
export class SuspendedSteps {
  readonly #steps = new Map<string, StepSoFar & { readonly calls: BatchCall[] }>();

  constructor(private readonly onAsked: (call: BatchCall) => void) {}

  /** Rejects with `Suspended` while an answer is missing, and with the signal's reason after a stop. */
  async play(
    model: BatchedModel,
    server: BatchServer,
    item: string,
    step: string,
    now: number,
    signal: AbortSignal,
    work: (ask: AskInBatch, soFar: StepSoFar) => Promise<void>,
  ): Promise<void> {
    const id = `${model.endpoint.name} ${item} ${step}`;
    const known = this.#steps.get(id) ?? { started: now, sent: 0, retries: 0, decided: [], calls: [] };
    this.#steps.set(id, known);
    // Calls come one after the other, so nothing can be played until the newest has an answer.
    const newest = known.calls.at(-1);
    if (newest !== undefined && newest.answer === undefined) throw suspended;
    if (signal.aborted && newest?.answer !== undefined && 'error' in newest.answer) throw signal.reason;
    const asked = new Map<string, number>();
    const ask: AskInBatch = async (key, request) => {
      // A step repeats a request when it could not read the answer. The repeat is another call.
      const before = asked.get(key) ?? 0;
      asked.set(key, before + 1);
      const earlier = known.calls.filter((one) => one.key === key)[before];
      if (earlier !== undefined) {
        if (earlier.answer === undefined) throw suspended;
        if ('error' in earlier.answer) throw earlier.answer.error;
        return earlier.answer.outcome;
      }
      const found = await model.lookUp(key);
      if (found !== undefined) return found;
      signal.throwIfAborted();
      const call = new BatchCall(model, server, item, key, request, known);
      known.calls.push(call);
      this.onAsked(call);
      throw suspended;
    };
    try {
      await work(ask, known);
      this.#steps.delete(id);
    } catch (error) {
      if (!Suspended.is(error)) this.#steps.delete(id);
      throw error;
    }
  }
}
