import * as vscode from 'vscode';
import * as z from 'zod';
import { offerBatches } from './vscode/batches/offerBatches';
import { registerCommands } from './vscode/commands/commandTable';
import { registerDiagnostics } from './vscode/editor/diagnostics';
import { followRenames } from './vscode/editor/followRenames';
import { registerPromptLanguage } from './vscode/editor/promptLanguage';
import { registerPromptLens } from './vscode/editor/promptLens';
import { registerPromptTree } from './vscode/editor/promptTree';
import { registerRunStatus } from './vscode/editor/runStatus';
import { RunTracker } from './vscode/evaluation/runTracker';
import { registerExampleDocument } from './vscode/example/exampleDocument';
import { stackOf } from './vscode/log';
import { ApiKeys } from './vscode/models/apiKeys';
import type { Evaluations, WindowServices } from './vscode/prompts/evaluations';
import { registerRevisionDocuments } from './vscode/revisions/revisionDocuments';
import { panelViewType } from './vscode/settings';

let left: (() => Promise<void>) | undefined;

/** Resolves when all runs are written to disk and unlocked. Batches stay with their providers. */
export async function deactivate(): Promise<void> {
  await left?.();
}

/** Registers the features. The engine is loaded by the first command that needs it. */
export function activate(context: vscode.ExtensionContext): void {
  const started = performance.now();
  // Never log keys, prompts or model texts: only names, counts, times and messages.
  const log = vscode.window.createOutputChannel('Tutor Prompt Lab', { log: true });
  const tracker = new RunTracker();
  let loading: Promise<Evaluations> | undefined;
  const window: WindowServices = {
    log,
    keys: new ApiKeys(context.secrets),
    tracker,
    extensionUri: context.extensionUri,
    globalStorage: context.globalStorageUri,
    evaluations: () =>
      (loading ??= import('./vscode/prompts/evaluations').then(({ loadEvaluations }) =>
        loadEvaluations(context, window),
      )),
  };
  context.subscriptions.push(
    log,
    tracker,
    registerCommands(window),
    registerPromptLens(window),
    registerDiagnostics(log),
    registerPromptLanguage(),
    registerRunStatus(tracker),
    vscode.window.registerWebviewPanelSerializer(panelViewType, {
      deserializeWebviewPanel: (panel, state) => restorePanel(panel, state, window),
    }),
    registerRevisionDocuments(async (prompt, revision) =>
      (await window.evaluations()).of(prompt).revisions.text(revision),
    ),
    registerExampleDocument(),
    registerPromptTree(window),
    followRenames(window),
  );
  left = async () => (await loading)?.leave();
  void offerBatches(window);
  log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms.`);
}

const savedStateSchema = z.object({ promptUri: z.url() });

/** The page's saved state names the prompt after a reload. A panel without a name is closed. */
async function restorePanel(panel: vscode.WebviewPanel, state: unknown, window: WindowServices): Promise<void> {
  try {
    const saved = savedStateSchema.safeParse(state);
    if (saved.success) await (await window.evaluations()).restorePanel(vscode.Uri.parse(saved.data.promptUri), panel);
    else panel.dispose();
  } catch (error) {
    window.log.error('A panel could not be restored.', stackOf(error));
  }
}
