import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import { benchmarks } from '../../core/benchmarks/registry';
import { isoTime, systemClock } from '../../core/run/clock';
import {
  assertCapHolds,
  capAmount,
  type CapKind,
  capNames,
  capProblem,
  type CapProblem,
  capsOfAttempt,
  raisedCap,
  type RaisedCap,
} from '../../core/run/runCaps';
import type { RunSession } from '../../core/run/runSession';
import { spentOf } from '../../core/run/runState';
import { readPromptFile } from '../../core/prompt/promptFile';
import {
  leftOutWords,
  type PlannedRecorded,
  planRecorded,
  RecordedRepliesError,
  startRecorded,
  unnamedTutor,
} from '../../core/run/recorded/planRecorded';
import { sessionOfRun } from '../../core/history/sessionOfRun';
import { readNamedText } from '../../core/store/plainFile';
import type { StatusRecord } from '../../core/store/runRecord';
import type { Spending } from '../../core/store/spendingLedger';
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

/** Asks for a higher cap in the place of the one that stopped the shown run, and goes on with the run. The settings stay as they are. */
export async function raiseCap(all: Evaluations, uri: vscode.Uri): Promise<void> {
  const { session, isRunning } = await all.showRestored(uri);
  const status = session?.state.status;
  if (session === undefined || status?.status !== 'overBudget' || isRunning) {
    void vscode.window.showInformationMessage('The run that is shown did not stop at a cap.');
    return;
  }
  // Runs of before there were other caps do not say which one it was.
  const kind = status.cap ?? 'maxCostUsd';
  const cap = await askForCap(raisedCap(kind, currentCap(kind, uri, session), spentOf(session), reachedBy(status)));
  if (cap !== undefined) await all.resume(uri, { [kind]: cap });
}

function currentCap(kind: CapKind, uri: vscode.Uri, { manifest, state }: RunSession): number | undefined {
  const { caps: settings } = readSettings(uri);
  return capsOfAttempt({ started: manifest, last: state.caps, settings }).caps[kind];
}

/** The cap that stopped the run with what counted against it, which is nothing for a day that is over. */
function reachedBy({ reached }: StatusRecord): { readonly cap: number; readonly spent: Spending } | undefined {
  if (reached === undefined) return undefined;
  const { cap, usd, calls, day } = reached;
  const isOver = day !== undefined && day !== isoTime(systemClock).slice(0, 10);
  return { cap, spent: isOver ? { usd: 0, calls: 0 } : { usd, calls } };
}

async function askForCap(raised: RaisedCap): Promise<number | undefined> {
  const { kind, least, suggestion } = raised;
  const shown = capAmount(kind, least);
  const problems: Readonly<Record<CapProblem, string>> = {
    noNumber: 'Give a number.',
    notWhole: 'Give a whole number.',
    tooLow: `Give more than ${shown}.`,
  };
  const answer = await vscode.window.showInputBox({
    title: 'Raise the Cap',
    prompt: `${titles()[kind]}, above ${shown}. It holds for this run from now on; the setting ${extensionPrefix}.${capNames[kind].setting} stays as it is.`,
    value: suggestion > 0 ? String(suggestion) : '',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const problem = capProblem(raised, text);
      return problem === undefined ? undefined : problems[problem];
    },
  });
  return answer === undefined ? undefined : Number(answer);
}

function titles(): Readonly<Record<CapKind, string>> {
  return {
    maxCostUsd: 'US dollars for the whole run',
    maxCalls: 'Calls for the whole run',
    maxCostUsdPerDay: 'US dollars for all runs of the store in a UTC day',
    maxCallsPerDay: 'Calls of all runs of the store in a UTC day',
  };
}
