import * as vscode from 'vscode';
import type { WaitingRun } from '../../core/history/sessionOfRun';
import { StoreFolder } from '../../core/store/storeFolder';
import { storedRunIds, storeLocation, uriOfPrompt } from '../evaluation/storeLocation';
import { stackOf, t } from '../log';
import { whenText } from '../revisions/revisionText';
import type { WindowServices } from '../prompts/evaluations';

/** Offers to collect batches that an earlier window left. Does nothing in Restricted Mode. Never rejects. */
export async function offerBatches(window: WindowServices): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  try {
    for (const [root, prompt] of storeRoots(window.globalStorage)) {
      if (!(await hasBatchRecords(root))) continue;
      const [{ waitingRuns }, { benchmarks }] = await Promise.all([
        import('../../core/history/sessionOfRun'),
        import('../../core/benchmarks/registry'),
      ]);
      const [newest] = await waitingRuns(root, benchmarks);
      if (newest !== undefined) await offerToCollect(newest, root, prompt, window);
    }
  } catch (error) {
    window.log.error('Batches of earlier runs could not be looked up.', stackOf(error));
  }
}

/** Whether any run of a store used batches, judged by its folders; false if they cannot be read. */
export async function hasBatchRecords(root: string): Promise<boolean> {
  return (await storedRunIds(root)).some((id) => {
    try {
      return new StoreFolder(root, 'runs', id).facts('batches.jsonl') !== undefined;
    } catch {
      return false;
    }
  });
}

async function offerToCollect(
  run: WaitingRun,
  root: string,
  promptOfFolder: vscode.Uri,
  { evaluations }: WindowServices,
): Promise<void> {
  const { manifest, left } = run;
  const [first] = left;
  if (first === undefined) return;
  const { callsInBatches, providersOfBatches } = await import('../evaluation/shownRun');
  const collect = t`Collect`;
  const show = t`Show Results`;
  // A calibration has no results to show before it is finished.
  const isCalibration = manifest.calibration !== undefined;
  const answer = await vscode.window.showInformationMessage(
    t`${callsInBatches(run)} calls of a run of ${manifest.prompt.name} have been in batches with ${providersOfBatches(run)} since ${whenText(first.since)}.`,
    ...(isCalibration ? [collect] : [collect, show]),
  );
  if (answer !== collect && answer !== show) return;
  const all = await evaluations();
  const { runId, prompt } = manifest;
  if (isCalibration) return all.resumeCalibration(promptOfFolder, runId, false);
  const uri = uriOfPrompt(prompt.path, root);
  await all.openRun(uri, runId);
  if (answer === collect) await all.resume(uri);
}

/** Stores of the workspace folders and of prompts outside them, each with a stand-in prompt URI. */
function storeRoots(globalStorage: vscode.Uri): ReadonlyMap<string, vscode.Uri> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const prompts = [...folders.filter(({ scheme }) => scheme === 'file'), globalStorage].map((folder) =>
    vscode.Uri.joinPath(folder, 'prompt.md'),
  );
  return new Map(prompts.map((prompt) => [storeLocation(prompt, globalStorage).root, prompt]));
}
