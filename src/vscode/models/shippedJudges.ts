import * as vscode from 'vscode';
import { benchmarks } from '../../core/benchmarks/registry';
import { ShippedJudges } from '../../core/calibration/shippedJudges';

/** The judges in the extension's own folder. */
export function shippedJudges(extension: vscode.Uri): ShippedJudges {
  return new ShippedJudges(benchmarks, async (name) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'judges', name))),
  );
}
