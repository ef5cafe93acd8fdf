import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { choicesFor } from '../evaluation/prepareRun';
import type { Evaluations } from '../evaluation/evaluations';
import { mayStartRun } from '../restrictedMode';
import { readSettings } from '../settings';

/** Asks for a file of recorded replies and has them judged as a run of a prompt. */
export async function judgeReplies(all: Evaluations, document: vscode.TextDocument): Promise<void> {
  const { uri } = document;
  if (!mayStartRun(uri)) return;
  const { benchmarks } = choicesFor(document.getText(), readSettings(uri));
  const benchmark = benchmarks.length === 1 ? benchmarks[0] : await chooseBenchmark(benchmarks);
  if (benchmark === undefined) return;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Recorded replies to {0} samples', benchmark.title),
      openLabel: vscode.l10n.t('Judge These Replies'),
      filters: {
        [vscode.l10n.t('Replies')]: ['jsonl', 'json', 'csv'],
        [vscode.l10n.t('All files')]: ['*'],
      },
      ...(folder === undefined ? {} : { defaultUri: folder }),
    })) ?? [];
  if (file !== undefined) await all.judgeReplies(document, { file: file.fsPath, benchmark });
}

async function chooseBenchmark(benchmarks: readonly Benchmark[]): Promise<Benchmark | undefined> {
  const picks = benchmarks.map((benchmark) => ({ label: benchmark.title, description: benchmark.id, benchmark }));
  const title = vscode.l10n.t('Judge recorded replies');
  const placeHolder = vscode.l10n.t('The benchmark whose samples they answer');
  return (await vscode.window.showQuickPick(picks, { ignoreFocusOut: true, title, placeHolder }))?.benchmark;
}
