import * as z from 'zod';
import type { BaselineChanges } from '../core/report/comparisonViewModel';
import type { FirstFix } from '../core/results/failureGroups';
import type { RunReport } from '../core/results/reportModel';

/** `starting`: reading files. `blocked`: the run cannot start, and `problems` say why. */
export type PanelPhase =
  | { readonly kind: 'empty' | 'starting' | 'running' | 'cancelling' | 'done' }
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
  'chooseTargets',
  'exploreFailing',
  'testRules',
  'setApiKey',
  'openLog',
  'openPrompt',
  'exportReport',
  'manageTrust',
  'openExample',
  'calibrateJudge',
  'runBaselineAgain',
  'tryAgain',
  'judgeRest',
]);
export type PanelAction = z.infer<typeof panelActionSchema>;

export interface PanelChoices {
  readonly benchmarks: readonly string[];
  readonly tutor: string;
  readonly judges: readonly string[];
  readonly simulated?: RunReport['run']['simulatedParts'];
  readonly sendsNothing?: boolean;
  readonly limit: number | undefined;
  /** As the front matter names them; absent where it names none. */
  readonly targets?: readonly string[] | undefined;
  readonly guards?: readonly string[] | undefined;
}

export interface PanelState {
  readonly promptName: string;
  readonly promptPath: string;
  readonly editedSinceRun: boolean;
  /** False when nothing may be started or changed. */
  readonly trusted: boolean;
  readonly example?: true;
  /** The text has rules that a test can leave out. */
  readonly hasRules?: boolean;
  readonly phase: PanelPhase;
  readonly choices: PanelChoices;
  readonly report: RunReport | undefined;
  readonly batches?: PanelBatches;
  /** Half a sentence on what the whole run waits for besides its own calls; absent while it proceeds. */
  readonly waitsFor?: string;
  /** What a silent server is about to do: answer, or be asked once more. */
  readonly silentServer?: 'asked' | 'askedLater';
  /** Difference to the baseline; absent if there is none or it is not known yet. */
  readonly changes?: BaselineChanges;
  /** With rules of the text in the editor. */
  readonly fixFirst?: readonly FirstFix[];
}

/** A run's batches with one provider. Times in ISO 8601. */
export interface PanelBatchWait {
  /** Includes the address if it is not the provider's own server. */
  readonly provider: string;
  readonly batches: number;
  readonly calls: number;
  /** Calls done according to the provider; Anthropic reports them at the end. Absent before the first poll. */
  readonly done?: number;
  readonly collected?: number;
  readonly since: string | undefined;
  readonly polledAt?: string | undefined;
  readonly nextPollAt?: string | undefined;
}

export interface PanelBatches {
  /** True while this window polls them; otherwise nobody does. */
  readonly isFollowed: boolean;
  readonly waits: readonly PanelBatchWait[];
}
