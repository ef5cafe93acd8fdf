import type * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import type { FlipDetail } from '../../core/report/comparisonViewModel';
import type { JudgeCardDetail } from '../../core/report/judgesViewModel';
import type { FlipPlace, RunPair, SeriesPoints, ToPanel } from '../../protocol/messages';
import type { SamplePlace } from '../comparing/comparisonJob';
import { OpenComparison } from '../comparing/openComparison';
import { problemText } from '../evaluation/panelProblems';
import type { PromptJudges } from '../judges/promptJudges';
import { stackOf } from '../log';
import { HistoryViews } from './historyViews';
import type { PromptRevisions } from './promptRevisions';

/** Answers what the panel's views Compare and History want to see. What they want done is done by commands. */
export class RevisionMessages implements vscode.Disposable {
  readonly #revisions: PromptRevisions;
  readonly #post: (message: ToPanel) => void;
  readonly #log: vscode.LogOutputChannel;
  readonly #histories: HistoryViews;
  readonly #follow: vscode.Disposable;
  readonly #comparison: OpenComparison;
  /** Whether the panel has asked for the history, and so wants to hear of every change. */
  #wanted = false;
  /** Counts readings of the history: a slow one does not overtake the next. */
  #turn = 0;

  /** `samples`: where each benchmark's samples are read from now. */
  constructor(
    revisions: PromptRevisions,
    samples: () => readonly SamplePlace[],
    post: (message: ToPanel) => void,
    log: vscode.LogOutputChannel,
  ) {
    this.#revisions = revisions;
    this.#post = post;
    this.#log = log;
    this.#histories = new HistoryViews(revisions, log);
    this.#comparison = new OpenComparison(
      {
        get limits() {
          return revisions.limits;
        },
        view: async (runs, signal) => revisions.view(runs, samples(), signal),
        problemOf: (runs, error) => {
          log.error(`Runs ${runs.before} and ${runs.after} could not be compared.`, stackOf(error));
          return problemText(error);
        },
      },
      post,
    );
    this.#follow = revisions.onDidChange(() => {
      if (this.#wanted) void this.#history();
    });
  }

  /** Has the history sent, with the points of a series, and again whenever it changes. */
  openHistory(series: string | undefined): void {
    this.#wanted = true;
    this.#histories.want(series);
    // Another window or the command line may have added to the store since.
    this.#revisions.reread();
  }

  /** The points of a series of the history that was sent last. */
  series(key: string): SeriesPoints | undefined {
    return this.#histories.series(key);
  }

  /** The transcripts of a flip; `undefined` where they cannot be read. Never rejects. */
  async flip(flip: FlipPlace): Promise<FlipDetail | undefined> {
    try {
      return await this.#revisions.flip(flip);
    } catch (error) {
      this.#log.error('The replies could not be read.', stackOf(error));
      return undefined;
    }
  }

  /** Shows a pair in Compare, whether or not the panel asked for it. */
  async compare(runs: RunPair): Promise<void> {
    await this.#comparison.show(runs);
  }

  /** Has a pair ready that Compare is likely to show next. Never rejects. */
  async prepare(runs: RunPair): Promise<void> {
    await this.#comparison.prepare(runs);
  }

  /** The pair that Compare shows, or showed last. */
  get compared(): RunPair | undefined {
    return this.#comparison.runs;
  }

  /** To be called when the settings may name other limits of comparisons. Never rejects. */
  async measure(): Promise<void> {
    await this.#comparison.measure();
  }

  dispose(): void {
    this.#comparison.dispose();
    this.#follow.dispose();
  }

  async #history(): Promise<void> {
    const turn = ++this.#turn;
    try {
      for await (const message of this.#histories.messages()) {
        if (turn !== this.#turn) return;
        this.#post(message);
      }
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#log.error('The history could not be read.', stackOf(error));
      const prompt = this.#revisions.location.promptPath;
      const empty = { prompt, revisions: [], runs: [], series: [], damaged: [], problems: [] };
      this.#post({ kind: 'history', view: { ...empty, problem: problemText(error) } });
    }
  }
}

/** Answers what the panel's view Judges wants to see. What it wants done is done by commands. */
export class JudgeMessages implements vscode.Disposable {
  readonly #judges: PromptJudges;
  readonly #shownRun: () => RunSession | undefined;
  readonly #post: (message: ToPanel) => void;
  readonly #log: vscode.LogOutputChannel;
  readonly #follow: vscode.Disposable;
  /** Whether the panel has asked for the view, and so wants to hear of every change. */
  #wanted = false;
  #turn = 0;

  constructor(
    judges: PromptJudges,
    shownRun: () => RunSession | undefined,
    post: (message: ToPanel) => void,
    log: vscode.LogOutputChannel,
  ) {
    this.#judges = judges;
    this.#shownRun = shownRun;
    this.#post = post;
    this.#log = log;
    this.#follow = judges.runs.onDidChange(() => this.changed());
  }

  /** Has the view sent, and again whenever it changes. */
  open(): void {
    this.#wanted = true;
    this.changed();
  }

  /** Matrix and disagreements of a card; `undefined` where they cannot be read. Never rejects. */
  async detail(key: string): Promise<JudgeCardDetail | undefined> {
    try {
      return await this.#judges.detail(key);
    } catch (error) {
      this.#log.error('A trust card could not be opened.', stackOf(error));
      return undefined;
    }
  }

  /** Sends the view again where the panel has it. */
  changed(): void {
    if (this.#wanted) void this.#send();
  }

  dispose(): void {
    this.#follow.dispose();
  }

  async #send(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const view = await this.#judges.view(this.#shownRun());
      if (turn === this.#turn) this.#post({ kind: 'judges', view });
    } catch (error) {
      this.#log.error('The judges could not be listed.', stackOf(error));
    }
  }
}
