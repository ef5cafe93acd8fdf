import type { WorkItem } from './workItem';

/** What a pool needs to know of its items. */
export interface ItemWork {
  /** Plays an item as far as it goes now. A throw ends the run. */
  play(item: WorkItem): Promise<void>;
  /** Whether something of the item goes on without it: it is played again when `takeUp` says so. */
  isWaiting(key: string): boolean;
}

/**
 * Plays the items of a run, some at a time. One that waits for a batch makes room for others, and is taken up again before fresh
 * ones. After the first throw no fresh item is begun, and those that wait are played to their end: what arrives is kept.
 */
export class ItemPool {
  readonly #stopper: AbortController;
  readonly #work: ItemWork;
  readonly #parked = new Map<string, WorkItem>();
  readonly #ready = new Set<WorkItem>();
  /** Items that are played now, and whether they were to be taken up meanwhile. */
  readonly #playing = new Map<string, boolean>();
  #idle: (() => void)[] = [];
  #thrown: { readonly error: unknown } | undefined;

  /** `stopper` is aborted by the first throw, and ends the pool when it is aborted elsewhere. */
  constructor(stopper: AbortController, work: ItemWork) {
    this.#stopper = stopper;
    this.#work = work;
  }

  /** There is news for an item that waits. */
  takeUp(key: string): void {
    const item = this.#parked.get(key);
    if (item === undefined) {
      if (this.#playing.has(key)) this.#playing.set(key, true);
      return;
    }
    this.#parked.delete(key);
    this.#ready.add(item);
    this.#idle.pop()?.();
  }

  /** Resolves when all have been played to their end; rejects with the first throw once all have left. Called once. */
  async run(items: readonly WorkItem[], size: number): Promise<void> {
    const fresh = items.values();
    await Promise.all(Array.from({ length: Math.min(size, items.length) }, () => this.#playAll(fresh)));
    if (this.#thrown !== undefined) throw this.#thrown.error;
  }

  async #playAll(fresh: Iterator<WorkItem>): Promise<void> {
    for (;;) {
      const item = this.#next(fresh);
      if (item !== undefined) await this.#play(item);
      else if (this.#playing.size === 0 && this.#parked.size === 0) break;
      else await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    for (const wake of this.#idle.splice(0)) wake();
  }

  #next(fresh: Iterator<WorkItem>): WorkItem | undefined {
    for (const item of this.#ready) {
      this.#ready.delete(item);
      return item;
    }
    const { signal } = this.#stopper;
    if (this.#thrown !== undefined) return undefined;
    const next = fresh.next();
    if (next.done === true) return undefined;
    if (!signal.aborted) return next.value;
    this.#thrown = { error: signal.reason };
    return undefined;
  }

  async #play(item: WorkItem): Promise<void> {
    this.#playing.set(item.key, false);
    try {
      await this.#work.play(item);
    } catch (error) {
      this.#thrown ??= { error };
      if (!this.#stopper.signal.aborted) this.#stopper.abort(error);
    }
    const hasNews = this.#playing.get(item.key) === true;
    this.#playing.delete(item.key);
    if (hasNews) this.#ready.add(item);
    else if (this.#work.isWaiting(item.key)) this.#parked.set(item.key, item);
  }
}
