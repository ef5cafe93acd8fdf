import * as vscode from 'vscode';
import { clearCache as deleteAnswers } from '../../core/engine/fileReplyCache';
import { assertMayWrite } from '../restrictedMode';
import type { PromptRevisions } from '../revisions/promptRevisions';

/** Deletes the stored answers of a prompt's store; runs keep their answers. */
export async function clearCache(revisions: PromptRevisions): Promise<void> {
  assertMayWrite(revisions.uri);
  const bytes = await deleteAnswers(revisions.place.root);
  const size = (bytes / 1_000_000).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  void vscode.window.showInformationMessage(
    bytes === 0
      ? vscode.l10n.t('The cache is empty.')
      : vscode.l10n.t('Deleted {0} MB of stored answers. Runs keep their replies and verdicts.', size),
  );
}
