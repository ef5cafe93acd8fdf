import path from 'node:path';
import * as vscode from 'vscode';
import { buildReport } from '../../core/report/buildReport';
import type { RunSession } from '../../core/engine/runSession';
import type { ImageStore } from '../../core/store/imageStore';
import type { PromptEvaluation } from '../evaluation/promptEvaluation';

interface Form extends vscode.QuickPickItem {
  readonly extension: string;
  render(session: RunSession, images: ImageStore): Promise<string>;
}

/** Asks for form and place, writes the report and offers to open it. */
export async function exportReport(evaluation: PromptEvaluation): Promise<void> {
  const { session } = evaluation;
  if (session === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no run to export yet. Evaluate the prompt first.'),
    );
    return;
  }
  const form = await vscode.window.showQuickPick(forms(), { title: vscode.l10n.t('Export the report as') });
  if (form === undefined) return;
  const name = `${path.basename(evaluation.uri.path)}.${session.manifest.runId}.${form.extension}`;
  const folder =
    vscode.workspace.getWorkspaceFolder(evaluation.uri)?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [form.label]: [form.extension] },
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(await form.render(session, evaluation.images)));
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('The report is written to {0}.', path.basename(target.path)),
    open,
  );
  if (answer === open) await vscode.env.openExternal(target);
}

function forms(): readonly Form[] {
  return [
    {
      label: 'HTML',
      description: vscode.l10n.t('one file, to read and to send'),
      extension: 'html',
      render: async (session, images) =>
        (await import('../../core/report/htmlReport')).htmlReport(buildReport(session), session, { images }),
    },
    {
      label: 'Markdown',
      description: vscode.l10n.t('for a pull request'),
      extension: 'md',
      render: async (session) =>
        (await import('../../core/report/markdownReport')).markdownReport(buildReport(session), session),
    },
    {
      label: 'CSV',
      description: vscode.l10n.t('one row per verdict'),
      extension: 'csv',
      render: async (session) => (await import('../../core/report/csvReport')).csvReport(buildReport(session), session),
    },
    {
      label: 'JSON',
      description: vscode.l10n.t('everything'),
      extension: 'json',
      render: async (session) =>
        (await import('../../core/report/jsonReport')).jsonReport(buildReport(session), session),
    },
  ];
}
