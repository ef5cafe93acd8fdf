import type * as vscode from 'vscode';
import type { FlipPlace, FromPanel, RunPair, ToPanel } from '../../protocol/messages';
import type { SamplePlace } from '../comparing/comparisonJob';
import { OpenComparison } from '../comparing/openComparison';
import { problemText } from '../evaluation/panelProblems';
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

  /** Whether the message was one of those that are answered here. */
  answer(message: FromPanel): boolean {
    if (message.kind === 'openHistory') {
      this.#wanted = true;
      this.#histories.want(message.series);
      // Another window or the command line may have added to the store since.
      this.#revisions.reread();
    } else if (message.kind === 'openSeries') {
      const answer = this.#histories.series(message.key);
      if (answer !== undefined) this.#post(answer);
    } else if (message.kind === 'compare') {
      const { before, after, judges } = message;
      void this.compare({ before, after, ...(judges === undefined ? {} : { judges }) });
    } else if (message.kind === 'openFlip') void this.#flip(message.flip);
    else return false;
    return true;
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

  async #flip(flip: FlipPlace): Promise<void> {
    try {
      this.#post({ kind: 'flip', flip, detail: await this.#revisions.flip(flip) });
    } catch (error) {
      this.#log.error('The replies could not be read.', stackOf(error));
      this.#post({ kind: 'flip', flip, detail: undefined });
    }
  }
}
