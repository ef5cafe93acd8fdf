import path from 'node:path';
import * as vscode from 'vscode';
import type { WaitingRun } from '../../core/history/sessionOfRun';
import type { Evaluations } from '../evaluation/evaluations';
import { storeLocation } from '../evaluation/storeLocation';
import { stackOf } from '../log';
import { hasBatchRecords } from './hasBatchRecords';

/** A prompt that might lie in a folder: stores are found by their prompts. */
const promptInFolder = 'prompt.md';

/** What offering needs of the window. */
interface OfferServices {
  readonly log: vscode.LogOutputChannel;
  readonly globalStorage: vscode.Uri;
  readonly evaluations: () => Promise<Evaluations>;
}

/**
 * Looks, once the window is open, for runs whose batches an earlier window left with their providers, and offers to collect the
 * newest. Never rejects. In Restricted Mode nothing is asked of a provider, so nothing is offered.
 */
export async function offerBatches({ log, globalStorage, evaluations }: OfferServices): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  try {
    for (const [root, folder] of storeRoots(globalStorage)) {
      if (!(await hasBatchRecords(root))) continue;
      const [{ waitingRuns }, { benchmarks }, { providerName }] = await Promise.all([
        import('../../core/history/sessionOfRun'),
        import('../../core/benchmarks/registry'),
        import('../evaluation/shownRun'),
      ]);
      const [newest] = await waitingRuns(root, benchmarks);
      if (newest !== undefined) await offer(newest, { root, folder }, providerName, evaluations);
    }
  } catch (error) {
    log.error('Batches of earlier runs could not be looked for.', stackOf(error));
  }
}

async function offer(
  { manifest, left }: WaitingRun,
  { root, folder }: { readonly root: string; readonly folder: vscode.Uri },
  providerName: (id: string, of: WaitingRun['manifest']) => string,
  evaluations: () => Promise<Evaluations>,
): Promise<void> {
  const [first] = left;
  if (first === undefined) return;
  const calls = left.reduce((sum, one) => sum + one.calls, 0);
  const collect = 'Collect';
  const show = 'Show Results';
  // A calibration is no run of a prompt: its cards are what there is to see, and those come when it is over.
  const isCalibration = manifest.calibration !== undefined;
  const answer = await vscode.window.showInformationMessage(
    `${calls} calls of a run of ${manifest.prompt.name} are with ${left.map(({ provider }) => providerName(provider, manifest)).join(' and ')} in batches since ${new Date(first.since).toLocaleString()}.`,
    ...(isCalibration ? [collect] : [collect, show]),
  );
  if (answer !== collect && answer !== show) return;
  const all = await evaluations();
  if (isCalibration) {
    const { runId } = manifest;
    await all.resumeCalibration({ uri: vscode.Uri.joinPath(folder, promptInFolder), runId, shows: false });
    return;
  }
  const uri = uriOfPrompt(manifest.prompt.path, root);
  if (answer === collect) await all.collect(uri, manifest.runId);
  else await all.openRun(uri, manifest.runId);
}

/** The stores of the folders, and the one of prompts outside of any, each with a folder that it serves. */
function storeRoots(globalStorage: vscode.Uri): ReadonlyMap<string, vscode.Uri> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const places = [...folders.map(({ uri }) => uri), globalStorage].map(
    (folder) => [storeLocation(vscode.Uri.joinPath(folder, promptInFolder), globalStorage).root, folder] as const,
  );
  return new Map(places);
}

/** The reverse of `storedPromptPath`: runs record a prompt by its path from the folder that holds the store. */
function uriOfPrompt(stored: string, root: string): vscode.Uri {
  if (/^[a-z][\w+.-]+:/i.test(stored) && !path.isAbsolute(stored)) return vscode.Uri.parse(stored);
  return vscode.Uri.file(path.resolve(path.dirname(root), stored));
}
