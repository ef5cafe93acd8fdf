import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { FileRunStore } from '../../core/store/fileRunStore';
import { type RunManifest, runManifestSchema } from '../../core/store/runManifest';
import type { ShippedJudges } from '../../core/trust/shippedJudges';
import type { ComparisonThread } from '../comparing/comparisonThread';
import type { ApiKeys } from '../models/apiKeys';
import type { RunTracker } from './runTracker';
import { storeLocation, type StoreLocation } from './storeLocation';

export interface EvaluationServices {
  readonly extensionUri: vscode.Uri;
  readonly toolVersion: string;
  readonly keys: ApiKeys;
  readonly log: vscode.LogOutputChannel;
  readonly tracker: RunTracker;
  readonly comparisons: ComparisonThread;
  readonly agreed: AgreedRuns;
  readonly judges: ShippedJudges;
  storeFor(uri: vscode.Uri): PromptStore;
}

export interface PromptStore extends StoreLocation {
  readonly store: FileRunStore;
}

export function promptStore(uri: vscode.Uri, globalStorage: vscode.Uri): PromptStore {
  const location = storeLocation(uri, globalStorage);
  return { store: new FileRunStore(location.root), ...location };
}

const stateKey = 'agreedRuns';
/** Some hundred bytes for each prompt of a year; an older run is asked about once more. */
const mostKept = 1_000;

/**
 * The runs that the user of this machine has let send something. A store may come with a cloned folder, so they stand in
 * VS Code's own storage, by a hash over the whole manifest: a run that was changed since is another.
 */
export class AgreedRuns {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  has(manifest: RunManifest): boolean {
    return this.#kept().includes(hashOf(manifest));
  }

  async add(manifests: readonly RunManifest[]): Promise<void> {
    const kept = new Set([...this.#kept(), ...manifests.map(hashOf)]);
    await this.#memory.update(stateKey, [...kept].slice(-mostKept));
  }

  #kept(): readonly string[] {
    return this.#memory.get<readonly string[]>(stateKey, []);
  }
}

function hashOf(manifest: RunManifest): string {
  // As it is read back from the store, whatever order its members were made in.
  const stored = runManifestSchema.parse(JSON.parse(JSON.stringify(manifest)));
  return createHash('sha256').update(JSON.stringify(stored)).digest('base64url');
}
