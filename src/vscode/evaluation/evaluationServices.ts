import type * as vscode from 'vscode';
import type { ShippedJudges } from '../../core/calibration/shippedJudges';
import type { BatchTimes } from '../../core/engine/batch/batchServices';
import type { Comparisons } from '../comparing/comparisonJob';
import type { ApiKeys } from '../models/apiKeys';
import type { AgreedRuns } from './agreedRuns';
import type { PromptStore } from './runStores';
import type { RunTracker } from './runTracker';

/** What an evaluation needs from the extension. */
export interface EvaluationServices {
  readonly extension: { readonly uri: vscode.Uri; readonly version: string };
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly tracker: RunTracker;
  readonly comparisons: Comparisons;
  /** Remembered over windows and folders. */
  readonly agreed: AgreedRuns;
  /** The judges that come with the extension. */
  readonly judges: ShippedJudges;
  /** How patient batches are; the usual times unless set. */
  readonly batchTimes?: BatchTimes | undefined;
  storeFor(uri: vscode.Uri): PromptStore;
}
