import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';

/** Opens one of the benchmarks' built-in prompts as a new document, to evaluate and compare with or to start from. */
export async function openBaseline(): Promise<void> {
  const items = [...benchmarks.values()].flatMap((benchmark) =>
    benchmark.baselines.map(({ id, title, text }) => ({
      label: title,
      description: id,
      detail: benchmark.title,
      text,
    })),
  );
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Built-in prompts'),
    placeHolder: vscode.l10n.t('Opens as a new document'),
  });
  if (chosen === undefined) return;
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: chosen.text });
  await vscode.window.showTextDocument(document);
}
