import type { PanelPhase, PanelProblem } from '../../protocol/panelState';

/** What the work needs of those around it. */
export interface WorkSurroundings {
  /** Whether a run is shown, which is what the panel comes to rest on. */
  showsRun(): boolean;
  /** What the panel says of an error that the work ended with. */
  problemsOf(error: unknown): readonly PanelProblem[];
  /** The panel is to be drawn anew. */
  onChange(): void;
}

/** The work on one prompt, one piece at a time, with the phase that its panel shows. */
export class EvaluationWork {
  readonly #surroundings: WorkSurroundings;
  #phase: PanelPhase = { kind: 'empty' };
  #abort: AbortController | undefined;
  #going: Promise<void> | undefined;

  constructor(surroundings: WorkSurroundings) {
    this.#surroundings = surroundings;
  }

  get phase(): PanelPhase {
    return this.#phase;
  }

  get isBusy(): boolean {
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
        this.#phase = { kind: 'blocked', problems: this.#surroundings.problemsOf(error) };
      })
      .finally(() => {
        this.#going = undefined;
        this.#abort = undefined;
        this.#surroundings.onChange();
      });
    await this.#going;
  }

  /** Stops what is under way for good. Resolves when it has stopped, with whether there was anything. */
  async cancel(): Promise<boolean> {
    if (this.#abort === undefined) return false;
    this.#phase = { kind: 'cancelling' };
    this.#surroundings.onChange();
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
    this.#phase = this.#surroundings.showsRun() ? { kind: 'done' } : { kind: 'empty' };
  }
}
