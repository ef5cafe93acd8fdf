import type * as vscode from 'vscode';
import { isOutdated } from '../../core/revisions/summarizeRun';
import type { PromptHistory } from '../../core/revisions/promptHistory';
import type { SummaryListing } from '../../core/store/runStore';
import type { Comparisons } from '../comparing/comparisonJob';
import { stackOf } from '../log';

/** Runs that have no summary of this version, counted in the other thread: one that cannot be read is listed as damaged from then on. */
export class RunCounts {
  readonly #toolVersion: string;
  readonly #log: vscode.LogOutputChannel;
  readonly #comparisons: Comparisons;
  /** Kept here too, for a store that cannot be written. */
  readonly #known = new Map<string, SummaryListing>();

  constructor(toolVersion: string, log: vscode.LogOutputChannel, comparisons: Comparisons) {
    this.#toolVersion = toolVersion;
    this.#log = log;
    this.#comparisons = comparisons;
  }

  /** A store's listing with what is known here. */
  of(listing: SummaryListing): SummaryListing {
    const known = this.#known.get(listing.id);
    return known?.kind === 'damaged' || (known !== undefined && isOutdated(listing, this.#toolVersion))
      ? known
      : listing;
  }

  /** Forgets a run, or all that were damaged: they may be whole again. */
  forget(runId?: string): void {
    if (runId !== undefined) this.#known.delete(runId);
    else for (const [id, { kind }] of this.#known) if (kind === 'damaged') this.#known.delete(id);
  }

  /** Counts what is not counted yet, a run at a time. Resolves with whether there is something new. */
  async refresh(root: string, { runs }: PromptHistory, signal: AbortSignal): Promise<boolean> {
    let isNews = false;
    for (const { id, status, summary } of runs) {
      if (status === 'running' || summary?.toolVersion === this.#toolVersion) continue;
      if (signal.aborted) return false;
      const job = { kind: 'count' as const, root, runId: id, toolVersion: this.#toolVersion };
      const listing = await this.#comparisons.ask<'count'>(job, signal).catch((error: unknown) => {
        if (!signal.aborted) this.#log.error(`Run ${id} could not be counted.`, stackOf(error));
      });
      if (listing === undefined) return false;
      if (listing.kind === 'damaged') this.#log.warn(`Run ${id} cannot be counted.`, listing.problem);
      this.#known.set(id, listing);
      isNews = true;
    }
    return isNews;
  }
}
