import * as vscode from 'vscode';
import { estimateRun } from '../../core/engine/estimateRun';
import { observeLengths, type ObservedLengths } from '../../core/engine/observedLengths';
import { capsOf } from '../../core/engine/runCaps';
import { costRange, estimateNotes } from '../../core/report/estimateReport';
import type { RunSession } from '../../core/engine/runSession';
import { recentRuns } from '../../core/store/recentRuns';
import { askedModels } from '../../core/store/runManifest';
import { extensionPrefix } from '../settings';
import type { PreparedRun } from './runInWindow';
import type { PromptStore } from './runStores';

/**
 * Says what runs will send and to whom, and asks. Runs with simulated models send nothing and are not asked about.
 * Returns whether to go on.
 */
export async function confirmSending(runs: readonly PreparedRun[], { root }: PromptStore): Promise<boolean> {
  const sessions = runs.map(({ session }) => session);
  const sending = sessions.filter(({ manifest }) => askedModels(manifest).some((model) => !model.simulated));
  const [first] = sending;
  if (first === undefined) return true;
  const lines: string[] = [];
  for (const session of sending) {
    if (sending.length > 1) lines.push(vscode.l10n.t('{0}:', session.manifest.prompt.name));
    lines.push(...linesOf(session, await observeLengths(session.manifest, recentRuns(root))));
  }
  const { maxCostUsd, maxCalls } = first.manifest;
  if (sending.length > 1 && (maxCostUsd !== undefined || maxCalls !== undefined)) {
    lines.push(vscode.l10n.t('The cap of a run holds for both runs together: the second has what the first leaves.'));
  }
  const isCalibration = first.manifest.calibration !== undefined;
  const evaluate = isCalibration ? vscode.l10n.t('Calibrate') : vscode.l10n.t('Evaluate');
  const always = isCalibration
    ? vscode.l10n.t('Calibrate, Don’t Ask Again')
    : vscode.l10n.t('Evaluate, Don’t Ask Again');
  const answer = await vscode.window.showInformationMessage(
    questionOf(first),
    { modal: true, detail: lines.join('\n') },
    evaluate,
    always,
  );
  if (answer === always) {
    await vscode.workspace
      .getConfiguration(extensionPrefix)
      .update('confirmBeforeSending', false, vscode.ConfigurationTarget.Global);
  }
  return answer === evaluate || answer === always;
}

function questionOf({ manifest }: RunSession): string {
  if (manifest.calibration !== undefined) {
    return vscode.l10n.t('Send the labelled replies to the judge? The labels are not sent, and no tutor is asked.');
  }
  return manifest.rejudgedFrom === undefined
    ? vscode.l10n.t('Send the prompt and the benchmark’s samples?')
    : vscode.l10n.t('Send the replies to the judge again? The tutor is not asked.');
}

function linesOf(session: RunSession, lengths: ObservedLengths): readonly string[] {
  const estimate = estimateRun(session, lengths);
  return [
    ...estimateNotes(session.manifest, estimate),
    ...(estimate.benchmarks.length > 1
      ? estimate.benchmarks.map(
          ({ title, tutor: asked, student, judge, usd }) =>
            `${title}: ${[asked, student, judge]
              .filter(({ calls }) => calls > 0)
              .map(({ calls }) => calls)
              .join(' + ')} ${vscode.l10n.t('calls')}, ${costRange(usd)}`,
        )
      : []),
    ...(Object.keys(capsOf(session.manifest)).length === 0
      ? [vscode.l10n.t('There is no cap on the cost (setting {0}).', `${extensionPrefix}.maxCost`)]
      : []),
  ];
}
