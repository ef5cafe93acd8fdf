import type { PanelPhase, PanelProblem } from '../../protocol/panelState';
import type { PreparedRun } from './runInWindow';

interface WorkContext {
  showsRun(): boolean;
  problemsOf(error: unknown): readonly PanelProblem[];
  onChange(): void;
}

export class PromptWork {
  readonly #context: WorkContext;
  phase: PanelPhase = { kind: 'empty' };
  #going: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(context: WorkContext) {
    this.#context = context;
  }

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  /** Resolves when nothing is under way, which may be at once. */
  get ended(): Promise<void> {
    return this.#going?.ended ?? Promise.resolve();
  }

  /** Never rejects: the phase says what went wrong. Not to be called while another piece is under way. */
  async begin(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    const ended = work(abort.signal)
      .then(() => this.#comeToRest())
      .catch((error: unknown) => {
        this.phase = { kind: 'blocked', problems: this.#context.problemsOf(error) };
      })
      .finally(() => {
        this.#going = undefined;
        this.#context.onChange();
      });
    this.#going = { abort, ended };
    await ended;
  }

  /** Stops what is under way for good. Resolves when it has stopped, with whether there was anything. */
  async cancel(): Promise<boolean> {
    if (this.#going === undefined) return false;
    this.phase = { kind: 'cancelling' };
    this.#context.onChange();
    this.#going.abort.abort('cancelled');
    await this.ended;
    return true;
  }

  /** Stops what is under way so that it can go on later. Resolves when it has stopped. */
  async leave(): Promise<void> {
    this.#going?.abort.abort('interrupted');
    await this.ended;
  }

  /** Work that was cancelled before a run began has left the phase where it was. */
  #comeToRest(): void {
    const { kind } = this.phase;
    if (kind === 'starting' || kind === 'running' || kind === 'cancelling')
      this.phase = { kind: this.#context.showsRun() ? 'done' : 'empty' };
  }
}

interface SeriesSteps {
  prepare(): Promise<readonly PreparedRun[]>;
  isAgreed(runs: readonly PreparedRun[]): Promise<boolean>;
  run(run: PreparedRun): Promise<void>;
}

export async function runSeries(steps: SeriesSteps, signal: AbortSignal): Promise<void> {
  const runs = await steps.prepare();
  // Cancelled while files were read: a question would be about nothing.
  const isAgreed = !signal.aborted && (await steps.isAgreed(runs));
  for (const run of runs) {
    if (signal.aborted || !isAgreed) return;
    await steps.run(run);
    // The next one would end the same way: at the cap that they share, or for a key that is refused.
    const status = run.session.state.status?.status;
    if (status === 'overBudget' || status === 'failed') return;
  }
}

/**
 * Follows the store that `named` gives. To be called when that may be another one: `changed` then shows what is there.
 * A run that began in `former` ends there first, and has `justEnded`. Rejects as `changed` does.
 */
export function storeWatch(
  work: Pick<PromptWork, 'isRunning' | 'ended'>,
  named: () => string,
  changed: (former: string, justEnded: boolean) => Promise<void>,
): () => Promise<void> {
  let shown = named();
  return async () => {
    if (named() === shown) return;
    const waits = work.isRunning;
    await work.ended;
    const [former, root] = [shown, named()];
    // It may have been set back meanwhile, or another call was first.
    if (root === former) return;
    shown = root;
    await changed(former, waits);
  };
}

/** Four snapshots a second. */
const shortestRestMs = 250;
/** Of the time that the snapshot took, so that others have their share of the thread. */
const restFactor = 9;

export class SnapshotTimer {
  #draw: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #requested = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  request(): void {
    if (this.#draw === undefined) return;
    this.#requested = this.#timer !== undefined;
    if (this.#requested) return;
    const from = performance.now();
    this.#draw();
    const rest = Math.max(shortestRestMs, restFactor * (performance.now() - from));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#requested) this.request();
    }, rest);
  }

  dispose(): void {
    this.#draw = undefined;
    clearTimeout(this.#timer);
  }
}

export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** After all that was asked for before, whether or not that went well. Rejects as `work` does. */
  async next<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
