import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import type { Comparison } from '../../core/compare/comparison';
import type { RunSession } from '../../core/engine/runSession';
import { isOutdated, refreshSummary } from '../../core/revisions/currentSummaries';
import { earlierPromptPaths } from '../../core/revisions/earlierPaths';
import { noiseRunsOf } from '../../core/revisions/noiseRunsOf';
import { promptHistory, type PromptHistory } from '../../core/revisions/promptHistory';
import { pruneRuns, type PrunedRuns } from '../../core/revisions/prunePlan';
import { revisionText } from '../../core/revisions/revisionText';
import type { RevisionEntry } from '../../core/store/revisionEntry';
import type { SummaryListing } from '../../core/store/runStore';
import type { RunSummary } from '../../core/store/runSummary';
import type { RunPair } from '../../protocol/messages';
import type { PromptStore } from '../evaluation/runStores';
import { readSettings } from '../settings';
import { comparePair } from './comparePair';

import { RunSessions } from './runSessions';

/** What the revisions of a prompt need of the extension. */
export interface RevisionServices {
  readonly extension: { readonly version: string };
  readonly log: vscode.LogOutputChannel;
  storeFor(uri: vscode.Uri): PromptStore;
}

/** Two runs with what differs between them. */
export interface ComparedPair {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly comparison: Comparison;
}

/** What people say of a revision, without the place and time that the journal adds. */
type Said =
  | { readonly kind: 'label'; readonly revision: string; readonly label: string | null }
  | { readonly kind: 'pin'; readonly revision: string | null };

/** The evaluated texts of one prompt file: its history, its comparisons, and what people say about it. */
export class PromptRevisions implements vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly #services: RevisionServices;
  readonly #changed = new vscode.EventEmitter<void>();
  /** The history is another one than before. */
  readonly onDidChange = this.#changed.event;
  readonly #closing = new AbortController();
  readonly #texts = new Map<string, Promise<string>>();
  /** Summaries made here, for a store that cannot be written. */
  readonly #counted = new Map<string, RunSummary>();
  #sessions: { readonly root: string; readonly runs: RunSessions } | undefined;
  #history: Promise<PromptHistory> | undefined;

  constructor(uri: vscode.Uri, services: RevisionServices) {
    this.uri = uri;
    this.#services = services;
  }

  /** Where the runs are kept; the setting may change while the window is open. */
  get place(): PromptStore {
    return this.#services.storeFor(this.uri);
  }

  /** All that the store knows of the prompt. Rejects with `RunStoreError`. */
  history(): Promise<PromptHistory> {
    const reading = (this.#history ??= this.#read());
    reading.catch(() => {
      // A store that could not be read is looked at again when next asked for.
      if (this.#history === reading) this.#history = undefined;
    });
    return reading;
  }

  /** To be called when runs were added, went on or were deleted, here or elsewhere. */
  changed(runId?: string): void {
    if (runId !== undefined) {
      this.#sessions?.runs.forget(runId);
      this.#counted.delete(runId);
    }
    this.#history = undefined;
    this.#changed.fire();
  }

  /** A stored run, opened. Rejects as opening a run does. */
  session(runId: string): Promise<RunSession> {
    const { store, root } = this.place;
    if (this.#sessions?.root !== root) this.#sessions = { root, runs: new RunSessions(store) };
    return this.#sessions.runs.get(runId);
  }

  /** Compares two runs of the store, by the judges named or by one that both have. Rejects when the signal is aborted. */
  async compare({ before, after, judges }: RunPair, signal = this.#closing.signal): Promise<ComparedPair> {
    const history = await this.history();
    const [earlier, later] = [await this.session(before), await this.session(after)];
    const others: RunSession[] = [];
    for (const id of noiseRunsOf(history, earlier, [before, after])) {
      // One that is damaged says nothing of the noise, and is listed as damaged elsewhere.
      const other = await this.session(id).catch(() => undefined);
      if (other !== undefined) others.push(other);
    }
    const { margin, smallest } = readSettings(this.uri);
    const comparison = await comparePair({
      before: earlier,
      after: later,
      judges,
      others,
      margin,
      smallest,
      signal: AbortSignal.any([signal, this.#closing.signal]),
    });
    return { before: earlier, after: later, comparison };
  }

  /** The whole prompt file at a revision. Rejects with `RevisionError`. */
  async text(revision: string): Promise<string> {
    const { store } = this.place;
    const history = await this.history();
    let text = this.#texts.get(revision);
    // A text is named by its content and never another.
    if (text === undefined) {
      text = revisionText(store, history, revision).then((found) => found.text);
      this.#texts.set(revision, text);
      text.catch(() => this.#texts.delete(revision));
    }
    return text;
  }

  /** Records a label or a baseline. Rejects with `RunStoreError`. */
  async say(said: Said): Promise<void> {
    const { store, promptPath } = this.place;
    const entry: RevisionEntry = { ...said, at: new Date().toISOString(), prompt: promptPath };
    await store.revisions.append(entry);
    this.changed();
  }

  /** Deletes runs for good. */
  async delete(runIds: readonly string[]): Promise<PrunedRuns> {
    const pruned = await pruneRuns(this.place.store, runIds);
    for (const id of pruned.deleted) this.#sessions?.runs.forget(id);
    this.changed();
    return pruned;
  }

  dispose(): void {
    this.#closing.abort();
    this.#changed.dispose();
  }

  async #read(): Promise<PromptHistory> {
    const { store, root, promptPath } = this.place;
    // Git is a program of the machine that reads the folder's files: not before the folder is trusted.
    const asksGit = this.uri.scheme === 'file' && vscode.workspace.isTrusted;
    const earlierPaths = asksGit ? await earlierPromptPaths(root, this.uri.fsPath) : [];
    const listings = (await store.summaries()).map((listing): SummaryListing => {
      const counted = this.#counted.get(listing.id);
      const isStale = counted !== undefined && isOutdated(listing, this.#services.extension.version);
      return isStale ? { kind: 'summary', id: listing.id, summary: counted } : listing;
    });
    const history = await promptHistory(store, promptPath, { earlierPaths, listings });
    void this.#refresh(history);
    return history;
  }

  /** Counts runs anew that have no summary of this version, and announces the history that they make. */
  async #refresh({ runs }: PromptHistory): Promise<void> {
    const { log, extension } = this.#services;
    const { store } = this.place;
    const options = { benchmarks, toolVersion: extension.version };
    let refreshed = 0;
    for (const { id, status, summary } of runs) {
      if (status === 'running' || summary?.toolVersion === extension.version) continue;
      if (this.#closing.signal.aborted) return;
      await nextTurn();
      try {
        this.#counted.set(id, await refreshSummary(store, id, options));
        refreshed += 1;
      } catch (error) {
        log.warn(`Run ${id} cannot be counted.`, error instanceof Error ? error.message : String(error));
      }
    }
    if (refreshed > 0) this.changed();
  }
}
