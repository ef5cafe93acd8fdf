import * as vscode from 'vscode';
import { plannedCalls } from '../../core/engine/plannedCalls';
import type { RunSession } from '../../core/engine/runSession';
import { modelDestination } from '../../core/store/runManifest';
import { extensionPrefix } from '../settings';

/**
 * Says what a run will send and to whom, and asks. Runs with simulated models send nothing and are not asked about.
 * Returns whether to go on.
 */
export async function confirmSending(session: RunSession): Promise<boolean> {
  const { tutor, judges, maxCostUsd } = session.manifest;
  if ([tutor, ...judges].every((model) => model.simulated)) return true;
  const calls = plannedCalls(session);
  const lines = [
    tutor.simulated ? undefined : vscode.l10n.t('{0} tutor calls to {1}', calls.tutor, modelDestination(tutor)),
    judges.every((judge) => judge.simulated)
      ? undefined
      : vscode.l10n.t(
          'about {0} judge calls to {1}',
          calls.judge,
          judges
            .filter((judge) => !judge.simulated)
            .map(modelDestination)
            .join(', '),
        ),
    maxCostUsd === undefined
      ? vscode.l10n.t('no cap on the cost (setting {0})', `${extensionPrefix}.maxCost`)
      : vscode.l10n.t('stops before passing ${0}', maxCostUsd),
  ].filter((line) => line !== undefined);
  const evaluate = vscode.l10n.t('Evaluate');
  const always = vscode.l10n.t('Evaluate, Don’t Ask Again');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Send the prompt and the benchmark’s samples?'),
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
