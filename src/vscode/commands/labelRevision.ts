import * as vscode from 'vscode';
import { longestLabel } from '../../core/store/revisionLog';
import { pickRevision } from '../revisions/pickRevision';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { shortRevision } from '../revisions/revisionName';

/** Asks for a revision's label; an empty one takes it away. */
export async function labelRevision(revisions: PromptRevisions, given: string | undefined): Promise<void> {
  const history = await revisions.history();
  const revision =
    history.revisions.find((one) => one.revision === given) ??
    (await pickRevision(history, vscode.l10n.t('Label revision'), vscode.l10n.t('The revision to name')));
  if (revision === undefined) return;
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Label of {0}', shortRevision(revision.revision)),
    prompt: vscode.l10n.t('Empty takes the label away'),
    value: revision.label ?? '',
    validateInput: (value) =>
      value.trim().length > longestLabel ? vscode.l10n.t('At most {0} characters.', longestLabel) : undefined,
  });
  if (typed === undefined) return;
  const label = typed.trim() === '' ? null : typed.trim();
  if ((label ?? undefined) !== revision.label) {
    await revisions.say({ kind: 'label', revision: revision.revision, label });
  }
}
