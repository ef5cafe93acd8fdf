import type { BatchLimits } from '../providers/batchApi';
import type { Clock } from './clock';
import type { WaitingCall } from './waitingCall';
import { whenQuiet } from './whenQuiet';

/** Gathers the calls of one model until nothing has come for a moment or a batch is full. */
export class BatchQueue {
  readonly #limits: BatchLimits;
  readonly #clock: Clock;
  readonly #quietMs: number;
  readonly #signal: AbortSignal;
  readonly #submit: (calls: readonly WaitingCall[]) => void;
  #calls: WaitingCall[] = [];
  #bytes = 0;
  /** Counts every call that ever came, to see whether one has. */
  #added = 0;
  #gathering = false;
  #room: number;

  /** `signal` ends the gathering; what waits then stays until `drain`. */
  constructor(
    limits: BatchLimits,
    clock: Clock,
    quietMs: number,
    signal: AbortSignal,
    submit: (calls: readonly WaitingCall[]) => void,
  ) {
    this.#limits = limits;
    this.#clock = clock;
    this.#quietMs = quietMs;
    this.#signal = signal;
    this.#submit = submit;
    this.#room = limits.maxCalls;
  }

  add(call: WaitingCall): void {
    if (this.#calls.length > 0 && this.#bytes + call.bytes > this.#limits.maxBytes) this.#send();
    this.#calls.push(call);
    this.#bytes += call.bytes;
    this.#added += 1;
    if (this.#calls.length >= this.#room) this.#send();
    else if (!this.#gathering) void this.#gather();
  }

  /** Takes out what has not been handed over. */
  drain(): readonly WaitingCall[] {
    const calls = this.#calls;
    this.#calls = [];
    this.#bytes = 0;
    return calls;
  }

  /** Makes the coming batches smaller than one that was too much for the provider. */
  shrinkBelow(calls: number): void {
    this.#room = Math.max(1, Math.min(this.#room, Math.floor(calls / 2)));
  }

  async #gather(): Promise<void> {
    this.#gathering = true;
    try {
      await whenQuiet(this.#clock, this.#quietMs, () => this.#added, this.#signal);
      this.#send();
    } catch {
      // Only the signal ends a delay early; whoever gave it has the calls.
    } finally {
      this.#gathering = false;
    }
  }

  #send(): void {
    const calls = this.drain();
    if (calls.length > 0) this.#submit(calls);
  }
}
