import * as vscode from 'vscode';
import type { Comparison } from '../../core/compare/comparison';
import type { RunSession } from '../../core/engine/runSession';
import { earlierPromptPaths } from '../../core/revisions/earlierPaths';
import { noiseRunsOf } from '../../core/revisions/noiseRunsOf';
import { promptHistory, type PromptHistory } from '../../core/revisions/promptHistory';
import { pruneRuns, type PrunedRuns } from '../../core/revisions/prunePlan';
import { revisionText } from '../../core/revisions/revisionText';
import type { RevisionEntry } from '../../core/store/revisionEntry';
import type { RunStore } from '../../core/store/runStore';
import type { RunPair } from '../../protocol/messages';
import type { PromptStore } from '../evaluation/runStores';
import { readSettings } from '../settings';
import { comparePair } from './comparePair';
import { RunCounts } from './runCounts';
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
  readonly #counts: RunCounts;
  #sessions: { readonly root: string; readonly runs: RunSessions } | undefined;
  #history: Promise<PromptHistory> | undefined;

  constructor(uri: vscode.Uri, services: RevisionServices) {
    this.uri = uri;
    this.#services = services;
    this.#counts = new RunCounts(services.extension.version, services.log);
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
      this.#counts.forget(runId);
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

  /** To be called when another window or the command line may have written to the store. */
  reread(): void {
    this.#sessions = undefined;
    this.#counts.forget();
    this.changed();
  }

  /** Compares two runs of the store, by the judges named or by one that both have. Rejects when the signal is aborted. */
  async compare({ before, after, judges }: RunPair, signal = this.#closing.signal): Promise<ComparedPair> {
    const history = await this.history();
    const [earlier, later] = [await this.#current(before, history), await this.#current(after, history)];
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
      text = revisionText(store, history, revision).then(
        (found) => found.text,
        (error: unknown) => textOfOtherPrompt(store, revision, error),
      );
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

  /** A run as it stands now: one that was read earlier may have gone on elsewhere. */
  async #current(runId: string, history: PromptHistory): Promise<RunSession> {
    const session = await this.session(runId);
    const listed = history.runs.find(({ id }) => id === runId)?.summary?.lastAt;
    if (listed === undefined || (session.state.status?.at ?? session.manifest.createdAt) === listed) return session;
    this.#sessions?.runs.forget(runId);
    return this.session(runId);
  }

  async #read(): Promise<PromptHistory> {
    const { store, root, promptPath } = this.place;
    // Git is a program of the machine that reads the folder's files: not before the folder is trusted.
    const asksGit = this.uri.scheme === 'file' && vscode.workspace.isTrusted;
    const earlierPaths = asksGit ? await earlierPromptPaths(root, this.uri.fsPath) : [];
    const listings = (await store.summaries()).map((listing) => this.#counts.of(listing));
    const history = await promptHistory(store, promptPath, { earlierPaths, listings });
    void this.#counts.refresh(store, history, this.#closing.signal).then((isNews) => {
      if (isNews) this.changed();
    });
    return history;
  }
}

/** The text of a revision of another prompt in the store, for comparisons of two prompts. Rejects with `reason` when there is none. */
async function textOfOtherPrompt(store: RunStore, revision: string, reason: unknown): Promise<string> {
  for (const listing of await store.summaries()) {
    if (listing.kind === 'damaged') continue;
    const { prompt } = listing.kind === 'summary' ? listing.summary : listing.manifest;
    if (prompt.revision === revision) return (await store.readManifest(listing.id)).prompt.text;
  }
  throw reason;
}
