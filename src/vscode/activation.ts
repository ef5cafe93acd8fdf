import * as vscode from 'vscode';
import * as z from 'zod';
import { offerBatches } from './batches/offerBatches';
import { registerAgentTools } from './agents/registerAgentTools';
import { registerCommands } from './commands/commandTable';
import { registerDiagnostics } from './editor/diagnostics';
import { followRenames } from './editor/followRenames';
import { registerPromptLanguage } from './editor/promptLanguage';
import { registerPromptLens } from './editor/promptLens';
import { registerPromptTree } from './editor/promptTree';
import { registerRunStatus } from './editor/runStatus';
import { RunTracker } from './evaluation/runTracker';
import { registerExampleDocument } from './example/exampleDocument';
import { stackOf } from './log';
import { ApiKeys } from './models/apiKeys';
import type { Evaluations, WindowServices } from './prompts/evaluations';
import { registerRevisionDocuments } from './revisions/revisionDocuments';
import { panelViewType } from './settings';

/** Registers the features; the first command loads the engine. Resolves when all runs are on disk and unlocked. */
export function registerFeatures(context: vscode.ExtensionContext, started: number): () => Promise<void> {
  // Never log keys, prompts or model texts: only names, counts, times and messages.
  const log = vscode.window.createOutputChannel('Tutor Prompt Lab', { log: true });
  const tracker = new RunTracker();
  const tests = vscode.tests.createTestController('tutorPromptLab.tests', 'Tutor Prompt Lab');
  const discover = async (item?: vscode.TestItem): Promise<void> => (await window.evaluations()).tests.discover(item);
  tests.resolveHandler = discover;
  tests.refreshHandler = () => discover();
  let loading: Promise<Evaluations> | undefined;
  const window: WindowServices = {
    log,
    keys: new ApiKeys(context.secrets),
    tracker,
    tests,
    extensionUri: context.extensionUri,
    globalStorage: context.globalStorageUri,
    evaluations: () =>
      (loading ??= import('./prompts/evaluations').then(({ loadEvaluations }) => loadEvaluations(context, window))),
  };
  context.subscriptions.push(
    log,
    tracker,
    tests,
    registerCommands(window),
    registerAgentTools(context.extension, window),
    registerPromptLens(window),
    registerDiagnostics(log),
    registerPromptLanguage(),
    registerRunStatus(window),
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
  void offerBatches(window);
  log.info(`Activated in ${(performance.now() - started).toFixed(1)} ms.`);
  return async () => (await loading)?.leave();
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
