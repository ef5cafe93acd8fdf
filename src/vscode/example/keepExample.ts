import * as vscode from 'vscode';
import { example } from '../../core/benchmarks/example';
import { benchmarks } from '../../core/benchmarks/registry';
import { exampleRuns } from '../../core/run/recorded/exampleRuns';
import { createRun, type RunStore, type StoredRun } from '../../core/store/runStore';
import { RunStoreError } from '../../core/store/runStoreError';
import { exampleUri } from './exampleDocument';

/** Rejects with `RunStoreError`, and with `SampleFileError` for a changed file. */
export async function keepExample(
  store: RunStore,
  { extensionUri, toolVersion }: { readonly extensionUri: vscode.Uri; readonly toolVersion: string },
): Promise<void> {
  const file = vscode.Uri.joinPath(extensionUri, 'example-results', example.file);
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const making = { now: Date.now(), toolVersion, promptPath: exampleUri.toString() };
  for (const run of exampleRuns({ name: example.file, text }, making, benchmarks)) {
    const { manifest } = run;
    const kept = await store.open(manifest.runId).catch((error: unknown) => {
      if (!RunStoreError.is(error)) throw error;
    });
    if (kept && stampOf(kept) === stampOf(run)) continue;
    await store.delete(manifest.runId).catch((error: unknown) => {
      if (!RunStoreError.is(error, 'notFound')) throw error;
    });
    await (await createRun(store, run)).close();
  }
}

/** The data hash covers samples, replies and labels. */
function stampOf({ manifest: { prompt, recorded, benchmarks: played }, records, problems }: StoredRun): string {
  return JSON.stringify([problems, records.length, prompt.revision, recorded?.about, played[0]?.dataHash]);
}
