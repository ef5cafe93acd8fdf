import * as vscode from 'vscode';
import { clearCache as deleteAnswers } from '../../core/engine/fileReplyCache';
import { assertMayWrite } from '../restrictedMode';
import type { PromptRevisions } from '../revisions/promptRevisions';

/** Deletes the stored answers of a prompt's store, and what this workspace keeps of comparisons; runs keep their answers. */
export async function clearCache(revisions: PromptRevisions): Promise<void> {
  assertMayWrite(revisions.uri);
  const bytes = await deleteAnswers(revisions.location.root);
  const comparisons = await revisions.forgetComparisons();
  const size = (bytes / 1_000_000).toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  void vscode.window.showInformationMessage(
    bytes === 0 && comparisons === 0
      ? vscode.l10n.t('The cache is empty.')
      : vscode.l10n.t(
          'Deleted {0} MB of stored answers, and {1} results of comparisons. Runs keep their replies and verdicts.',
          size,
          comparisons,
        ),
  );
}
