import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../src/core/run/clock';

/** Turns of the event loop after which everything in memory that could go on has gone on. */
const turnsToRest = 12;

/** Time that stands still while anything goes on and then jumps to the next moment that somebody waits for. */
export class SteppedClock implements Clock {
  #now = Date.UTC(2026, 2, 1);
  #timers: { readonly at: number; readonly resolve: () => void }[] = [];
  #stepping = false;
  #stopped = false;

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  /** The process is gone: nobody is woken any more. */
  stop(): void {
    this.#stopped = true;
  }

  delay(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const aborted = (): void => {
        this.#timers = this.#timers.filter((one) => one !== timer);
        reject(signal.reason as Error);
      };
      const timer = {
        at: this.#now + ms,
        resolve: () => {
          signal.removeEventListener('abort', aborted);
          resolve();
        },
      };
      this.#timers.push(timer);
      signal.addEventListener('abort', aborted, { once: true });
      if (!this.#stepping) void this.#step();
    });
  }

  async #step(): Promise<void> {
    this.#stepping = true;
    while (this.#timers.length > 0 && !this.#stopped) {
      for (let turn = 0; turn < turnsToRest; turn += 1) await nextTurn();
      const next = Math.min(...this.#timers.map(({ at }) => at));
      if (!Number.isFinite(next)) break;
      this.#now = next;
      const due = this.#timers.filter(({ at }) => at === next);
      this.#timers = this.#timers.filter(({ at }) => at !== next);
      for (const { resolve } of due) resolve();
    }
    this.#stepping = false;
  }
}
