import * as vscode from 'vscode';
import { metricName } from '../../core/benchmark/aims';
import { benchmarks } from '../../core/benchmarks/registry';
import { baselineOf, furtherRunsOf, withPlanned } from '../../core/history/baseline';
import { chosenBaseline } from '../../core/history/chosenBaseline';
import { earlierPromptPaths } from '../../core/history/git';
import type { HistoryRun, PromptHistory } from '../../core/history/promptHistory';
import { historyOfRun, promptHistory, revisionText } from '../../core/history/promptHistory';
import { type DeletedRuns, deleteRuns } from '../../core/history/deleteRuns';
import { type KnownChanges, withEdits } from '../../core/history/revisionEdits';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { isOutdated } from '../../core/history/summarizeRun';
import type { FlipDetail } from '../../core/report/comparisonViewModel';
import type { TradeOffView } from '../../core/report/historyViewModel';
import { tradeOffPoints, tradeOffView } from '../../core/report/tradeOff';
import { type LookDecision, unitsPlayed } from '../../core/run/runScope';
import { type RunSession, RunSessionError } from '../../core/run/runSession';
import type { RevisionEntry } from '../../core/store/revisionLog';
import type { RunManifest } from '../../core/store/runManifest';
import type { RunStore, SummaryListing } from '../../core/store/runStore';
import { RunStoreError } from '../../core/store/runStoreError';
import { hasOwnText } from '../../core/store/storedSamples';
import { trustCards } from '../../core/trust/trustCards';
import type { FlipKey, RunPair } from '../../protocol/messages';
import type { ComparisonResults, JobKind, JobOf, MeasuredPair, PairToCompare } from '../comparing/comparisonThread';
import { type EvaluationServices, PromptPart } from '../evaluation/evaluationServices';
import { stackOf } from '../log';
import { assertMayWrite } from '../restrictedMode';
import { readSettings } from '../settings';

/** Without the fields that the journal adds. */
type Said =
  | { readonly kind: 'label'; readonly revision: string; readonly label: string | null }
  | { readonly kind: 'pin'; readonly revision: string | null };

