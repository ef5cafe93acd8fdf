import path from 'node:path';
import * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import type { HtmlReportAssets } from '../../core/report/htmlReport';
import type { RunReport } from '../../core/report/reportModel';
import type { ImageStore } from '../../core/store/imageStore';
import type { PromptEvaluation } from '../evaluation/promptEvaluation';
import type { PromptJudges } from '../judges/promptJudges';
import { plainLine } from '../revisions/plainLine';
import { writeExport } from './writeExport';

interface Form extends vscode.QuickPickItem {
  readonly extension: string;
  render(report: RunReport, session: RunSession, images: ImageStore): Promise<string>;
}

/** Asks for form and place, writes the report and offers to open it. */
export async function exportReport(
  evaluation: PromptEvaluation,
  judges: PromptJudges,
  extensionUri: vscode.Uri,
): Promise<void> {
  const { session } = evaluation;
  if (session === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no run to export yet. Evaluate the prompt first.'),
    );
    return;
  }
  const form = await vscode.window.showQuickPick(forms(extensionUri), { title: vscode.l10n.t('Export the report as') });
  if (form === undefined) return;
  const name = `${path.basename(evaluation.uri.path)}.${session.manifest.runId}.${form.extension}`;
  const folder =
    vscode.workspace.getWorkspaceFolder(evaluation.uri)?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [form.label]: [form.extension] },
  });
  if (target === undefined) return;
  const { report, problems } = await judges.report(session);
  if (problems.length > 0) void vscode.window.showWarningMessage(problems.map(plainLine).join(' '));
  const text = await form.render(report, session, evaluation.images);
  await writeExport(target, text);
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('The report is written to {0}.', path.basename(target.path)),
    open,
  );
  if (answer === open) await vscode.env.openExternal(target);
}

function forms(extensionUri: vscode.Uri): readonly Form[] {
  return [
    {
      label: 'HTML',
      description: vscode.l10n.t('one file, to read and to send'),
      extension: 'html',
      render: async (report, session, images) =>
        (await import('../../core/report/htmlReport')).htmlReport(report, session, await reportAssets(extensionUri), {
          images,
        }),
    },
    {
      label: 'Markdown',
      description: vscode.l10n.t('for a pull request'),
      extension: 'md',
      render: async (report, session) =>
        (await import('../../core/report/markdownReport')).markdownReport(report, session),
    },
    {
      label: 'CSV',
      description: vscode.l10n.t('one row per verdict'),
      extension: 'csv',
      render: async (report, session) => (await import('../../core/report/csvReport')).csvReport(report, session),
    },
    {
      label: 'JSON',
      description: vscode.l10n.t('everything'),
      extension: 'json',
      render: async (report, session) => (await import('../../core/report/evaluateJson')).jsonReport(report, session),
    },
  ];
}

/** Script and style of HTML reports, as they were built. */
async function reportAssets(extensionUri: vscode.Uri): Promise<HtmlReportAssets> {
  const read = async (name: string): Promise<string> => {
    const file = vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  };
  return { script: await read('report.js'), style: await read('report.css') };
}
