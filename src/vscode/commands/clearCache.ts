import * as vscode from 'vscode';
import { clearCache as deleteAnswers } from '../../core/engine/fileReplyCache';

/** Deletes the stored answers of the store at `root`; runs keep theirs. */
export async function clearCache(root: string): Promise<void> {
  const bytes = await deleteAnswers(root);
  const size = (bytes / 1_000_000).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  void vscode.window.showInformationMessage(
    bytes === 0
      ? vscode.l10n.t('The cache is empty.')
      : vscode.l10n.t('Deleted {0} MB of stored answers. Runs keep their replies and verdicts.', size),
  );
}