export class PromptRevisions extends PromptPart<{ readonly uri: vscode.Uri }> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #closing = new AbortController();
  #comparing = new AbortController();
  readonly #edits: KnownChanges = new Map();
  readonly #counts = new RunCounts(this.services);
  readonly #own = new RunsOfDocument<vscode.TextDocument>(new Date().toISOString());
  #history: Promise<PromptHistory> | undefined;

  get uri(): vscode.Uri {
    return this.prompt.uri;
  }

  get document(): vscode.TextDocument | undefined {
    const name = this.uri.toString();
    return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === name);
  }

  get limits(): Pick<PairToCompare, 'margin' | 'smallest' | 'guardMargin'> {
    const { margin, smallest, guardMargin } = readSettings(this.uri);
    return { margin, smallest, guardMargin };
  }

  /** Rejects with `RunStoreError`. */
  history(): Promise<PromptHistory> {
    const reading = (this.#history ??= this.#read());
    reading.catch(() => {
      if (this.#history === reading) this.#history = undefined;
    });
    return reading;
  }

  /** Leaves out runs of earlier untitled documents of the same name. Rejects with `RunStoreError`. */
  async ownHistory(): Promise<PromptHistory> {
    const history = await this.history();
    return this.uri.scheme === 'untitled' ? this.#own.within(history, this.document) : history;
  }

  ended({ manifest }: RunSession): void {
    this.#own.add(manifest, this.document);
    this.#counts.forget(manifest.runId);
    this.changed();
  }

  changed(): void {
    this.#history = undefined;
    this.#changed.fire();
  }

  reread(): void {
    this.#counts.forget();
    this.changed();
  }

  async session(runId: string): Promise<RunSession> {
    return sessionOfRun(await this.location.store.open(runId), benchmarks);
  }

  /** The present path of a stored run's prompt, as runs record it. Rejects with `RunStoreError`. */
  async nameOf(runId: string): Promise<string> {
    return (await this.#historyOf(runId)).prompt;
  }

  /** `label` belongs to the earlier revision. Rejects when the signal is aborted. */
  async measure(runs: RunPair, label: string | undefined, signal: AbortSignal): Promise<MeasuredPair> {
    const pair = this.#pair(runs, await this.#historyOf(runs.before));
    return this.#ask<'measure'>({ kind: 'measure', pair, label }, signal);
  }

  /** Decides by another run, or by the baseline; `undefined` without one. Rejects as comparing does. */
  async decideLook(runId: string, units: number, against?: string): Promise<LookDecision | undefined> {
    // The history that was read before does not have the run yet.
    this.changed();
    const history = against === undefined ? await this.ownHistory() : await this.#historyOf(against);
    const before = against ?? baselineOf(history, runId)?.id;
    if (before === undefined) return undefined;
    return this.#ask<'look'>({ kind: 'look', pair: this.#pair({ before, after: runId }, history), units });
  }

  /** Units of the baseline of a planned run; `undefined` where it has all, or there is no readable one. */
  async unitsOfBaseline(planned: RunManifest): Promise<ReadonlyMap<string, number> | undefined> {
    try {
      const before = baselineOf(withPlanned(await this.ownHistory(), planned), planned.runId);
      return before && unitsPlayed(await this.session(before.id));
    } catch (error) {
      if (RunStoreError.is(error) || RunSessionError.is(error)) return undefined;
      throw error;
    }
  }

  /** The view as JSON, or the answer to an agent. Rejects when the signal is aborted. */
  async view(runs: RunPair, signal: AbortSignal, isTold = false): Promise<string> {
    const earlier = await this.#historyOf(runs.before);
    // For a text shared by two prompts, this prompt's label wins.
    const histories = [earlier, await this.#historyOf(runs.after), await this.history()];
    const revisions = histories.flatMap((history) => history.revisions);
    const labels = new Map(
      revisions.flatMap(({ revision, label, edit }) => {
        const name = label ?? (isTold ? undefined : edit);
        return name === undefined ? [] : [[revision, name]];
      }),
    );
    const { store, root } = this.location;
    const { cards } = await trustCards(root, await store.readManifest(runs.after));
    return this.#ask<'view'>({ kind: 'view', pair: this.#pair(runs, earlier), labels, cards, isTold }, signal);
  }

  /** `undefined` for a missing or unreadable case. Never rejects. */
  async flip(flip: FlipKey): Promise<FlipDetail | undefined> {
    try {
      return await this.#ask<'flip'>({ kind: 'flip', root: this.location.root, flip });
    } catch (error) {
      this.services.log.error('The replies could not be read.', stackOf(error));
      return undefined;
    }
  }

  /** `keys`: of series by the same judge. A further call ends the one before it. Rejects as comparing does. */
  async tradeOff(keys: TradeOffView['keys']): Promise<TradeOffView> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    const view = tradeOffPoints(await this.ownHistory(), keys);
    const parts = keys.map((key) => key.split('\n'));
    const [across = '', up = ''] = parts.map(([benchmark = '', block, , id = '']) =>
      metricName(benchmark, { block, id }),
    );
    const [judge = '', other] = parts.map(([, , one]) => one);
    if (judge !== other) throw new RunSessionError('The two metrics have different judges.');
    const { smallest, guardMargin } = this.limits;
    const runs = view.points.map(({ runId }) => runId);
    const { root } = this.location;
    const job = { kind: 'tradeOff', root, runs, metrics: [across, up], judge, smallest, guardMargin } as const;
    return tradeOffView(view, await this.#ask<'tradeOff'>(job, signal));
  }

  /** The whole prompt file at a revision. Rejects with `RevisionError`. */
  async text(revision: string): Promise<string> {
    const { store } = this.location;
    const history = await this.history();
    return revisionText(store, history, revision).catch((error: unknown) => textOfOtherPrompt(store, revision, error));
  }

  /** Rejects with `RunStoreError`. */
  async say(said: Said): Promise<void> {
    assertMayWrite(this.uri);
    const { store, promptPath } = this.location;
    const entry: RevisionEntry = { ...said, at: new Date().toISOString(), prompt: promptPath };
    await store.revisions.append(entry);
    this.changed();
  }

  async delete(runIds: readonly string[]): Promise<DeletedRuns> {
    assertMayWrite(this.uri);
    const pruned = await deleteRuns(this.location.store, runIds);
    this.changed();
    return pruned;
  }

  dispose(): void {
    this.#closing.abort();
    this.#changed.dispose();
  }

  #ask<Kind extends JobKind>(job: JobOf<Kind>, signal?: AbortSignal): Promise<ComparisonResults[Kind]> {
    const closing = this.#closing.signal;
    return this.services.comparisons.ask(job, signal === undefined ? closing : AbortSignal.any([signal, closing]));
  }

  /** History of the prompt that a run belongs to. */
  async #historyOf(runId: string): Promise<PromptHistory> {
    const { store } = this.location;
    return historyOfRun(store, runId, await this.history(), () => this.#listings(store));
  }

  #pair(runs: RunPair, history: PromptHistory): PairToCompare {
    const earlier = history.runs.find(({ id }) => id === runs.before);
    const others = earlier === undefined ? [] : furtherRunsOf(history, earlier, [runs.before, runs.after]);
    const chosen = chosenBaseline(history, runs.before, runs.after);
    return { root: this.location.root, runs, others, chosen, ...this.limits };
  }

  async #listings(store: RunStore): Promise<readonly SummaryListing[]> {
    return (await store.summaries()).map((listing) => this.#counts.of(listing));
  }

  async #read(): Promise<PromptHistory> {
    const { store, root, promptPath } = this.location;
    // Git reads the folder's files, so it does not run before the folder is trusted.
    const asksGit = this.uri.scheme === 'file' && vscode.workspace.isTrusted;
    const earlierPaths = asksGit ? await earlierPromptPaths(root, this.uri.fsPath) : [];
    const listed = await promptHistory(store, promptPath, { earlierPaths, listings: await this.#listings(store) });
    const history = await withEdits(listed, (revision) => revisionText(store, listed, revision), this.#edits);
    // Counting reads every run and writes its summary, so only in trusted folders.
    if (!vscode.workspace.isTrusted) return history;
    void this.#counts.refresh(root, history, this.#closing.signal).then((isNews) => {
      if (isNews) this.changed();
    });
    return history;
  }
}

/** For comparisons of two prompts. Rejects with `reason` if no run has the text. */
async function textOfOtherPrompt(store: RunStore, revision: string, reason: unknown): Promise<string> {
  for (const listing of await store.summaries()) {
    if (listing.kind === 'damaged') continue;
    const { prompt } = listing.kind === 'summary' ? listing.summary : listing.manifest;
    if (prompt.revision !== revision) continue;
    const manifest = await store.readManifest(listing.id);
    if (manifest.prompt.revision === revision && hasOwnText(manifest)) return manifest.prompt.text;
  }
  throw reason;
}

/** Counts runs without a summary in the other thread. An unreadable run is listed as damaged from then on. */
class RunCounts {
  /** Kept in memory, too, for a read-only store. */
  readonly #known = new Map<string, SummaryListing>();

  constructor(private readonly services: EvaluationServices) {}

  of(listing: SummaryListing): SummaryListing {
    const known = this.#known.get(listing.id);
    if (known === undefined) return listing;
    return known.kind === 'damaged' || isOutdated(listing, this.services.toolVersion) ? known : listing;
  }

  /** Forgets a run, or all damaged ones, which may be repaired by now. */
  forget(runId?: string): void {
    if (runId !== undefined) this.#known.delete(runId);
    else for (const [id, { kind }] of this.#known) if (kind === 'damaged') this.#known.delete(id);
  }

  /** Counts one run at a time. Resolves with whether anything is new. */
  async refresh(root: string, { runs }: PromptHistory, signal: AbortSignal): Promise<boolean> {
    const { toolVersion, log, comparisons } = this.services;
    let isNews = false;
    for (const { id, status, summary } of runs) {
      if (status === 'running' || summary?.toolVersion === toolVersion) continue;
      if (signal.aborted) return false;
      const job = { kind: 'count', root, runId: id, toolVersion } as const;
      const listing = await comparisons.ask<'count'>(job, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error(`Run ${id} could not be counted.`, stackOf(error));
      });
      if (listing === undefined) return false;
      if (listing.kind === 'damaged') log.warn(`Run ${id} cannot be counted.`, listing.problem);
      this.#known.set(id, listing);
      isNews = true;
    }
    return isNews;
  }
}

/** Runs of one untitled document: after it closes, another prompt may get its name. */
export class RunsOfDocument<Document extends object> {
  readonly #runs = new Set<string>();
  #document: Document | undefined;

  /** `since`: ISO 8601. Earlier runs belong to another document, even if they end here. */
  constructor(private readonly since: string) {}

  add({ runId, createdAt }: Pick<RunManifest, 'runId' | 'createdAt'>, document: Document | undefined): void {
    this.#follow(document);
    if (createdAt >= this.since) this.#runs.add(runId);
  }

  /** Uses the last document of the name if none is open. */
  within(history: PromptHistory, document: Document | undefined): PromptHistory {
    this.#follow(document);
    const runs = history.runs.filter(({ id }) => this.#runs.has(id));
    const revisions = history.revisions.flatMap((revision) => {
      const own = revision.runs.filter(({ id }) => this.#runs.has(id));
      const [latest] = own;
      if (latest === undefined) return [];
      return [{ ...revision, runs: own, lastAt: latest.repliesAt, firstAt: own.at(-1)?.repliesAt ?? latest.repliesAt }];
    });
    return { ...history, revisions, runs };
  }

  #follow(document: Document | undefined): void {
    if (document === undefined || document === this.#document) return;
    if (this.#document !== undefined) this.#runs.clear();
    this.#document = document;
  }
}

export type PromptHistories = Pick<PromptRevisions, 'ownHistory' | 'history'>;

export interface RunToCompare {
  readonly run: HistoryRun;
  readonly history: PromptHistory;
}

/** The latest stopped run. Only a named run is searched beyond the prompt's own history. */
export async function runToCompare(
  histories: PromptHistories,
  { runId, revision }: { readonly runId?: string | undefined; readonly revision?: string | undefined },
): Promise<RunToCompare | undefined> {
  const isMeant = (run: HistoryRun): boolean =>
    runId === undefined ? revision === undefined || run.revision === revision : run.id === runId;
  const within = (history: PromptHistory): RunToCompare | undefined => {
    const run = history.runs.find((one) => one.status !== 'running' && isMeant(one));
    return run && { run, history };
  };
  const isNamed = runId !== undefined || revision !== undefined;
  return within(await histories.ownHistory()) ?? (isNamed ? within(await histories.history()) : undefined);
}
