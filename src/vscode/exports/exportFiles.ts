import path from 'node:path';
import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { exportedLabels } from '../../core/labels/labelSet';
import { withJudgeTrust } from '../../core/report/runTrust';
import type { TextFormat } from '../../core/report/textReports';
import { buildReport } from '../../core/results/buildReport';
import type { RunSession } from '../../core/run/runSession';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import { writeOutput } from '../../core/store/plainFile';
import type { TrustCards } from '../../core/store/trustCardStore';
import { trustCards } from '../../core/trust/trustCards';
import { ComparisonThread } from '../comparing/comparisonThread';
import { language } from '../language';
import { inform, Notice, offer, t, warn } from '../log';
import type { PromptRevisions } from '../revisions/promptRevisions';
import { plainLine } from '../revisions/revisionText';
import { readSettings } from '../settings';

interface Form extends vscode.QuickPickItem {
  readonly extension: string;
  render(session: RunSession, cards: TrustCards['cards']): Promise<string>;
}

export async function exportReport(
  session: RunSession | undefined,
  revisions: PromptRevisions,
  extensionUri: vscode.Uri,
): Promise<void> {
  const { uri, location } = revisions;
  if (session === undefined) throw new Notice(t`There is no run to export yet. Evaluate the prompt first.`);
  const form = await vscode.window.showQuickPick(forms(extensionUri, revisions), {
    title: t`Export the report as`,
  });
  if (form === undefined) return;
  const name = `${path.basename(uri.path)}.${session.manifest.runId}.${form.extension}`;
  const target = await askForTarget(uri, name, { [form.label]: [form.extension] });
  if (target === undefined) return;
  const { cards, problems } = await trustCards(location.root, session.manifest);
  if (problems.length > 0) warn(problems.map((problem) => plainLine(problem, 300)).join(' '));
  await writeExport(target, await form.render(session, cards));
  const written = t`The report is written to ${path.basename(target.path)}.`;
  if (await offer(vscode.window.showInformationMessage, written, t`Open`)) await vscode.env.openExternal(target);
}

function forms(extensionUri: vscode.Uri, { uri, location }: PromptRevisions): readonly Form[] {
  const { root, store } = location;
  const form = (label: string, description: string, extension: string, render: Form['render']): Form => {
    return { label, description, extension, render };
  };
  const english = (format: TextFormat): Form['render'] => {
    return async ({ manifest: { runId } }) => {
      // Modules keep texts in the language of the window. Those of this thread have English ones.
      const thread = new ComparisonThread(vscode.Uri.joinPath(extensionUri, 'dist', 'comparisonWorker.js').fsPath);
      const asked = { root, runId, format, majority: readSettings(uri).majority };
      const report = thread.ask<'report'>({ kind: 'report', ...asked }, new AbortController().signal);
      return report.finally(() => thread.dispose());
    };
  };
  const asset = async (name: string): Promise<string> => {
    const file = vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  };
  return [
    form('HTML', t`one file, to read and to send`, 'html', async (session, cards) => {
      const { htmlReport } = await import('../../core/report/htmlReport');
      const assets = { script: await asset('report.js'), style: await asset('report.css'), language };
      const report = buildReport(session, { majority: readSettings(uri).majority });
      return htmlReport(withJudgeTrust(report, session, cards), session, assets, { images: store.images });
    }),
    form('Markdown', t`for a pull request`, 'md', english('markdown')),
    form('CSV', t`one row per verdict`, 'csv', english('csv')),
    form('JSON', t`everything`, 'json', english('json')),
  ];
}

/** Writes the lines that `calibrate` reads. */
export async function exportHandLabels({ uri, location: { root } }: PromptRevisions): Promise<void> {
  const log = new FileHandLabelLog(root);
  const found = [...benchmarks.values()].map(async ({ id, title: label }) => {
    const { entries } = await log.read(id);
    return { id, label, description: t`${entries.length} entries`, entries };
  });
  const choices = (await Promise.all(found)).filter(({ entries }) => entries.length > 0);
  if (choices.length === 0)
    throw new Notice(t`There are no hand labels yet. Label replies from the list of cases first.`);
  const title = t`Export the hand labels of`;
  const chosen = choices.length === 1 ? choices[0] : await vscode.window.showQuickPick(choices, { title });
  if (chosen === undefined) return;
  const { id, entries } = chosen;
  const target = await askForTarget(uri, `hand-labels.${id}.jsonl`, { JSONL: ['jsonl'] });
  if (target === undefined) return;
  await writeExport(target, exportedLabels(entries));
  inform(t`${entries.length} entries are written to ${path.basename(target.path)}.`);
}

function askForTarget(prompt: vscode.Uri, name: string, filters: Record<string, string[]>) {
  const folder = vscode.workspace.getWorkspaceFolder(prompt)?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({ defaultUri: folder && vscode.Uri.joinPath(folder, name), filters });
}

/** Local files are written whole or not at all. Other file systems decide for themselves. */
export async function writeExport(target: vscode.Uri, text: string): Promise<void> {
  if (target.scheme === 'file') await writeOutput(target.fsPath, text);
  else await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
