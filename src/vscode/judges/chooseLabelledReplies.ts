import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { GoldSourceError } from '../../core/calibration/goldSource';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import { samplePlace } from '../evaluation/samplePlaces';
import type { Settings } from '../settings';

/** Where labelled replies may be found. */
export interface LabelPlaces {
  readonly root: string;
  readonly settings: Settings;
  readonly promptUri: vscode.Uri;
  readonly extensionUri: vscode.Uri;
}

/** The file of one's own hand labels; `undefined` before the first. Throws `RunStoreError` for a link in its place. */
export function handLabelFile({ id }: Benchmark, root: string): string | undefined {
  const labels = new FileHandLabelLog(root);
  return labels.factsOf(id) === undefined ? undefined : labels.fileOf(id);
}

/**
 * Asks which labels a judge is held against and gives their file. `labels`: one's own, without asking. Throws `GoldSourceError` where there
 * are none.
 */
export async function chooseLabelledReplies(
  benchmark: Benchmark,
  wish: 'labels' | undefined,
  places: LabelPlaces,
  title: string,
): Promise<string | undefined> {
  const own = handLabelFile(benchmark, places.root);
  if (wish === 'labels') {
    if (own !== undefined) return own;
    throw new GoldSourceError(`There are no hand labels for ${benchmark.title} yet. Label replies by hand first.`);
  }
  const { settings, promptUri, extensionUri } = places;
  const sample = samplePlace(benchmark, settings, promptUri, extensionUri);
  const picks = [
    ...(own === undefined
      ? []
      : [{ label: vscode.l10n.t('My hand labels'), description: path.basename(own), file: own }]),
    ...(sample.kind === 'file' && benchmark.goldReplies !== undefined
      ? [
          {
            label: path.basename(sample.file),
            description: vscode.l10n.t('the sample file of the settings, as far as its replies have labels'),
            file: sample.file,
          },
        ]
      : []),
    { label: vscode.l10n.t('Choose a File…'), description: labelFileWords(benchmark), file: undefined },
  ];
  const chosen = await vscode.window.showQuickPick(picks, {
    // The list before it, or the command palette, may still be giving the focus back.
    ignoreFocusOut: true,
    title,
    placeHolder: vscode.l10n.t('Replies that people have labelled'),
  });
  if (chosen === undefined) return undefined;
  return chosen.file ?? (await openFile(benchmark, promptUri));
}

function labelFileWords({ id, title }: Benchmark): string {
  if (id === 'mrbench') return vscode.l10n.t('MRBench V1, V2 or V3 as published, or hand labels');
  if (id === 'tutorbench') return vscode.l10n.t('samples with human ratings, or hand labels');
  if (id === 'guideeval') return vscode.l10n.t('samples with people’s scores, or hand labels');
  return vscode.l10n.t('hand labels of {0}', title);
}

async function openFile({ title }: Benchmark, promptUri: vscode.Uri): Promise<string | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(promptUri)?.uri;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Replies of {0} that people have labelled', title),
      openLabel: vscode.l10n.t('Use These Labels'),
      filters: { [vscode.l10n.t('Labelled replies')]: ['json', 'jsonl'], [vscode.l10n.t('All files')]: ['*'] },
      ...(folder === undefined ? {} : { defaultUri: folder }),
    })) ?? [];
  return chosen?.fsPath;
}
