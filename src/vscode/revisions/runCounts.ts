import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { isOutdated, refreshSummary } from '../../core/revisions/currentSummaries';
import type { PromptHistory } from '../../core/revisions/promptHistory';
import type { RunStore, SummaryListing } from '../../core/store/runStore';
import type { RunSummary } from '../../core/store/runSummary';

/** Runs that have no summary of this version, counted here: one that cannot be read is listed as damaged from then on. */
export class RunCounts {
  readonly #toolVersion: string;
  readonly #log: vscode.LogOutputChannel;
  /** Kept here too, for a store that cannot be written. */
  readonly #counted = new Map<string, RunSummary>();
  readonly #damaged = new Map<string, string>();

  constructor(toolVersion: string, log: vscode.LogOutputChannel) {
    this.#toolVersion = toolVersion;
    this.#log = log;
  }

  /** A store's listing with what is known here. */
  of(listing: SummaryListing): SummaryListing {
    const problem = this.#damaged.get(listing.id);
    if (problem !== undefined) return { kind: 'damaged', id: listing.id, problem };
    const summary = this.#counted.get(listing.id);
    const isStale = summary !== undefined && isOutdated(listing, this.#toolVersion);
    return isStale ? { kind: 'summary', id: listing.id, summary } : listing;
  }

  /** Forgets a run, or all that were damaged: they may be whole again. */
  forget(runId?: string): void {
    if (runId === undefined) this.#damaged.clear();
    else {
      this.#counted.delete(runId);
      this.#damaged.delete(runId);
    }
  }

  /** Counts what is not counted yet, a run at a time. Resolves with whether there is something new. */
  async refresh(store: RunStore, { runs }: PromptHistory, signal: AbortSignal): Promise<boolean> {
    let isNews = false;
    for (const { id, status, summary } of runs) {
      if (status === 'running' || summary?.toolVersion === this.#toolVersion) continue;
      if (signal.aborted) return false;
      await nextTurn();
      isNews = true;
      try {
        this.#counted.set(id, await refreshSummary(store, id, { benchmarks, toolVersion: this.#toolVersion }));
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        this.#log.warn(`Run ${id} cannot be counted.`, problem);
        this.#damaged.set(id, problem);
      }
    }
    return isNews;
  }
}
