import * as vscode from 'vscode';
import { ChoiceError } from '../../core/engine/runChoices';
import type { PromptFile } from '../../core/prompt/promptFile';
import type { BaselineChanges } from '../../core/report/comparisonViewModel';
import type { RunReport } from '../../core/report/reportModel';
import { modelName } from '../../core/store/runManifest';
import type { PanelBatches, PanelChoices, PanelPhase, PanelState } from '../../protocol/panelState';
import { isExample } from '../example/exampleDocument';
import { readOnlyReason } from '../restrictedMode';
import { readSettings, type Settings } from '../settings';
import { choicesFor } from './prepareRun';

/** What a panel shows, apart from what the window knows of the file. */
interface ShownParts {
  /** As it stands in the editor. */
  readonly prompt: PromptFile;
  /** Whether the prompt's document is open. */
  readonly isOpen: boolean;
  readonly phase: PanelPhase;
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
  const { prompt, isOpen, phase, report, changes, batches, waitsFor } = parts;
  return {
    promptName: promptName(uri),
    promptPath: vscode.workspace.asRelativePath(uri),
    editedSinceRun: isOpen && report !== undefined && prompt.revision !== report.run.revision,
    trusted: readOnlyReason(uri) === undefined,
    ...(isExample(uri) ? { example: true } : {}),
    phase,
    choices: panelChoices(prompt, readSettings(uri)),
    report,
    ...(batches === undefined ? {} : { batches }),
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(changes === undefined ? {} : { changes }),
  };
}

/** What the next run would use, for the panel's header. A choice that cannot be run is shown as it was written. */
function panelChoices(prompt: PromptFile, settings: Settings): PanelChoices {
  try {
    const choices = choicesFor(prompt, settings);
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
