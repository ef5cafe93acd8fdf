import type { BaselineChanges } from '../core/report/comparisonViewModel';
import type { RunReport } from '../core/report/reportModel';
import type { PanelBatches } from './panelBatches';

/**
 * What the panel shows besides a report. Always sent whole.
 * `empty`: no run yet. `starting`: reading the file and samples. `blocked`: the run cannot start, `problems` say why.
 */
export type PanelPhase =
  | { readonly kind: 'empty' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'cancelling' }
  | { readonly kind: 'done' }
  | { readonly kind: 'blocked'; readonly problems: readonly PanelProblem[] };

/** What failed, and the action that mends it, as a button. */
export interface PanelProblem {
  readonly message: string;
  readonly action?: { readonly label: string; readonly command: PanelAction };
}

/** Things the panel may ask the host to do that are not about one case. */
export type PanelAction =
  | 'evaluate'
  | 'cancel'
  | 'resume'
  | 'leaveBatch'
  | 'raiseCap'
  | 'chooseBenchmarks'
  | 'chooseModels'
  | 'setApiKey'
  | 'openLog'
  | 'openPrompt'
  | 'exportReport'
  | 'manageTrust'
  | 'openExample'
  | 'calibrateJudge';

/** Choices of the coming run, shown beside the button. */
export interface PanelChoices {
  readonly benchmarks: readonly string[];
  readonly tutor: string;
  readonly judges: readonly string[];
  readonly limit: number | undefined;
}

/** A full snapshot; the panel draws from it and nothing else. */
export interface PanelState {
  readonly promptName: string;
  readonly promptPath: string;
  /** True when the editor's text differs from the text of the shown run. */
  readonly editedSinceRun: boolean;
  /** False where nothing may be started or changed. */
  readonly trusted: boolean;
  /** True for the example that comes with the program, which stays as it is. */
  readonly example?: true;
  readonly phase: PanelPhase;
  readonly choices: PanelChoices;
  readonly report: RunReport | undefined;
  /** Absent where no call of the shown run is in a batch. */
  readonly batches?: PanelBatches;
  /** What the whole run waits for besides its own calls, half a sentence; absent where it goes on. */
  readonly waitsFor?: string;
  /** How the shown run differs from its baseline; absent where there is none or it is not known yet. */
  readonly changes?: BaselineChanges;
}
