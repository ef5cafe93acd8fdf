import { endsSeries } from './endsSeries';
import type { PreparedRun } from './runInWindow';

/** What is done for runs that are asked about together. */
export interface SeriesSteps {
  /** Reads files and plans. */
  prepare(): Promise<readonly PreparedRun[]>;
  /** Whether the user agrees to what the runs send. */
  isAgreed(runs: readonly PreparedRun[]): Promise<boolean>;
  /** Plays one to its end. */
  run(run: PreparedRun): Promise<void>;
}

/** Plays the runs one after the other until one ends the series or the signal does. Rejects as the steps do. */
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
