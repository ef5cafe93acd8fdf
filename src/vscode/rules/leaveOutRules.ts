import * as vscode from 'vscode';
import { textWithout } from '../../core/prompt/promptEdit';
import { offer, t } from '../log';
import { replaceText } from '../revisions/revisionDocuments';
import { extensionPrefix } from '../settings';

/** Takes rules of the text that a run tested out of the text in the editor, as one step to undo. */
export async function leaveOutRules(uri: vscode.Uri, tested: string, rules: readonly number[]): Promise<void> {
  const numbers = rules.join(' + ');
  const problem = await replaceText(
    uri,
    (text) => textWithout(text, tested, rules),
    (name) => t`Rule ${numbers} is out of ${name}, unsaved. Undo brings it back.`,
  );
  if (problem !== undefined) void vscode.window.showErrorMessage(problem);
  else if (
    await offer(
      vscode.window.showInformationMessage,
      t`To confirm that rule ${numbers} does nothing, evaluate the text without it.`,
      t`Evaluate`,
    )
  )
    await vscode.commands.executeCommand(`${extensionPrefix}.evaluate`, uri);
}
