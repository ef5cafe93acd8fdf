import path from 'node:path';
import * as vscode from 'vscode';
import type { BenchmarkId } from '../../core/benchmarks/benchmark';
import type { ProtocolPolicy } from '../../core/benchmarks/protocolPolicy';
import { readJudgeWordings } from '../../core/engine/readJudgeWordings';
import type { RunChoices } from '../../core/engine/runChoices';
import type { JudgeWording } from '../../core/judging/judgeWording';
import { findWordingFolder } from '../../core/judging/judgeWordingFolder';
import type { Settings } from '../settings';
import { folderOfPrompt, namedWordingFolder, pathFromPrompt } from './promptFolder';

/** Where the wordings of a prompt are looked for. */
export interface WordingSearch {
  readonly settings: Settings;
  readonly policy: ProtocolPolicy;
  readonly extensionUri: vscode.Uri;
}

/** How long it stands in the status bar that wordings are left out, in milliseconds. */
const noteMs = 15_000;

/**
 * The own wordings for the judges of a run of the prompt at `uri`: those of the setting's folder, else of `judges/` beside or above it.
 * None in Restricted Mode, where no run starts either. Throws `JudgeWordingError` for wordings that cannot be sent, and for a setting
 * that names no folder.
 */
export async function judgeWordings(
  uri: vscode.Uri,
  { benchmarks, judges }: Pick<RunChoices, 'benchmarks' | 'judges'>,
  { settings, policy, extensionUri }: WordingSearch,
): Promise<ReadonlyMap<BenchmarkId, readonly JudgeWording[]>> {
  const found = new Map<BenchmarkId, readonly JudgeWording[]>();
  if (!vscode.workspace.isTrusted) return found;
  const { judgeWordingFolder: setting } = settings;
  const folder =
    setting === ''
      ? wordingFolderOf(
          uri,
          benchmarks.map(({ id }) => id),
        )
      : await namedWordingFolder(setting, pathFromPrompt(uri, setting, vscode.workspace));
  if (folder === undefined) return found;
  const shown = vscode.workspace.asRelativePath(folder, false);
  if (judges.every(({ simulated }) => simulated)) {
    vscode.window.setStatusBarMessage(`The offline judge reads no wording: ${shown} is left out.`, noteMs);
    return found;
  }
  for (const benchmark of benchmarks) {
    const starterSet = vscode.Uri.joinPath(extensionUri, 'starter-sets', benchmark.starterSet).fsPath;
    const { wordings, notes } = await readJudgeWordings(benchmark, { folder, shown, starterSet, policy });
    for (const note of notes) void vscode.window.showWarningMessage(`Judge wording: ${note}`);
    if (wordings.length > 0) found.set(benchmark.id, wordings);
  }
  return found;
}

/** The folder of wordings beside or above a prompt; `undefined` where there is none, and for prompts that are no file. */
function wordingFolderOf(uri: vscode.Uri, benchmarks: readonly string[]): string | undefined {
  if (uri.scheme !== 'file') return undefined;
  const root = folderOfPrompt(uri, vscode.workspace);
  return findWordingFolder(path.dirname(uri.fsPath), benchmarks, ['.git'], root);
}
