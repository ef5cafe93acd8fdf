import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import type { SamplePlace } from '../comparing/comparisonJob';
import type { Settings } from '../settings';
import { pathFromPrompt } from './promptFolder';

/** Where the samples of every benchmark are read from. */
export function samplePlaces(
  settings: Settings,
  promptUri: vscode.Uri,
  extensionUri: vscode.Uri,
): readonly SamplePlace[] {
  return [...benchmarks.values()].map((benchmark) => samplePlace(benchmark, settings, promptUri, extensionUri));
}

/** The file that the setting `sampleFiles` names, relative to the prompt's folder, else the starter set. */
export function samplePlace(
  { id, starterSet }: Benchmark,
  settings: Settings,
  promptUri: vscode.Uri,
  extensionUri: vscode.Uri,
): SamplePlace {
  const named = settings.sampleFiles[id];
  if (named === undefined || named === '') {
    const file = vscode.Uri.joinPath(extensionUri, 'starter-sets', starterSet).fsPath;
    return { benchmark: id, kind: 'starter', file };
  }
  return { benchmark: id, kind: 'file', file: pathFromPrompt(promptUri, named, vscode.workspace) };
}
