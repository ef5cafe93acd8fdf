import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { ShippedJudges } from '../../core/calibration/shippedJudges';
import { ComparisonThread } from '../comparing/comparisonThread';
import { followOwnModels } from '../models/followOwnModels';
import { AgreedRuns } from './agreedRuns';
import { Evaluations } from './evaluations';
import { promptStore, type EvaluationServices } from './evaluationServices';

/** Builds all that works on runs. Importing this file loads the engine, so it is imported with the first command that needs it. */
export async function loadEvaluations(
  context: vscode.ExtensionContext,
  given: Pick<EvaluationServices, 'keys' | 'log' | 'tracker'>,
): Promise<Evaluations> {
  const { version } = context.extension.packageJSON as { readonly version: string };
  const comparisons = new ComparisonThread(
    context.asAbsolutePath('dist/comparisonWorker.js'),
    { storage: context.storageUri?.fsPath },
    (text) => given.log.warn(text),
  );
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
