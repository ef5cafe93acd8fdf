import * as vscode from 'vscode';
import { readFrontMatter, type PromptDefaults } from '../../core/prompt/frontMatter';

/**
 * Whether the prompt's own front matter decides what a command is about to put into the settings. Says so, and offers
 * the file, since what is chosen in the settings would have no effect.
 */
export async function setInFrontMatter(
  uri: vscode.Uri | undefined,
  keys: readonly (keyof PromptDefaults)[],
): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri?.toString());
  if (document === undefined) return false;
  const { defaults } = readFrontMatter(document.getText());
  const set = keys.filter((key) => defaults[key] !== undefined);
  if (set.length === 0) return false;
  const edit = vscode.l10n.t('Edit Front Matter');
  const name = vscode.workspace.asRelativePath(document.uri);
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('The front matter of {0} sets {1}; it wins over the settings.', name, set.join(', ')),
    edit,
  );
  if (answer === edit) {
    const start = new vscode.Range(0, 0, 0, 0);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection: start });
  }
  return true;
}
