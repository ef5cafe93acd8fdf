import * as vscode from 'vscode';
import { hasEnded } from '../../core/store/statusTexts';
import { baselineChoice } from '../../core/history/baseline';
import { useOwnModels } from '../../core/providers/modelFacts';
import { readOwnModels } from '../../core/providers/modelsFile';
import type { CardKey } from '../../core/results/trustModel';
import { examplePair } from '../../core/run/recorded/exampleRuns';
import type { RunSession } from '../../core/run/runSession';
import type { RunCaps } from '../../core/run/runCaps';
import { readNamedText } from '../../core/store/plainFile';
import { ComparisonThread } from '../comparing/comparisonThread';
import { AgreedRuns, type EvaluationServices, promptStore, type PromptStore } from '../evaluation/evaluationServices';
import type { EditedPrompts } from '../../core/history/planEdits';
import { PromptTests } from '../rules/promptTests';
import { RuleMarks } from '../rules/ruleMarks';
import { Suggestions } from './suggestions';
import { prepareExplore, prepareFreshBaseline } from '../evaluation/prepareStored';
import { type BatchOptions, prepareEdits, prepareRuleTest, prepareRun } from '../evaluation/prepareRun';
import { runInSight, type RunInSight } from '../evaluation/shownRun';
import { exampleUri } from '../example/exampleDocument';
import { keepExample } from '../example/keepExample';
import { calibrateJudge, type CalibrationCommand, resumeCalibration } from '../judges/calibrateJudge';
import { language } from '../language';
import { offer, reasonOf, showFailure, t } from '../log';
import { mayStartRun } from '../restrictedMode';
import { plainLine } from '../revisions/revisionText';
import { extensionPrefix, panelViewType, readSettings } from '../settings';
import { panelHandlers } from './panelRequests';
import { type Preparation, PromptController } from './promptController';

export interface WindowServices extends Pick<
  EvaluationServices,
  'log' | 'keys' | 'tracker' | 'tests' | 'extensionUri'
> {
  readonly globalStorage: vscode.Uri;
  readonly evaluations: () => Promise<Evaluations>;
}

export class Evaluations implements vscode.Disposable {
  readonly #controllers = new Map<string, PromptController>();
  readonly rules: RuleMarks;
  readonly suggestions: Suggestions;
  readonly tests: PromptTests;
  readonly #listening: vscode.Disposable;

