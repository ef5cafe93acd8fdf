import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmarks/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { assertCapHolds } from '../../core/engine/priceCap';
import { readPromptFile } from '../../core/prompt/promptFile';
import {
  leftOutWords,
  planRecorded,
  RecordedRepliesError,
  startRecorded,
  unnamedTutor,
  type PlannedRecorded,
} from '../../core/recorded/planRecorded';
import { sessionOfRun } from '../../core/revisions/sessionOfRun';
import { readNamedText } from '../../core/store/namedText';
import type { Evaluations } from '../evaluation/evaluations';
import { choicesFor, runRequest } from '../evaluation/prepareRun';
import type { RunContext } from '../evaluation/runContext';
import type { PreparedRun } from '../evaluation/runInWindow';
import { mayStartRun } from '../restrictedMode';
import { extensionPrefix, readSettings } from '../settings';

/** Replies that were recorded elsewhere, and what they are judged on. */
interface RecordedFile {
  readonly file: string;
  readonly benchmark: Benchmark;
}

/** Asks for a file of recorded replies and has them judged as a run of a prompt; what of them is not used is told, and in the log. */
export async function judgeReplies(
  all: Evaluations,
  document: vscode.TextDocument,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const { uri } = document;
  if (!mayStartRun(uri)) return;
  const recorded = await chooseReplies(document);
  if (recorded === undefined) return;
  await all.start(uri, async (context) => {
    const { planned, run } = await prepareRecorded(document, recorded, context);
    tellUnused(planned, log);
    return [run];
  });
}

async function chooseReplies(document: vscode.TextDocument): Promise<RecordedFile | undefined> {
  const { uri } = document;
  const chosen = choicesFor(readPromptFile('', document.getText()), readSettings(uri)).benchmarks;
  const benchmark = chosen.length === 1 ? chosen[0] : await chooseBenchmark(chosen);
  if (benchmark === undefined) return undefined;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: `Recorded replies to ${benchmark.title} samples`,
      openLabel: 'Judge These Replies',
      filters: {
        ['Replies']: ['jsonl', 'json', 'csv'],
        ['All files']: ['*'],
      },
      ...(folder === undefined ? {} : { defaultUri: folder }),
    })) ?? [];
  return file && { file: file.fsPath, benchmark };
}

async function chooseBenchmark(chosen: readonly Benchmark[]): Promise<Benchmark | undefined> {
  const picks = chosen.map((benchmark) => ({ label: benchmark.title, description: benchmark.id, benchmark }));
  const title = 'Judge recorded replies';
  const placeHolder = 'The benchmark whose samples they answer';
  return (await vscode.window.showQuickPick(picks, { ignoreFocusOut: true, title, placeHolder }))?.benchmark;
}

/** Plans to judge the replies in a file with the judges of a prompt. Throws `RecordedRepliesError` and what planning a run throws. */
async function prepareRecorded(
  document: vscode.TextDocument,
  { file, benchmark }: RecordedFile,
  context: RunContext,
): Promise<{ readonly planned: PlannedRecorded; readonly run: PreparedRun }> {
  const request = await runRequest(document, context, [benchmark]);
  const given = {
    ...request,
    tutor: unnamedTutor,
    student: undefined,
    policy: { ...request.policy, student: 'script' as const },
    batch: context.goesByBatch(request.judges),
  };
  const planned = planRecorded(given, { name: path.basename(file), text: await textOf(file) }, benchmarks);
  assertCapHolds(planned.manifest.judges, context.settings.caps);
  const { manifest, samples, records } = planned;
  return {
    planned,
    run: {
      session: sessionOfRun({ manifest, samples, records, problems: [] }, benchmarks),
      openWriter: () => startRecorded(context.prompt.store, planned),
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

/** Says what of a file of replies is not used; the log names each record. */
function tellUnused(planned: PlannedRecorded, log: vscode.LogOutputChannel): void {
  const words = leftOutWords(planned);
  if (words === undefined) return;
  const name = planned.manifest.recorded?.name ?? '';
  for (const { record, message } of planned.problems) log.warn(`${name}: record ${record}: ${message}`);
  const show = 'Open Log';
  void vscode.window.showWarningMessage(`${name}: ${words}`, show).then((answer) => {
    if (answer === show) void vscode.commands.executeCommand(`${extensionPrefix}.openLog`);
  });
}
