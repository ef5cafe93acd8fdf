import * as vscode from 'vscode';
import { ChoiceError } from '../../core/engine/runChoices';
import type { RunSession } from '../../core/engine/runSession';
import { readPromptFile } from '../../core/prompt/promptFile';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import type { RunReport } from '../../core/report/reportModel';
import { modelName } from '../../core/store/runManifest';
import type { PanelBatches } from '../../protocol/panelBatches';
import type { PanelChoices, PanelPhase, PanelState } from '../../protocol/panelState';
import { isExample } from '../example/exampleDocument';
import { readOnlyReason } from '../restrictedMode';
import { readSettings, type Settings } from '../settings';
import { choicesFor } from './prepareRun';

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

/** What the next run would use, for the panel's header. A choice that cannot be run is shown as it was written. */
function panelChoices(text: string, settings: Settings): PanelChoices {
  try {
    const choices = choicesFor(text, settings);
    return {
      benchmarks: choices.benchmarks.map((benchmark) => benchmark.title),
      tutor: modelName(choices.tutor),
      judges: choices.judges.map(modelName),
      limit: choices.limit,
    };
  } catch (error) {
    if (!ChoiceError.is(error)) throw error;
    const { benchmarks, tutor, judges, limit } = settings.choices;
    return { benchmarks: benchmarks ?? [], tutor: tutor ?? 'offline', judges: judges ?? ['offline'], limit };
  }
}
