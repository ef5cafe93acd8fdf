import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { defaultPolicy } from '../../core/benchmarks/protocolPolicy';
import type { JudgeWording } from '../../core/judging/judgeWording';
import type { ManifestModel } from '../../core/store/runManifest';
import { judgeWordings } from '../evaluation/judgeWordings';
import { plainLine } from '../revisions/plainLine';
import type { LabelPlaces } from './chooseLabelledReplies';

/**
 * Where the prompt has judge wordings of its own for a benchmark: asks whether those or the built-in ones are checked. Gives none for the
 * built-in ones, and `undefined` when nothing was chosen. Throws `JudgeWordingError`.
 */
export async function chooseWording(
  benchmark: Benchmark,
  judges: readonly ManifestModel[],
  { promptUri, settings, extensionUri }: LabelPlaces,
  title: string,
): Promise<readonly JudgeWording[] | undefined> {
  const choices = { benchmarks: [benchmark], judges };
  const found = await judgeWordings(promptUri, choices, { settings, policy: defaultPolicy, extensionUri });
  const own = found.get(benchmark.id) ?? [];
  if (own.length === 0) return own;
  const files = [...new Set(own.map(({ file }) => file))].join(', ');
  const picks = [
    { label: vscode.l10n.t('Your own wording'), description: plainLine(files), wordings: own },
    { label: vscode.l10n.t('The built-in wording'), description: undefined, wordings: [] },
  ];
  const placeHolder = vscode.l10n.t('Each wording is a judge of its own, with cards of its own');
  return (await vscode.window.showQuickPick(picks, { title, placeHolder, ignoreFocusOut: true }))?.wordings;
}
