import type * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import type { JudgeCardDetail } from '../../core/report/judgesViewModel';
import type { ToPanel } from '../../protocol/messages';
import { stackOf } from '../log';
import type { PromptJudges } from './promptJudges';

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
