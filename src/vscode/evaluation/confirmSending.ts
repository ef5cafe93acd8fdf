import * as vscode from 'vscode';
import { estimateRun } from '../../core/engine/estimateRun';
import { costRange, estimateNotes } from '../../core/report/estimateReport';
import type { RunSession } from '../../core/engine/runSession';
import { askedModels } from '../../core/store/runManifest';
import { extensionPrefix } from '../settings';

/**
 * Says what runs will send and to whom, and asks. Runs with simulated models send nothing and are not asked about.
 * Returns whether to go on.
 */
export async function confirmSending(sessions: readonly RunSession[]): Promise<boolean> {
  const sending = sessions.filter(({ manifest }) => askedModels(manifest).some((model) => !model.simulated));
  const [first] = sending;
  if (first === undefined) return true;
  const lines = sending.flatMap((session) => [
    ...(sending.length > 1 ? [vscode.l10n.t('{0}:', session.manifest.prompt.name)] : []),
    ...linesOf(session),
  ]);
  const cap = first.manifest.maxCostUsd;
  if (sending.length > 1 && cap !== undefined) {
    lines.push(
      vscode.l10n.t('The cap of {0} holds for both runs together: the second has what the first leaves.', `$${cap}`),
    );
  }
  const evaluate = vscode.l10n.t('Evaluate');
  const always = vscode.l10n.t('Evaluate, Don’t Ask Again');
  const answer = await vscode.window.showInformationMessage(
    first.manifest.rejudgedFrom === undefined
      ? vscode.l10n.t('Send the prompt and the benchmark’s samples?')
      : vscode.l10n.t('Send the replies to the judge again? The tutor is not asked.'),
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

function linesOf(session: RunSession): readonly string[] {
  const estimate = estimateRun(session);
  const { maxCostUsd } = session.manifest;
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
    ...(maxCostUsd === undefined
      ? [vscode.l10n.t('There is no cap on the cost (setting {0}).', `${extensionPrefix}.maxCost`)]
      : []),
  ];
}
