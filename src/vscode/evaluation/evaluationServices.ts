import type * as vscode from 'vscode';
import type { BatchTimes } from '../../core/run/batch/batchServices';
import { FileRunStore } from '../../core/store/fileRunStore';
import type { ShippedJudges } from '../../core/trust/shippedJudges';
import type { Comparisons } from '../comparing/comparisonJob';
import type { ApiKeys } from '../models/apiKeys';
import type { AgreedRuns } from './agreedRuns';
import type { RunTracker } from './runTracker';
import { storeLocation, type StoreLocation } from './storeLocation';

export interface EvaluationServices {
  readonly extensionUri: vscode.Uri;
  readonly toolVersion: string;
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly tracker: RunTracker;
  readonly comparisons: Comparisons;
  readonly agreed: AgreedRuns;
  readonly judges: ShippedJudges;
  readonly batchTimes?: BatchTimes | undefined;
  storeFor(uri: vscode.Uri): PromptStore;
}

export interface PromptStore extends StoreLocation {
  readonly store: FileRunStore;
}

export function promptStore(uri: vscode.Uri, globalStorage: vscode.Uri): PromptStore {
  const place = storeLocation(uri, globalStorage);
  return { store: new FileRunStore(place.root), ...place };
}
