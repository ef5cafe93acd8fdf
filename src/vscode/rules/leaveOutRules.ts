import * as vscode from 'vscode';
import { readPromptFile } from '../../core/prompt/promptFile';
import { promptRules, type Rule } from '../../core/prompt/promptRules';
import { bodyWithout, textWithBody } from '../../core/prompt/withoutRules';
import { offer, t } from '../log';
import { replaceText } from '../revisions/revisionDocuments';
import { extensionPrefix } from '../settings';

/** The file's text without rules, found by their words. */
export function textWithout(text: string, rules: readonly Pick<Rule, 'text'>[]): string {
  const file = readPromptFile('', text);
  const gone = promptRules(file).filter((rule) => rules.some((one) => one.text === rule.text));
  return textWithBody(file, bodyWithout(file, gone));
}

/** Takes rules that a run tested out of the text in the editor, which may have changed since, as one step to undo. */
export async function leaveOutRules(uri: vscode.Uri, rules: readonly Rule[]): Promise<void> {
  const numbers = rules.map(({ number }) => number).join(' + ');
  const problem = await replaceText(
    uri,
    (text) => textWithout(text, rules),
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
