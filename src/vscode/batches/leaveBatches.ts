import * as vscode from 'vscode';
import type { PromptController } from '../evaluation/promptController';

/** Stops a run that waits for batches and leaves them with the provider. A run that waits for none goes on, and that is said. */
export async function leaveBatches(controller: PromptController): Promise<void> {
  if (controller.snapshot().batches?.isFollowed === true) await controller.leave();
  else void vscode.window.showInformationMessage(vscode.l10n.t('No batches of this prompt are under way.'));
}
