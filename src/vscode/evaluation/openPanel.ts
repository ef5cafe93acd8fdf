import type * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import type { PanelHandlers, RunPair, ToPanel } from '../../protocol/messages';
import type { PromptJudges } from '../judges/promptJudges';
import type { LabelController } from '../labels/labelController';
import { type HandledKind, type PanelOwner, PromptPanel } from '../panel/promptPanel';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { JudgeMessages, RevisionMessages } from '../revisions/revisionMessages';
import { readSettings } from '../settings';
import type { EvaluationServices } from './evaluationServices';
import { sampleLocations } from './sampleFiles';

/** What a panel shows of its prompt. */
interface PanelSources {
  readonly uri: vscode.Uri;
  readonly session: RunSession | undefined;
  readonly revisions: PromptRevisions;
  readonly judges: PromptJudges;
  readonly labels: LabelController;
}

/** Who answers what the panel's views want to see. */
export interface PanelViews {
  readonly revisions: RevisionMessages;
  readonly judges: JudgeMessages;
}

/** What an open panel asks of the prompt's controller. */
interface PanelEvents extends Omit<PanelOwner, 'handlers' | 'onReady'> {
  handlers(views: PanelViews): PanelHandlers<HandledKind>;
}

/** The open panel of a prompt, with those who answer what its views want to see. */
export class OpenPanel implements vscode.Disposable {
  readonly panel: PromptPanel;
  readonly #messages: RevisionMessages;
  readonly #judgeMessages: JudgeMessages;
  readonly #labels: LabelController;

  constructor(
    webviewPanel: vscode.WebviewPanel,
    sources: PanelSources,
    { extension, log }: EvaluationServices,
    events: PanelEvents,
  ) {
    const { uri, revisions, judges, labels } = sources;
    const post = (message: ToPanel): void => this.panel.post(message);
    const samples = () => sampleLocations(readSettings(uri), uri, extension.uri);
    this.#messages = new RevisionMessages(revisions, samples, post, log);
    this.#judgeMessages = new JudgeMessages(judges, () => sources.session, post, log);
    this.#labels = labels;
    this.panel = new PromptPanel(webviewPanel, extension.uri, uri, log, {
      ...events,
      handlers: events.handlers({ revisions: this.#messages, judges: this.#judgeMessages }),
      onReady: () => labels.showAgain(),
      onDispose: () => {
        this.#messages.dispose();
        this.#judgeMessages.dispose();
        events.onDispose();
      },
    });
    labels.attach(post);
  }

  get isVisible(): boolean {
    return this.panel.visible;
  }

  /** The pair that Compare shows, or showed last. */
  get compared(): RunPair | undefined {
    return this.#messages.compared;
  }

  /** Brings a comparison forward. */
  compare(pair: RunPair): void {
    this.panel.post({ kind: 'show', tab: 'compare', runs: pair });
    void this.#messages.compare(pair);
  }

  /** Has a pair ready that Compare is likely to show next. A page that is not seen is gone. */
  prepare(pair: RunPair): void {
    if (this.isVisible) void this.#messages.prepare(pair);
  }

  /** To be called when the settings may name other limits of comparisons. A page that is not seen asks for its comparison when it is back. */
  measure(): void {
    if (this.isVisible) void this.#messages.measure();
  }

  /** To be called when there may be other cards of judges. */
  judgesChanged(): void {
    this.#judgeMessages.changed();
  }

  dispose(): void {
    for (const one of [this.#messages, this.#judgeMessages, this.panel]) one.dispose();
    this.#labels.attach(undefined);
  }
}
