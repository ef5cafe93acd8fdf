import * as vscode from 'vscode';
import type { Benchmark, BenchmarkId } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import type { UnfinishedCheck } from '../../core/report/judgesViewModel';
import { plainLine } from '../revisions/plainLine';
import { handLabelFile } from './chooseLabelledReplies';

/** What to do: check a judge on a benchmark, or go on with a calibration that was cut off. */
export type CheckChoice =
  { readonly kind: 'benchmark'; readonly benchmark: Benchmark } | { readonly kind: 'resume'; readonly runId: string };

/** Asks for the benchmark among those that have labels; calibrations that were cut off stand first. */
export async function chooseCheck(
  wish: BenchmarkId | undefined,
  root: string,
  unfinished: readonly UnfinishedCheck[],
  title: string,
): Promise<CheckChoice | undefined> {
  const wanted = wish === undefined ? undefined : benchmarks.get(wish);
  if (wanted !== undefined) return { kind: 'benchmark', benchmark: wanted };
  const going = unfinished
    .filter(({ goesOn }) => !goesOn)
    .map((one) => ({
      label: vscode.l10n.t('Go On: {0} against {1}', plainLine(one.judges.join(', ')), plainLine(one.gold)),
      description: vscode.l10n.t(
        '{0}, {1} since {2}',
        one.benchmarkTitle,
        one.statusText,
        new Date(one.at).toLocaleString(),
      ),
      choice: { kind: 'resume' as const, runId: one.runId },
    }));
  const fresh = [...benchmarks.values()].flatMap((benchmark) => {
    const hasOwn = handLabelFile(benchmark, root) !== undefined;
    if (benchmark.goldReplies === undefined && !hasOwn) return [];
    const description = hasOwn ? vscode.l10n.t('hand labels are there') : undefined;
    const choice = { kind: 'benchmark' as const, benchmark };
    return [{ label: benchmark.title, description, detail: benchmark.question, choice }];
  });
  const separator = { label: vscode.l10n.t('Check anew'), kind: vscode.QuickPickItemKind.Separator, choice: undefined };
  const chosen = await vscode.window.showQuickPick([...going, ...(going.length > 0 ? [separator] : []), ...fresh], {
    // The list before it, or the command palette, may still be giving the focus back.
    ignoreFocusOut: true,
    title,
    placeHolder: vscode.l10n.t('The benchmark whose judges are held against people’s labels'),
    matchOnDescription: true,
  });
  return chosen?.choice;
}
