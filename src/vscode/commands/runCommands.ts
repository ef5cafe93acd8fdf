import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import { withStudent } from '../../core/benchmarks/policies';
import { benchmarks } from '../../core/benchmarks/registry';
import { readPromptFile } from '../../core/prompt/promptFile';
import { isoTime, systemClock } from '../../core/run/clock';
import { leftOutWords, planRecorded, RecordedRepliesError, unnamedTutor } from '../../core/run/recorded/planRecorded';
import { assertCapHolds } from '../../core/run/priceCap';
import type { CapKind, CapProblem, RaisedCap } from '../../core/run/runCaps';
import { capAmount, capNames, capProblem, capsOfAttempt, raisedCap } from '../../core/run/runCaps';
import { spentOf } from '../../core/run/runState';
import { readNamedText } from '../../core/store/plainFile';
import type { StatusRecord } from '../../core/store/runRecord';
import { choicesFor, goesByBatch, type RunContext, runRequest } from '../evaluation/prepareRun';
import { choose, chooseFile, Notice, reasonOf, t, warnWithLog } from '../log';
import { newRun } from '../evaluation/runInWindow';
import type { Evaluations } from '../prompts/evaluations';
import { mayStartRun } from '../restrictedMode';
import { extensionPrefix, readSettings } from '../settings';

export async function judgeReplies(
  all: Evaluations,
  document: vscode.TextDocument,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const { uri } = document;
  if (!mayStartRun(uri)) return;
  const chosen = choicesFor(readPromptFile('', document.getText()), readSettings(uri)).benchmarks;
  const picks = chosen.map((benchmark) => ({ label: benchmark.title, description: benchmark.id, benchmark }));
  const placeHolder = t`The benchmark whose samples the replies answer`;
  const [only] = picks;
  const pick = picks.length === 1 ? only : await choose(picks, t`Judge recorded replies`, placeHolder);
  if (pick === undefined) return;
  const { benchmark } = pick;
  const dialog = { title: t`Recorded replies to ${benchmark.title} samples`, openLabel: t`Judge These Replies` };
  const file = await chooseFile(uri, { ...dialog, filters: { ['Replies']: ['jsonl', 'json', 'csv'] } });
  if (file === undefined) return;
  await all.start(uri, async (context) => {
    const planned = await planReplies(document, benchmark, file, context);
    const name = planned.manifest.recorded?.name ?? '';
    const leftOut = leftOutWords(planned);
    for (const { record, message } of planned.problems) log.warn(`${name}: record ${record}: ${message}`);
    if (leftOut !== undefined) warnWithLog(log, `${name}: ${leftOut}`);
    return [newRun(planned, context.prompt)];
  });
}

/** Throws `RecordedRepliesError` and the errors of `planRun`. */
async function planReplies(document: vscode.TextDocument, benchmark: Benchmark, file: string, context: RunContext) {
  const { settings } = context;
  const request = await runRequest(document, { ...context, asked: { benchmarks: [benchmark.id] } });
  const given = {
    ...request,
    tutor: unnamedTutor,
    student: undefined,
    policy: withStudent(request.policy, false),
    batch: goesByBatch(request.judges, settings),
  };
  const text = await readNamedText(file).catch((error: unknown) => {
    throw new RecordedRepliesError(t`${file} cannot be read: ${reasonOf(error)}`);
  });
  const planned = planRecorded(given, { name: path.basename(file), text }, benchmarks);
  assertCapHolds(planned.manifest.judges, settings.caps);
  return planned;
}

/** Asks for a higher cap and resumes the run that the cap stopped. The settings stay as they are. */
export async function raiseCap(all: Evaluations, uri: vscode.Uri): Promise<void> {
  const { session, isRunning } = await all.showRestored(uri);
  const status = session?.state.status;
  if (session === undefined || status?.status !== 'overBudget' || isRunning)
    throw new Notice(t`The run that is shown did not stop at a cap.`);
  const { manifest: started, state } = session;
  // Older runs do not record which cap stopped them; then only a cost cap existed.
  const kind = status.cap ?? 'maxCostUsd';
  const current = capsOfAttempt({ started, last: state.caps, settings: readSettings(uri).caps }).caps[kind];
  const cap = await askForCap(raisedCap(kind, current, spentOf(session), reachedBy(status)));
  if (cap !== undefined) await all.resume(uri, { [kind]: cap });
}

function reachedBy({ reached }: StatusRecord): Parameters<typeof raisedCap>[3] {
  if (reached === undefined) return undefined;
  const { cap, usd, calls, day } = reached;
  const isOver = day !== undefined && day !== isoTime(systemClock).slice(0, 10);
  return { cap, spent: isOver ? { usd: 0, calls: 0 } : { usd, calls } };
}

async function askForCap(raised: RaisedCap): Promise<number | undefined> {
  const { kind, least, suggestion } = raised;
  const shown = capAmount(kind, least);
  const problems: Readonly<Record<CapProblem, string>> = {
    noNumber: t`Give a number.`,
    notWhole: t`Give a whole number.`,
    tooLow: t`Give more than ${shown}.`,
  };
  const answer = await vscode.window.showInputBox({
    title: t`Raise the Cap`,
    prompt: t`${titles[kind]}, above ${shown}. It applies to this run from now on; the setting ${extensionPrefix}.${capNames[kind].setting} stays as it is.`,
    value: suggestion > 0 ? String(suggestion) : '',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const problem = capProblem(raised, text);
      return problem && problems[problem];
    },
  });
  return answer === undefined ? undefined : Number(answer);
}

const titles: Readonly<Record<CapKind, string>> = {
  maxCostUsd: t`US dollars for the whole run`,
  maxCalls: t`Calls for the whole run`,
  maxCostUsdPerDay: t`US dollars for all runs of the store in a UTC day`,
  maxCallsPerDay: t`Calls of all runs of the store in a UTC day`,
};
