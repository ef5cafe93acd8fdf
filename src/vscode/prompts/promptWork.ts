import type { PanelPhase, PanelProblem } from '../../protocol/panelState';
import type { PreparedRun } from '../evaluation/runInWindow';

interface WorkContext {
  showsRun(): boolean;
  problemsOf(error: unknown): readonly PanelProblem[];
  onChange(): void;
}

export class PromptWork {
  phase: PanelPhase = { kind: 'empty' };
  #going: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(private readonly context: WorkContext) {}

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  /** Resolves when nothing is under way, possibly at once. */
  get ended(): Promise<void> {
    return this.#going?.ended ?? Promise.resolve();
  }

  /** Never rejects: the phase holds the problem. Must not be called while other work is under way. */
  async begin(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    const ended = work(abort.signal)
      .then(() => this.#endPhase())
      .catch((error: unknown) => {
        this.phase = { kind: 'blocked', problems: this.context.problemsOf(error) };
      })
      .finally(() => {
        this.#going = undefined;
        this.context.onChange();
      });
    this.#going = { abort, ended };
    await ended;
  }

  /** Cancels the work. Resolves when it has stopped, with false if there was none. */
  async cancel(): Promise<boolean> {
    if (this.#going === undefined) return false;
    this.phase = { kind: 'cancelling' };
    this.context.onChange();
    this.#going.abort.abort('cancelled');
    await this.ended;
    return true;
  }

  /** Interrupts the work so that it can resume later. Resolves when it has stopped. */
  async leave(): Promise<void> {
    this.#going?.abort.abort('interrupted');
    await this.ended;
  }

  /** Work cancelled before a run began leaves its last phase behind. */
  #endPhase(): void {
    const { kind } = this.phase;
    if (kind === 'starting' || kind === 'running' || kind === 'cancelling')
      this.phase = { kind: this.context.showsRun() ? 'done' : 'empty' };
  }
}

interface SeriesSteps {
  prepare(): Promise<readonly PreparedRun[]>;
  agreedOf(runs: readonly PreparedRun[]): Promise<readonly PreparedRun[]>;
  run(run: PreparedRun): Promise<void>;
}

export async function runSeries(steps: SeriesSteps, signal: AbortSignal): Promise<void> {
  const runs = await steps.prepare();
  // Do not ask about a run that was cancelled while files were read.
  const agreed = signal.aborted ? [] : await steps.agreedOf(runs);
  for (const run of agreed) {
    if (signal.aborted) return;
    await steps.run(run);
    // The next run would end the same way, by the shared cap or a refused key.
    const status = run.session.state.status?.status;
    if (status === 'overBudget' || status === 'failed') return;
  }
}

/** Call when `named` may return another store. A run begun in `former` ends there first. Rejects as `changed` does. */
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
    // It may have been set back, or another call was faster.
    if (root === former) return;
    shown = root;
    await changed(former, waits);
  };
}

/** Four snapshots a second. */
const shortestPauseMs = 250;
/** Multiple of a snapshot's duration, so that other work gets its share of the thread. */
const pauseFactor = 9;

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
    const pause = Math.max(shortestPauseMs, pauseFactor * (performance.now() - from));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#requested) this.request();
    }, pause);
  }

  dispose(): void {
    this.#draw = undefined;
    clearTimeout(this.#timer);
  }
}
