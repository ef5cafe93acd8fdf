import path from 'node:path';
import type * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import {
  planRecorded,
  RecordedRepliesError,
  startRecorded,
  unnamedTutor,
  type PlannedRecorded,
} from '../../core/recorded/planRecorded';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { readNamedText } from '../../core/store/plainFile';
import { goesByBatch } from '../batches/batchChoice';
import type { Settings } from '../settings';
import { runRequest } from './prepareRun';
import type { PreparedRun } from './runInWindow';
import { providers } from './runProviders';
import type { PromptStore } from './runStores';

/** Replies that were recorded elsewhere, and what they are judged on. */
export interface RecordedFile {
  readonly file: string;
  readonly benchmark: Benchmark;
}

/** Plans to judge the replies in a file with the judges of a prompt. Throws `RecordedRepliesError` and what planning a run throws. */
export async function prepareRecorded(
  document: vscode.TextDocument,
  { file, benchmark }: RecordedFile,
  prompt: PromptStore,
  settings: Settings,
  extension: { readonly uri: vscode.Uri; readonly version: string },
): Promise<{ readonly planned: PlannedRecorded; readonly run: PreparedRun }> {
  const request = await runRequest(document, prompt, settings, extension, [benchmark]);
  const given = {
    ...request,
    tutor: unnamedTutor,
    student: undefined,
    policy: { ...request.policy, student: 'script' as const },
    batch: goesByBatch(request.judges, 'asSet', settings.batch, providers),
  };
  const planned = planRecorded(given, { name: path.basename(file), text: await textOf(file) }, benchmarks);
  assertCapHolds(planned.manifest.judges, settings.caps);
  const { manifest, samples, records } = planned;
  return {
    planned,
    run: {
      session: sessionOfRun({ manifest, samples, records, problems: [] }, benchmarks),
      openWriter: () => startRecorded(prompt.store, planned),
    },
  };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readNamedText(file);
  } catch (error) {
    throw new RecordedRepliesError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