  constructor(
    readonly services: EvaluationServices,
    memory: vscode.Memento,
  ) {
    this.rules = new RuleMarks((uri) => this.promptOf(uri), services, memory);
    this.suggestions = new Suggestions(services);
    this.tests = new PromptTests(this, services);
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.promptOf(document.uri)?.refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(extensionPrefix)) return;
        for (const controller of this.#controllers.values()) controller.configured(event);
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const controller of this.#controllers.values()) {
          controller.revisions.changed();
          controller.refresh();
        }
      }),
    );
  }

  promptOf(uri: vscode.Uri): PromptController | undefined {
    return this.#controllers.get(uri.toString());
  }

  of(uri: vscode.Uri): PromptController {
    const controller = this.promptOf(uri) ?? new PromptController(uri, this.services);
    this.#controllers.set(uri.toString(), controller);
    return controller;
  }

  show(uri: vscode.Uri): PromptController {
    const controller = this.of(uri);
    const view = controller.panel?.view;
    // A hidden panel never comes over the file that is edited.
    const isBehind = view?.viewColumn === vscode.window.activeTextEditor?.viewColumn;
    if (view === undefined) {
      const position = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.#adopt(controller, vscode.window.createWebviewPanel(panelViewType, t`Results`, position));
    } else if (!view.visible) view.reveal(isBehind ? vscode.ViewColumn.Beside : undefined, true);
    return controller;
  }

  async showRestored(uri: vscode.Uri): Promise<PromptController> {
    const controller = this.show(uri);
    await controller.restore();
    return controller;
  }

  async evaluate(document: vscode.TextDocument, byBatch: BatchOptions = 'asSet'): Promise<void> {
    const { revisions } = this.of(document.uri);
    await this.start(document.uri, async (context) => {
      const run = await prepareRun(document, context, (planned) => revisions.unitsOfBaseline(planned), byBatch);
      return [...(await prepareFreshBaseline(run.session.manifest, revisions, context)), run];
    });
  }

  async start(uri: vscode.Uri, prepare: Preparation): Promise<void> {
    const controller = this.show(uri);
    await this.#tellEnd(controller, (await controller.start(prepare)).at(-1));
  }

  /** Plays the failing cases of the shown run once more, to be read; with `cases` only those. */
  async explore(document: vscode.TextDocument, cases?: readonly string[]): Promise<void> {
    const { uri } = document;
    if (!mayStartRun(uri)) return;
    const controller = await this.showRestored(uri);
    await this.start(uri, async (context) => [await prepareExplore(document, controller, context, cases)]);
    if (controller.session?.manifest.purpose === 'explore') controller.panel?.post({ kind: 'show', tab: 'cases' });
  }

  /** Plays the prompt without some of its rules. */
  async testRules(document: vscode.TextDocument): Promise<void> {
    const { uri } = document;
    if (!mayStartRun(uri)) return;
    this.show(uri).panel?.post({ kind: 'show', tab: 'rules' });
    await this.start(uri, async (context) => [await prepareRuleTest(document, context)]);
  }

  async suggestEdits(document: vscode.TextDocument): Promise<void> {
    if (mayStartRun(document.uri)) await this.suggestions.ask(document, await this.showRestored(document.uri));
  }

  /** Races edited prompts; with `confirm`, measures the one. */
  async testEdits(uri: vscode.Uri, candidates: EditedPrompts, confirm = false): Promise<void> {
    if (!mayStartRun(uri)) return;
    const document = await vscode.workspace.openTextDocument(uri);
    // Suggestions come from the cases that were explored, so those are in sight.
    this.show(uri).panel?.post({ kind: 'show', tab: 'rules' });
    await this.start(uri, async (context) => [await prepareEdits(document, context, candidates, confirm)]);
  }

  /** Resumes the shown or else the newest run; `raised` caps replace those in force. */
  async resume(uri: vscode.Uri, raised?: RunCaps): Promise<void> {
    const controller = await this.showRestored(uri);
    await this.#tellEnd(controller, await controller.resume(raised));
  }

  /** Leaves batches with the providers. Resolves when all runs are written. */
  async leave(): Promise<void> {
    await Promise.all(this.controllers.flatMap((controller) => [controller.leave(), controller.judges.runs.leave()]));
  }

  async runInSight(uri: vscode.Uri): Promise<RunInSight | undefined> {
    const { session, revisions } = this.promptOf(uri) ?? {};
    return session && revisions && runInSight(session.manifest, await revisions.ownHistory());
  }

  async restorePanel(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
    const controller = this.of(uri);
    this.#adopt(controller, panel);
    await controller.restore();
    controller.refresh();
  }

  showJudges(uri: vscode.Uri, card?: CardKey): void {
    this.show(uri).panel?.post({ kind: 'show', tab: 'judges', card });
  }

  async openRun(uri: vscode.Uri, runId: string): Promise<void> {
    const controller = this.show(uri);
    await controller.open(runId);
    controller.panel?.post({ kind: 'show', tab: 'overview' });
  }

  async openExample(): Promise<void> {
    await keepExample(this.services.storeFor(exampleUri).store, this.services);
    // Prepares the Compare tab, but the reader starts with the scores.
    this.show(exampleUri).compare(examplePair);
    await this.openRun(exampleUri, examplePair.after);
  }

  /** Asks for what `options` leave out. Any extension can call this, so they are unchecked. */
  calibrate(uri: vscode.Uri, options: unknown): Promise<void> {
    return calibrateJudge(this.#calibration(uri, true), options);
  }

  /** `shows`: false when `uri` only stands for a folder, which has no panel. */
  resumeCalibration(uri: vscode.Uri, runId: string, shows = true): Promise<void> {
    return resumeCalibration(this.#calibration(uri, shows), runId);
  }

  /** Rejects when the runs cannot be read. */
  async moved(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const controller = this.promptOf(from);
    const other = this.promptOf(to);
    if (controller !== undefined) {
      const wasOpen = (controller.panel ?? other?.panel) !== undefined;
      // A controller may exist already if the new name was looked up before the journal had it.
      other?.dispose();
      this.#controllers.delete(from.toString());
      this.#controllers.set(to.toString(), controller);
      controller.rename(to);
      if (wasOpen) this.show(to);
    }
    const now = this.of(to);
    now.revisions.changed();
    await now.restore();
  }

  get controllers(): readonly PromptController[] {
    return [...this.#controllers.values()];
  }

  dispose(): void {
    for (const one of [...this.#controllers.values(), this.rules, this.suggestions, this.tests, this.#listening])
      one.dispose();
  }

  #calibration(uri: vscode.Uri, shows: boolean): CalibrationCommand {
    const prompt = this.of(uri);
    const show = (card: CardKey | undefined): void => this.showJudges(prompt.uri, card);
    return { prompt, services: this.services, show: shows ? show : undefined };
  }

  #adopt(controller: PromptController, panel: vscode.WebviewPanel): void {
    controller.adopt(panel, (open) => panelHandlers(controller, open, this.services, this));
  }

  /** Reports the comparison with the baseline, unless the panel is seen or shows another run. Never rejects. */
  async #tellEnd(controller: PromptController, ended: RunSession | undefined): Promise<void> {
    const status = ended?.state.status?.status;
    if (ended === undefined || controller.session?.manifest.runId !== ended.manifest.runId) return;
    if (!hasEnded(status)) return;
    const measured = await controller.baseline.measure();
    if (measured !== undefined && controller.panel?.view.visible !== true) {
      const { before, after, answer } = measured;
      const { passedOver } = baselineChoice(await controller.revisions.ownHistory(), after.id);
      const text = plainLine([answer, passedOver].filter(Boolean).join(' '), 500);
      void offer(vscode.window.showInformationMessage, text, t`Compare`).then((isChosen) => {
        if (isChosen) this.show(controller.uri).compare({ before: before.id, after: after.id });
      });
    }
  }
}

/** Importing this file loads the engine. */
export async function loadEvaluations(context: vscode.ExtensionContext, window: WindowServices): Promise<Evaluations> {
  const { version: toolVersion } = context.extension.packageJSON as { readonly version: string };
  const comparisons = new ComparisonThread(context.asAbsolutePath('dist/comparisonWorker.js'), language.texts);
  context.subscriptions.push(await followOwnModels(window.log));
  const agreed = new AgreedRuns(context.globalState);
  const storeFor = (uri: vscode.Uri): PromptStore => promptStore(uri, window.globalStorage);
  const evaluations = new Evaluations(
    { ...window, toolVersion, comparisons, agreed, storeFor },
    context.workspaceState,
  );
  context.subscriptions.push(evaluations, comparisons);
  return evaluations;
}

const modelsSetting = `${extensionPrefix}.modelsFile`;
const largest = 1_000_000;

/** Follows the setting and its file. A file that cannot be used is reported; then only built-in models count. */
async function followOwnModels(log: vscode.LogOutputChannel): Promise<vscode.Disposable> {
  const reload = async (): Promise<void> => {
    const file = readSettings().modelsFile;
    try {
      useOwnModels(file === '' ? [] : readOwnModels(await readNamedText(file, { largest }), file));
    } catch (error) {
      useOwnModels([]);
      const text = t`The setting ${modelsSetting} has no effect: ${reasonOf(error)}`;
      void showFailure(log, text, error);
    }
  };
  await reload();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(modelsSetting)) void reload();
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.fsPath === readSettings().modelsFile) void reload();
    }),
  );
}
