import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { FileRunStore } from '../../core/store/fileRunStore';
import { type RunManifest, runManifestSchema } from '../../core/store/runManifest';
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
  readonly tests: vscode.TestController;
  readonly comparisons: ComparisonThread;
  readonly agreed: AgreedRuns;
  storeFor(uri: vscode.Uri): PromptStore;
}

export interface PromptStore extends StoreLocation {
  readonly store: FileRunStore;
}

/** A part of one prompt, whose name and store may change. */
export class PromptPart<Prompt extends { readonly uri: vscode.Uri }> {
  constructor(
    protected readonly prompt: Prompt,
    protected readonly services: EvaluationServices,
  ) {}

  /** Read each time, since the setting may change. */
  get location(): PromptStore {
    return this.services.storeFor(this.prompt.uri);
  }
}

export function promptStore(uri: vscode.Uri, globalStorage: vscode.Uri): PromptStore {
  const location = storeLocation(uri, globalStorage);
  return { store: new FileRunStore(location.root), ...location };
}

/** What an evaluation sends besides the prompt and to whom, and the most that it was said to take. */
export interface Sending {
  readonly data: string;
  readonly calls: number;
  readonly usd: number;
}

const stateKey = 'agreedRuns';
/** Bounds the stored hashes; the user is asked again about older runs. */
const mostKept = 1_000;

/**
 * Runs that the user of this machine allowed to send something. Kept in VS Code's own storage, since a store may
 * come with a cloned folder. Keyed by a hash of the whole manifest, so that a changed run counts as another.
 */
export class AgreedRuns {
  /** By prompt, what was agreed to since the window was opened. */
  readonly #inWindow = new Map<string, Sending>();

  constructor(private readonly memory: Pick<vscode.Memento, 'get' | 'update'>) {}

  /** Whether no more goes to the same receivers than was agreed to for this prompt. */
  covers(prompt: vscode.Uri, { data, calls, usd }: Sending): boolean {
    const agreed = this.#inWindow.get(prompt.toString());
    return data === agreed?.data && calls <= agreed.calls && usd <= agreed.usd;
  }

  keep(prompt: vscode.Uri, sending: Sending): void {
    this.#inWindow.set(prompt.toString(), sending);
  }

  has(manifest: RunManifest): boolean {
    return this.#kept().includes(hashOf(manifest));
  }

  async add(manifests: readonly RunManifest[]): Promise<void> {
    const kept = new Set([...this.#kept(), ...manifests.map(hashOf)]);
    await this.memory.update(stateKey, [...kept].slice(-mostKept));
  }

  #kept(): readonly string[] {
    return this.memory.get<readonly string[]>(stateKey, []);
  }
}

function hashOf(manifest: RunManifest): string {
  // Normalised through the schema, since the order of members may differ from the stored manifest.
  const stored = runManifestSchema.parse(JSON.parse(JSON.stringify(manifest)));
  return createHash('sha256').update(JSON.stringify(stored)).digest('base64url');
}
