import type { RunSession } from '../../core/run/runSession';
import type { PanelPhase, PanelProblem } from '../../protocol/panelState';
import type { PreparedRun } from './runInWindow';

/** What the work needs of those around it. */
interface WorkContext {
  /** Whether a run is shown, which is what the panel comes to rest on. */
  showsRun(): boolean;
  /** What the panel says of an error that the work ended with. */
  problemsOf(error: unknown): readonly PanelProblem[];
  /** The panel is to be drawn anew. */
  onChange(): void;
}

/** The work on one prompt, one piece at a time, with the phase that its panel shows. */
export class PromptWork {
  readonly #context: WorkContext;
  #phase: PanelPhase = { kind: 'empty' };
  #abort: AbortController | undefined;
  #going: Promise<void> | undefined;

  constructor(context: WorkContext) {
    this.#context = context;
  }

  get phase(): PanelPhase {
    return this.#phase;
  }

  get isRunning(): boolean {
    return this.#going !== undefined;
  }

  /** Goes over to a phase; whoever calls says when the panel is drawn. */
  enter(phase: PanelPhase): void {
    this.#phase = phase;
  }

  /** Does a piece of work. Never rejects: the phase says what went wrong. Not to be called while another piece is under way. */
  async begin(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#going = work(abort.signal)
      .then(() => this.#comeToRest())
      .catch((error: unknown) => {
        this.#phase = { kind: 'blocked', problems: this.#context.problemsOf(error) };
      })
      .finally(() => {
        this.#going = undefined;
        this.#abort = undefined;
        this.#context.onChange();
      });
    await this.#going;
  }

  /** Stops what is under way for good. Resolves when it has stopped, with whether there was anything. */
  async cancel(): Promise<boolean> {
    if (this.#abort === undefined) return false;
    this.#phase = { kind: 'cancelling' };
    this.#context.onChange();
    this.#abort.abort('cancelled');
    await this.#going;
    return true;
  }

  /** Stops what is under way so that it can go on later. Resolves when it has stopped. */
  async leave(): Promise<void> {
    this.#abort?.abort('interrupted');
    await this.#going;
  }

  /** Work that was cancelled before a run began has left the phase where it was. */
  #comeToRest(): void {
    const { kind } = this.#phase;
    if (kind !== 'starting' && kind !== 'running' && kind !== 'cancelling') return;
    this.#phase = this.#context.showsRun() ? { kind: 'done' } : { kind: 'empty' };
  }
}

/** What is done for runs that are asked about together. */
interface SeriesSteps {
  /** Reads files and plans. */
  prepare(): Promise<readonly PreparedRun[]>;
  /** Whether the user agrees to what the runs send. */
  isAgreed(runs: readonly PreparedRun[]): Promise<boolean>;
  /** Runs one to its end. */
  run(run: PreparedRun): Promise<void>;
}

/** Runs them one after the other until one ends the series or the signal does. Rejects as the steps do. */
export async function runSeries(steps: SeriesSteps, signal: AbortSignal): Promise<void> {
  const runs = await steps.prepare();
  // Cancelled while files were read: a question would be about nothing.
  const isAgreed = !signal.aborted && (await steps.isAgreed(runs));
  for (const run of runs) {
    if (signal.aborted || !isAgreed) return;
    await steps.run(run);
    if (endsSeries(run.session)) return;
  }
}

/** True where the next of several runs would end the same way: at the cap that they share, or for a key that is refused. */
function endsSeries({ state }: RunSession): boolean {
  return state.status?.status === 'overBudget' || state.status?.status === 'failed';
}

/** Something that goes on for a while: a run of a prompt, or a calibration. Announces when it may have begun or ended. */
export interface Work {
  readonly isRunning: boolean;
  readonly onDidChange: (listener: () => void) => { dispose(): unknown };
}

/** Resolves when none of `works` goes on, which may be at once. Never, for work that is disposed while it goes on. */
export function whenIdle(works: readonly Work[]): Promise<void> {
  const isIdle = (): boolean => works.every(({ isRunning }) => !isRunning);
  if (isIdle()) return Promise.resolve();
  return new Promise((resolve) => {
    const listening = works.map((work) =>
      work.onDidChange(() => {
        if (!isIdle()) return;
        for (const one of listening) one.dispose();
        resolve();
      }),
    );
  });
}

/** Takes up another store: what is shown comes from `former`, where a run has `justEnded` that began before the settings named another one. */
type TakeUpStore = (former: string, justEnded: boolean) => Promise<void>;

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
/** Four snapshots a second: fast enough to watch, rare enough to cost nothing. */
const shortestRestMs = 250;
/** A snapshot of thousands of samples takes longer: it is rested for so many times as long, so that others have their share of the thread. */
const restFactor = 9;

/** Gathers many requests into few calls: the first comes at once, the rest after a rest of a quarter second or more. */
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
    const from = performance.now();
    this.#draw();
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (!this.#requested) return;
        this.#requested = false;
        this.request();
      },
      Math.max(shortestRestMs, restFactor * (performance.now() - from)),
    );
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }
}

/** Does one piece of work after the other, in the order in which they were asked for: what was asked for last is done last. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Does `work` when all that was asked for before is done, whether or not that went well. Rejects as `work` does. */
  async next<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
