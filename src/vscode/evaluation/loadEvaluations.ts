import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { useOwnModels } from '../../core/providers/modelFacts';
import { readOwnModels } from '../../core/providers/modelRow';
import { readNamedText } from '../../core/store/plainFile';
import { ShippedJudges } from '../../core/trust/shippedJudges';
import { ComparisonThread } from '../comparing/comparisonThread';
import { reasonOf, showFailure } from '../log';
import { extensionPrefix } from '../settings';
import { AgreedRuns } from './agreedRuns';
import { promptStore } from './evaluationServices';
import { Evaluations, type WindowServices } from './evaluations';

/** Builds all that works on runs. Importing this file loads the engine, so it is imported with the first command that needs it. */
export async function loadEvaluations(
  context: vscode.ExtensionContext,
  { keys, log, tracker, extensionUri, globalStorage }: WindowServices,
): Promise<Evaluations> {
  const { version: toolVersion } = context.extension.packageJSON as { readonly version: string };
  const comparisons = new ComparisonThread(context.asAbsolutePath('dist/comparisonWorker.js'));
  context.subscriptions.push(await followOwnModels(log));
  const judges = new ShippedJudges(benchmarks, async (name) => {
    const file = vscode.Uri.joinPath(extensionUri, 'judges', name);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  });
  const evaluations = new Evaluations({
    keys,
    log,
    tracker,
    extensionUri,
    toolVersion,
    comparisons,
    agreed: new AgreedRuns(context.globalState),
    judges,
    storeFor: (uri) => promptStore(uri, globalStorage),
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
      void showFailure(log, `The setting ${extensionPrefix}.${setting} has no effect: ${reasonOf(error)}`, error);
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
