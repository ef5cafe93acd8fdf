import * as vscode from 'vscode';
import type { PromptEvaluation } from '../evaluation/promptEvaluation';

/** Stops a run that waits for batches and leaves them with the provider. A run that waits for none goes on, and that is said. */
export async function leaveBatches(evaluation: PromptEvaluation): Promise<void> {
  if (evaluation.snapshot().batches?.isFollowed === true) await evaluation.leave();
  else void vscode.window.showInformationMessage(vscode.l10n.t('No batches of this prompt are under way.'));
}
