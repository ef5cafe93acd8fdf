import { whenIdle, type Work } from './whenIdle';

/** Takes up another store: what is shown comes from `former`, where a run has `justEnded` that began before the settings named another one. */
export type TakeUpStore = (former: string, justEnded: boolean) => Promise<void>;

/** Keeps what is shown of a prompt to the store that the settings name. */
export class StoreWatch {
  readonly #work: Work;
  readonly #named: () => string;
  readonly #changed: TakeUpStore;
  #shown: string;

  /**
   * `named`: the folder of the store by the settings as they are. `changed` is not called while `work` goes on, which ends in the store
   * that it began in.
   */
  constructor(work: Work, named: () => string, changed: TakeUpStore) {
    this.#work = work;
    this.#named = named;
    this.#changed = changed;
    this.#shown = named();
  }

  /** To be called when the settings may name another store. Rejects as `changed` does. */
  async look(): Promise<void> {
    if (this.#named() === this.#shown) return;
    const waits = this.#work.isRunning;
    await whenIdle([this.#work]);
    const [former, root] = [this.#shown, this.#named()];
    // It may have been set back meanwhile, or another look was first.
    if (root === former) return;
    this.#shown = root;
    await this.#changed(former, waits);
  }
}
