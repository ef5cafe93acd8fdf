import * as vscode from 'vscode';
import type { RunSession } from '../../core/engine/runSession';
import { readPromptFile } from '../../core/prompt/promptFile';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import type { RunReport } from '../../core/report/reportModel';
import type { PanelBatches, PanelPhase, PanelState } from '../../protocol/panelState';
import { isExample } from '../example/exampleAddress';
import { readOnlyReason } from '../restrictedMode';
import { readSettings } from '../settings';
import { panelChoices } from './panelChoices';

/** What a panel shows, apart from what the window knows of the file. */
export interface ShownParts {
  readonly phase: PanelPhase;
  readonly session: RunSession | undefined;
  readonly report: RunReport | undefined;
  readonly changes: BaselineChanges | undefined;
  readonly batches: PanelBatches | undefined;
  readonly waitsFor: string | undefined;
}

/** What a prompt is called in its panel. */
export function promptName(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** The whole panel of a prompt as it stands. */
export function panelSnapshot(uri: vscode.Uri, parts: ShownParts): PanelState {
  const { phase, session, report, changes, batches, waitsFor } = parts;
  const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri.toString());
  const edited =
    document !== undefined &&
    report !== undefined &&
    readPromptFile('', document.getText()).revision !== report.run.revision;
  return {
    promptName: promptName(uri),
    promptPath: vscode.workspace.asRelativePath(uri),
    editedSinceRun: edited,
    trusted: readOnlyReason(uri) === undefined,
    ...(isExample(uri) ? { example: true } : {}),
    phase,
    // After a reload the document may not be loaded yet; the text of the shown run stands in for it.
    choices: panelChoices(document?.getText() ?? session?.manifest.prompt.text ?? '', readSettings(uri)),
    report,
    ...(batches === undefined ? {} : { batches }),
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(changes === undefined ? {} : { changes }),
  };
}
