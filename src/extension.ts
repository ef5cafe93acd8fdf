import type * as vscode from 'vscode';
import { offerBatches } from './vscode/batches/offerBatches';
import { registerCommands } from './vscode/commands/commandTable';
import { registerDiagnostics } from './vscode/editor/diagnostics';
import { registerPromptLens } from './vscode/editor/promptLens';
import type { Evaluations } from './vscode/evaluation/evaluations';
import { registerBatchContext, registerRunStatusBar, RunTracker } from './vscode/evaluation/runTracker';
import { storeLocation, type StoreLocation } from './vscode/evaluation/storeLocation';
import { registerExampleDocument } from './vscode/example/exampleDocument';
import { createLog } from './vscode/log';
import { ApiKeys } from './vscode/models/apiKeys';
import { registerPanelSerializer } from './vscode/panel/promptPanel';
import { followRenames } from './vscode/revisions/followRenames';
import { registerRevisionDocuments } from './vscode/revisions/revisionDocuments';
import { registerRevisionTree } from './vscode/revisions/revisionTree';

let left: (() => Promise<void>) | undefined;

/** Ends what goes on, so that its runs are whole on disk and free for another window. Batches stay with their providers. */
export async function deactivate(): Promise<void> {
  await left?.();
}

/** Builds the graph and registers the features. The engine is loaded with the first command that needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const started = performance.now();
  const log = createLog();
  const keys = new ApiKeys(context.secrets);
  const tracker = new RunTracker();
  let loading: Promise<Evaluations> | undefined;
  const evaluations = (): Promise<Evaluations> =>
    (loading ??= import('./vscode/evaluation/loadEvaluations').then(({ loadEvaluations }) =>
      loadEvaluations(context, { log, keys, tracker }),
    ));
  const locationOf = (uri: vscode.Uri): StoreLocation => storeLocation(uri, context.globalStorageUri);
  const shared = { log, tracker, evaluations, locationOf };
  context.subscriptions.push(
    log,
    tracker,
    registerCommands({ log, keys, extensionUri: context.extensionUri, evaluations }),
    registerPromptLens(shared),
    registerDiagnostics(log),
    registerRunStatusBar(tracker),
    registerBatchContext(tracker),
    registerPanelSerializer(evaluations, log),
    registerRevisionDocuments(evaluations),
    registerExampleDocument(),
    registerRevisionTree(shared),
    followRenames({ ...shared, globalStorage: context.globalStorageUri }),
  );
  left = async () => (await loading)?.leave();
  void offerBatches({ log, evaluations, globalStorage: context.globalStorageUri });
  log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms.`);
}
