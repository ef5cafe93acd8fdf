import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { setInFrontMatter } from '../editor/setInFrontMatter';
import { readSettings } from '../settings';
import { keepChoice } from './keepChoice';

/** Asks which benchmarks to run and writes them to the settings. */
export async function chooseBenchmarks(uri: vscode.Uri | undefined): Promise<void> {
  if (await setInFrontMatter(uri, ['benchmarks'])) return;
  const current = readSettings(uri).choices.benchmarks ?? [];
  const items = [...benchmarks.values()].map((benchmark) => ({
    label: benchmark.title,
    description: benchmark.id,
    detail: benchmark.question,
    picked: current.includes(benchmark.id),
    id: benchmark.id,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Benchmarks'),
    placeHolder: vscode.l10n.t('A run covers all that are ticked'),
    canPickMany: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  await keepChoice(
    uri,
    'benchmarks',
    chosen.map((item) => item.id),
  );
}
