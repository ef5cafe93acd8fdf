import path from 'node:path';
import * as vscode from 'vscode';
import { runGit } from '../../core/revisions/git';
import { extensionPrefix } from '../settings';

const setting = 'labels.name';
/** As in the log of labels. */
const longestName = 200;

/** Who labels, as the user's settings say; `undefined` while nobody has said it. */
export function labellerName(): string | undefined {
  const value = vscode.workspace.getConfiguration(extensionPrefix).get<unknown>(setting);
  return typeof value === 'string' && isName(value) ? value.trim() : undefined;
}

/**
 * Asks who labels and keeps the answer in the user's settings. Git's name stands in the field for a start: it counts once it is
 * confirmed. `undefined` where the question was left.
 */
export async function askLabellerName(prompt: vscode.Uri): Promise<string | undefined> {
  const known = labellerName();
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Who labels?'),
    prompt: vscode.l10n.t('This name is stored with every label, and in what you export of them.'),
    value: known ?? (await gitName(prompt)) ?? '',
    ignoreFocusOut: true,
    validateInput: (value) =>
      isName(value) ? undefined : vscode.l10n.t('A name of 1 to {0} characters in one line.', longestName),
  });
  if (typed === undefined) return undefined;
  const name = typed.trim();
  await vscode.workspace.getConfiguration(extensionPrefix).update(setting, name, vscode.ConfigurationTarget.Global);
  return name;
}

function isName(value: string): boolean {
  return /^\P{C}+$/u.test(value) && value.trim() !== '' && value.trim().length <= longestName;
}

/** Git is a program of the machine that reads the folder's files: not before the folder is trusted. */
async function gitName(prompt: vscode.Uri): Promise<string | undefined> {
  if (prompt.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  const found = await runGit(path.dirname(prompt.fsPath), ['config', '--get', 'user.name']);
  const name = found?.text.trim() ?? '';
  return isName(name) ? name : undefined;
}
