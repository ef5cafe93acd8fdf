import type * as vscode from 'vscode';
import { offerBatches } from './vscode/batches/offerBatches';
import { registerCommands } from './vscode/commands/commandTable';
import { registerDiagnostics } from './vscode/editor/diagnostics';
import { registerPromptLens } from './vscode/editor/promptLens';
import type { Evaluations, WindowServices } from './vscode/evaluation/evaluations';
import { registerBatchContext, registerRunStatusBar, RunTracker } from './vscode/evaluation/runTracker';
import { registerExampleDocument } from './vscode/example/exampleDocument';
import { createLog, stackOf } from './vscode/log';
import { ApiKeys } from './vscode/models/apiKeys';
import { registerPanelSerializer } from './vscode/panel/restorePanels';
import { followRenames } from './vscode/revisions/followRenames';
import { registerRevisionDocuments } from './vscode/revisions/revisionDocuments';
import { registerRevisionTree } from './vscode/revisions/revisionTree';

let left: (() => Promise<void>) | undefined;

/** Runs are whole on disk then, and free for another window. Batches stay with their providers. */
export async function deactivate(): Promise<void> {
  await left?.();
}

/** Builds the graph and registers the features. The engine is loaded with the first command that needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const started = performance.now();
  const log = createLog();
  const tracker = new RunTracker();
  let loading: Promise<Evaluations> | undefined;
  const window: WindowServices = {
    log,
    keys: new ApiKeys(context.secrets),
    tracker,
    extensionUri: context.extensionUri,
    globalStorage: context.globalStorageUri,
    evaluations: () =>
      (loading ??= import('./vscode/evaluation/evaluations').then(({ loadEvaluations }) =>
        loadEvaluations(context, window),
      )),
  };
  context.subscriptions.push(
    log,
    tracker,
    registerCommands(window),
    registerPromptLens(window),
    registerDiagnostics(log),
    registerRunStatusBar(tracker),
    registerBatchContext(tracker),
    registerPanelSerializer(async (uri, panel) => {
      try {
        await (await window.evaluations()).restorePanel(uri, panel);
      } catch (error) {
        log.error('A panel could not be restored.', stackOf(error));
      }
    }),
    registerRevisionDocuments(async (prompt, revision) =>
      (await window.evaluations()).of(prompt).revisions.text(revision),
    ),
    registerExampleDocument(),
    registerRevisionTree(window),
    followRenames(window),
  );
  left = async () => (await loading)?.leave();
  void offerBatches(window);
  log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms.`);
}
