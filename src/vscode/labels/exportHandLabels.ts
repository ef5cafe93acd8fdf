import path from 'node:path';
import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { exportedLabels } from '../../core/labelling/labelFile';
import { FileHandLabelLog, type HandLabel } from '../../core/store/handLabelLog';
import { writeExport } from '../commands/writeExport';

interface Choice extends vscode.QuickPickItem {
  readonly id: string;
  readonly entries: readonly HandLabel[];
}

/** Asks for benchmark and place, and writes the store's hand labels there in their own form, which `calibrate` reads. */
export async function exportHandLabels(root: string, prompt: vscode.Uri): Promise<void> {
  const log = new FileHandLabelLog(root);
  const choices: Choice[] = [];
  for (const { id, title } of benchmarks.values()) {
    const { entries } = await log.read(id);
    const description = vscode.l10n.t('{0} entries', entries.length);
    if (entries.length > 0) choices.push({ id, label: title, description, entries });
  }
  const [only] = choices;
  if (only === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There are no hand labels yet. Label replies from the list of cases first.'),
    );
    return;
  }
  const chosen =
    choices.length === 1
      ? only
      : await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Export the hand labels of') });
  if (chosen === undefined) return;
  const folder = vscode.workspace.getWorkspaceFolder(prompt)?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `hand-labels.${chosen.id}.jsonl`;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { JSONL: ['jsonl'] },
  });
  if (target === undefined) return;
  await writeExport(target, exportedLabels(chosen.entries));
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} entries are written to {1}.', chosen.entries.length, path.basename(target.path)),
  );
}
