import * as z from 'zod';
import type { BaselineChanges } from '../core/report/comparisonViewModel';
import type { RunReport, CaseSummary } from '../core/results/reportModel';

/** `empty`: no run yet. `starting`: reading files. `blocked`: the run cannot start, `problems` say why. */
export type PanelPhase =
  | { readonly kind: 'empty' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'cancelling' }
  | { readonly kind: 'done' }
  | { readonly kind: 'blocked'; readonly problems: readonly PanelProblem[] };

export interface PanelProblem {
  readonly message: string;
  readonly action?: { readonly label: string; readonly command: PanelAction };
}

export const panelActionSchema = z.enum([
  'evaluate',
  'cancel',
  'resume',
  'leaveBatch',
  'raiseCap',
  'chooseBenchmarks',
  'chooseModels',
  'setApiKey',
  'openLog',
  'openPrompt',
  'exportReport',
  'manageTrust',
  'openExample',
  'calibrateJudge',
]);
export type PanelAction = z.infer<typeof panelActionSchema>;

export interface PanelChoices {
  readonly benchmarks: readonly string[];
  readonly tutor: string;
  readonly judges: readonly string[];
  readonly limit: number | undefined;
}

export interface PanelState {
  readonly promptName: string;
  readonly promptPath: string;
  readonly editedSinceRun: boolean;
  /** False where nothing may be started or changed. */
  readonly trusted: boolean;
  readonly example?: true;
  readonly phase: PanelPhase;
  readonly choices: PanelChoices;
  readonly report: RunReport | undefined;
  readonly batches?: PanelBatches;
  /** What the whole run waits for besides its own calls, half a sentence; absent where it goes on. */
  readonly waitsFor?: string;
  /** How the shown run differs from its baseline; absent where there is none or it is not known yet. */
  readonly changes?: BaselineChanges;
}

export type PlacedRow = readonly [place: number, row: CaseSummary];

/** A state as a change of the one before: the rows that are new, by benchmark; all other rows stay as they are. */
export interface StateChange {
  readonly state: PanelState;
  readonly rows: readonly (readonly PlacedRow[])[];
}

/** What a run has in batches with one provider. Times in ISO 8601. */
export interface PanelBatchWait {
  /** With the address where it is not the provider's own server. */
  readonly provider: string;
  readonly batches: number;
  readonly calls: number;
  /** Of these, those that the provider says are done; Anthropic says it at the end. Absent where nobody has looked. */
  readonly done?: number;
  readonly collected?: number;
  readonly since: string | undefined;
  readonly lookedAt?: string | undefined;
  readonly nextLookAt?: string | undefined;
}

export interface PanelBatches {
  /** True while this window looks at them from time to time; else they are with the provider and nobody does. */
  readonly isFollowed: boolean;
  readonly waits: readonly PanelBatchWait[];
}
