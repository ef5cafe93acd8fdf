import type * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import type { RunSession } from '../../core/engine/runSession';
import type { RemainingSamples } from '../../core/revisions/remainingSamples';
import { staleSide } from '../../core/revisions/staleSide';
import { changedLines } from '../../core/revisions/changedLines';
import { comparisonView } from '../../core/report/comparisonView';
import { comparisonViewPair } from '../../core/report/comparisonViewPair';
import { comparisonViewTitles } from '../../core/report/comparisonViewTitles';
import { illustratedCase } from '../../core/report/illustratedCase';
import type { CaseDetail } from '../../core/report/reportModel';
import type { FlipPlace, FromPanel, RunPair, ToPanel } from '../../protocol/messages';
import { problemText } from '../evaluation/panelProblems';
import { stackOf } from '../log';
import { HistoryViews } from './historyViews';
import type { PromptRevisions } from './promptRevisions';

/** Answers what the panel's views Compare and History want to see. What they want done is done by commands. */
export class RevisionMessages implements vscode.Disposable {
  readonly #revisions: PromptRevisions;
  readonly #remaining: (before: RunSession, after: RunSession) => Promise<ReadonlyMap<string, RemainingSamples>>;
  readonly #post: (message: ToPanel) => void;
  readonly #log: vscode.LogOutputChannel;
  readonly #histories: HistoryViews;
  readonly #follow: vscode.Disposable;
  #comparing = new AbortController();
  /** Whether the panel has asked for the history, and so wants to hear of every change. */
  #wanted = false;
  /** Counts readings of the history: a slow one does not overtake the next. */
  #turn = 0;

  /** `remaining`: what is left to play of the benchmarks that two runs share. */
  constructor(
    revisions: PromptRevisions,
    remaining: (before: RunSession, after: RunSession) => Promise<ReadonlyMap<string, RemainingSamples>>,
    post: (message: ToPanel) => void,
    log: vscode.LogOutputChannel,
  ) {
    this.#revisions = revisions;
    this.#remaining = remaining;
    this.#post = post;
    this.#log = log;
    this.#histories = new HistoryViews(revisions, log);
    this.#follow = revisions.onDidChange(() => {
      if (this.#wanted) void this.#history();
    });
  }

  /** Whether the message was one of those that are answered here. */
  answer(message: FromPanel): boolean {
    if (message.kind === 'openHistory') {
      this.#wanted = true;
      // Another window or the command line may have added to the store since.
      this.#revisions.reread();
    } else if (message.kind === 'compare') {
      const { before, after, judges } = message;
      void this.compare({ before, after, ...(judges === undefined ? {} : { judges }) });
    } else if (message.kind === 'openFlip') void this.#flip(message.flip);
    else return false;
    return true;
  }

  /** Shows a pair in Compare, whether or not the panel asked for it. */
  async compare(runs: RunPair): Promise<void> {
    this.#comparing.abort();
    const { signal } = (this.#comparing = new AbortController());
    this.#post({ kind: 'comparison', runs, view: undefined });
    try {
      const { before, after, comparison } = await this.#revisions.compare(runs, signal);
      const { revisions } = await this.#revisions.history();
      const view = comparisonView(comparison, {
        titles: comparisonViewTitles(before, after),
        prompt: changedLines(before.manifest.prompt.text, after.manifest.prompt.text),
        remaining: await this.#remaining(before, after),
        staleSide: staleSide(
          before,
          after,
          { before: comparison.before.judge, after: comparison.after.judge },
          benchmarks,
        ),
        labels: new Map(revisions.flatMap(({ revision, label }) => (label === undefined ? [] : [[revision, label]]))),
      });
      if (!signal.aborted) this.#post({ kind: 'comparison', runs, view });
    } catch (error) {
      if (signal.aborted) return;
      this.#log.error(`Runs ${runs.before} and ${runs.after} could not be compared.`, stackOf(error));
      this.#post({ kind: 'comparison', runs, view: undefined, problem: problemText(error) });
    }
  }

  dispose(): void {
    this.#comparing.abort();
    this.#follow.dispose();
  }

  async #history(): Promise<void> {
    const turn = ++this.#turn;
    try {
      for await (const view of this.#histories.views()) {
        if (turn !== this.#turn) return;
        this.#post({ kind: 'history', view });
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#log.error('The history could not be read.', stackOf(error));
      const prompt = this.#revisions.place.promptPath;
      const empty = { prompt, revisions: [], runs: [], series: [], damaged: [], problems: [] };
      this.#post({ kind: 'history', view: { ...empty, problem: problemText(error) } });
    }
  }

  async #flip(flip: FlipPlace): Promise<void> {
    const { images } = this.#revisions.place.store;
    const side = async (runId: string, caseId: string | undefined): Promise<CaseDetail | undefined> =>
      caseId === undefined ? undefined : illustratedCase(await this.#revisions.session(runId), caseId, images);
    try {
      const before = await side(flip.beforeRun, flip.beforeCase);
      const after = await side(flip.afterRun, flip.afterCase);
      const isThere = before !== undefined || after !== undefined;
      this.#post({ kind: 'flip', flip, detail: isThere ? comparisonViewPair(before, after) : undefined });
    } catch (error) {
      this.#log.error('The replies could not be read.', stackOf(error));
      this.#post({ kind: 'flip', flip, detail: undefined });
    }
  }
}
