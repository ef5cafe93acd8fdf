import path from 'node:path';
import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { exportedLabels } from '../../core/labels/labelSet';
import type { HtmlReportAssets } from '../../core/report/htmlReport';
import type { RunReport } from '../../core/results/reportModel';
import type { RunSession } from '../../core/run/runSession';
import { FileHandLabelLog, type HandLabel } from '../../core/store/handLabelLog';
import type { ImageStore } from '../../core/store/imageStore';
import { writeOutput } from '../../core/store/writeFile';
import { inform, Notice, offer, warn } from '../log';
import { plainLine } from '../revisions/revisionText';

interface Form extends vscode.QuickPickItem {
  readonly extension: string;
  render(report: RunReport, session: RunSession, images: ImageStore): Promise<string>;
}

interface ExportedPrompt {
  readonly uri: vscode.Uri;
  readonly session: RunSession | undefined;
  readonly judges: {
    report(run: RunSession): Promise<{ readonly report: RunReport; readonly problems: readonly string[] }>;
  };
  readonly revisions: { readonly location: { readonly store: { readonly images: ImageStore } } };
}

export async function exportReport(
  { uri, session, judges, revisions }: ExportedPrompt,
  extensionUri: vscode.Uri,
): Promise<void> {
  if (session === undefined) throw new Notice('There is no run to export yet. Evaluate the prompt first.');
  const form = await vscode.window.showQuickPick(forms(extensionUri), { title: 'Export the report as' });
  if (form === undefined) return;
  const name = `${path.basename(uri.path)}.${session.manifest.runId}.${form.extension}`;
  const target = await askForTarget(uri, name, { [form.label]: [form.extension] });
  if (target === undefined) return;
  const { report, problems } = await judges.report(session);
  if (problems.length > 0) warn(problems.map((problem) => plainLine(problem, 300)).join(' '));
  await writeExport(target, await form.render(report, session, revisions.location.store.images));
  const written = `The report is written to ${path.basename(target.path)}.`;
  if (await offer(vscode.window.showInformationMessage, written, 'Open')) await vscode.env.openExternal(target);
}

function forms(extensionUri: vscode.Uri): readonly Form[] {
  const form = (label: string, description: string, extension: string, render: Form['render']): Form => {
    return { label, description, extension, render };
  };
  return [
    form('HTML', 'one file, to read and to send', 'html', async (report, session, images) => {
      const { htmlReport } = await import('../../core/report/htmlReport');
      return htmlReport(report, session, await reportAssets(extensionUri), { images });
    }),
    form('Markdown', 'for a pull request', 'md', async (report, session) =>
      (await import('../../core/report/markdownReport')).markdownReport(report, session),
    ),
    form('CSV', 'one row per verdict', 'csv', async (report, session) =>
      (await import('../../core/report/csvReport')).csvReport(report, session),
    ),
    form('JSON', 'everything', 'json', async (report, session) =>
      (await import('../../core/report/evaluateJson')).jsonReport(report, session),
    ),
  ];
}

async function reportAssets(extensionUri: vscode.Uri): Promise<HtmlReportAssets> {
  const read = async (name: string): Promise<string> => {
    const file = vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  };
  return { script: await read('report.js'), style: await read('report.css') };
}

/** Writes the store's hand labels in their own form, which `calibrate` reads. */
export async function exportHandLabels(root: string, prompt: vscode.Uri): Promise<void> {
  const log = new FileHandLabelLog(root);
  const choices: (vscode.QuickPickItem & { readonly id: string; readonly entries: readonly HandLabel[] })[] = [];
  for (const { id, title: label } of benchmarks.values()) {
    const { entries } = await log.read(id);
    const { length } = entries;
    if (length > 0) choices.push({ id, label, description: `${length} entries`, entries });
  }
  if (choices.length === 0)
    throw new Notice('There are no hand labels yet. Label replies from the list of cases first.');
  const title = 'Export the hand labels of';
  const chosen = choices.length === 1 ? choices[0] : await vscode.window.showQuickPick(choices, { title });
  if (chosen === undefined) return;
  const { id, entries } = chosen;
  const target = await askForTarget(prompt, `hand-labels.${id}.jsonl`, { JSONL: ['jsonl'] });
  if (target === undefined) return;
  await writeExport(target, exportedLabels(entries));
  inform(`${entries.length} entries are written to ${path.basename(target.path)}.`);
}

async function askForTarget(
  prompt: vscode.Uri,
  name: string,
  filters: Record<string, string[]>,
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(prompt)?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({ defaultUri: folder && vscode.Uri.joinPath(folder, name), filters });
}

/** On this computer whole or not at all. Elsewhere that is up to who keeps the files. */
export async function writeExport(target: vscode.Uri, text: string): Promise<void> {
  if (target.scheme === 'file') await writeOutput(target.fsPath, text);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
