import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { ShippedJudges } from '../../core/trust/shippedJudges';
import { useOwnModels } from '../../core/providers/modelFacts';
import { readOwnModels } from '../../core/providers/modelRow';
import { readNamedText } from '../../core/store/plainFile';
import { ComparisonThread } from '../comparing/comparisonThread';
import { showFailure } from '../log';
import { extensionPrefix } from '../settings';
import { AgreedRuns } from './agreedRuns';
import { type EvaluationServices, promptStore } from './evaluationServices';
import { Evaluations } from './evaluations';

/** Builds all that works on runs. Importing this file loads the engine, so it is imported with the first command that needs it. */
export async function loadEvaluations(
  context: vscode.ExtensionContext,
  given: Pick<EvaluationServices, 'keys' | 'log' | 'tracker'>,
): Promise<Evaluations> {
  const { version } = context.extension.packageJSON as { readonly version: string };
  const comparisons = new ComparisonThread(context.asAbsolutePath('dist/comparisonWorker.js'));
  context.subscriptions.push(await followOwnModels(given.log));
  const evaluations = new Evaluations({
    ...given,
    extension: { uri: context.extensionUri, version },
    comparisons,
    agreed: new AgreedRuns(context.globalState),
    judges: new ShippedJudges(benchmarks, async (name) =>
      new TextDecoder().decode(
        await vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'judges', name)),
      ),
    ),
    storeFor: (uri) => promptStore(uri, context.globalStorageUri),
  });
  context.subscriptions.push(evaluations, comparisons);
  return evaluations;
}

const setting = 'modelsFile';
/** Bytes. */
const largest = 1_000_000;

/**
 * Takes up the user's own models, now and whenever the setting or the file changes in the editor. Where the file cannot be used, that is
 * shown and the built-in models alone count.
 */
async function followOwnModels(log: vscode.LogOutputChannel): Promise<vscode.Disposable> {
  const takeUp = async (): Promise<void> => {
    const file = ownModelsFile();
    try {
      useOwnModels(file === '' ? [] : readOwnModels(await readNamedText(file, { largest }), file));
    } catch (error) {
      useOwnModels([]);
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The setting ${extensionPrefix}.${setting} has no effect: ${reason}`;
      void showFailure(log, message, error);
    }
  };
  await takeUp();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${extensionPrefix}.${setting}`)) void takeUp();
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.fsPath === ownModelsFile()) void takeUp();
    }),
  );
}

function ownModelsFile(): string {
  const value = vscode.workspace.getConfiguration(extensionPrefix).get<unknown>(setting);
  return typeof value === 'string' ? value.trim() : '';
}
