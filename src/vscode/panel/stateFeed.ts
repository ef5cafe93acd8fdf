import type { ToPanel } from '../../protocol/messages';
import type { PanelState } from '../../protocol/panelState';

/** Sends one state at a time, so a slow page gets fewer. */
export class StateFeed {
  isReady = false;
  /** `stale`: another state was requested meanwhile. */
  #drawing: 'drawing' | 'stale' | undefined;

  constructor(private readonly post: (message: ToPanel) => void) {}

  /** The page is ready and has no state yet. */
  begin(): void {
    this.end();
    this.isReady = true;
  }

  end(): void {
    this.isReady = false;
    this.#drawing = undefined;
  }

  /** Sends what `make` returns. While the page draws, only marks its state as stale. */
  send(make: () => PanelState): void {
    if (!this.isReady) return;
    if (this.#drawing !== undefined) {
      this.#drawing = 'stale';
      return;
    }
    this.#drawing = 'drawing';
    this.post({ kind: 'state', state: make() });
  }

  /** Returns whether a newer state was requested meanwhile. */
  drawn(): boolean {
    const isStale = this.#drawing === 'stale';
    this.#drawing = undefined;
    return isStale;
  }
}
