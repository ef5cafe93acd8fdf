/** Four snapshots a second: fast enough to watch, rare enough to cost nothing. */
const intervalMs = 250;

/** Gathers many requests into few calls: the first comes at once, the rest at most every quarter second. */
export class SnapshotTimer {
  readonly #draw: () => void;
  #timer: NodeJS.Timeout | undefined;
  #requested = false;
  #disposed = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  request(): void {
    if (this.#disposed) return;
    if (this.#timer !== undefined) {
      this.#requested = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#requested) return;
      this.#requested = false;
      this.request();
    }, intervalMs);
    this.#draw();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }
}
