import path from 'node:path';
import * as vscode from 'vscode';
import type { AgreedRuns } from '../evaluation/agreedRuns';
import { confirmSending } from '../evaluation/confirmSending';
import type { Evaluations } from '../evaluation/evaluations';
import type { FollowedName } from '../evaluation/promptMoves';
import { showFailure } from '../log';
import type { ApiKeys } from '../models/apiKeys';
import { askForJudges } from '../models/chooseModels';
import { mayStartRun } from '../restrictedMode';
import { readSettings } from '../settings';
import type { EndedCalibration } from './calibrationRuns';
import type { CalibrationWish } from './calibrationWish';
import { chooseCheck } from './chooseCheck';
import { chooseCount } from './chooseCount';
import { chooseLabelledReplies } from './chooseLabelledReplies';
import { chooseWording } from './chooseWording';
import { endedWords } from './endedWords';
import { judgesNamed, prepareCalibration } from './prepareCalibration';
import type { PromptJudges } from './promptJudges';
import { readLabelledReplies } from './readLabelledReplies';

/** What the command needs of the window. */
export interface CalibrationCommand {
  readonly all: Evaluations;
  readonly uri: vscode.Uri;
  readonly extension: { readonly uri: vscode.Uri; readonly version: string };
  readonly keys: ApiKeys;
  readonly agreed: AgreedRuns;
  readonly log: vscode.LogOutputChannel;
}

/** Asks what to check on what, says what is sent and what it costs, runs it and shows its cards. Rejects with errors that say what to do. */
export async function calibrateJudge(command: CalibrationCommand, wish: CalibrationWish): Promise<void> {
  // The questions and the run take their time, in which the prompt may get another name.
  const prompt = command.all.follow(command.uri);
  try {
    await calibrate(command, wish, prompt);
  } finally {
    prompt.dispose();
  }
}

async function calibrate(
  { all, uri, extension, keys, agreed, log }: CalibrationCommand,
  wish: CalibrationWish,
  prompt: FollowedName<vscode.Uri>,
): Promise<void> {
  const judges = all.judgesOf(uri);
  if (!mayStart(judges, uri)) return;
  const settings = readSettings(uri);
  const store = judges.place;
  const { root } = store;
  const { unfinished } = await judges.view(undefined);
  const check = await chooseCheck(wish.benchmark, root, unfinished, step(1));
  if (check === undefined) return;
  if (check.kind === 'resume') return resumeCalibration(all, { uri: prompt.now, runId: check.runId, shows: true }, log);
  const { benchmark } = check;
  const places = { root, settings, promptUri: uri, extensionUri: extension.uri };
  const file = await chooseLabelledReplies(benchmark, wish.gold, places, step(2));
  if (file === undefined) return;
  const source = await readLabelledReplies(benchmark, file);
  const models =
    wish.judge === undefined
      ? await askForJudges(
          uri,
          { keys, log, extensionUri: extension.uri, cards: () => judges.allCards() },
          settings.choices.judges ?? [],
          step(3),
        )
      : [wish.judge];
  if (models === undefined) return;
  const named = judgesNamed(models, settings);
  const wordings = await chooseWording(benchmark, named, places, step(4));
  if (wordings === undefined) return;
  const count = await chooseCount(benchmark, source, step(5));
  if (count === undefined) return;
  const choice = { benchmark, source, file, judges: named, wordings, limit: count.limit };
  const { run, remarks } = await prepareCalibration(choice, store, settings, extension.version);
  if (remarks.length > 0) tellRemarks(path.basename(file), remarks, log);
  if (!(await confirmSending([run], { prompt: store, settings, agreed }))) return;
  const ended = await all.judgesOf(prompt.now).runs.start(run, store);
  tellEnd(ended, all, prompt.now, log);
}

/** A stored calibration in the store of the prompt `uri`. */
export interface StoredCalibration {
  readonly uri: vscode.Uri;
  readonly runId: string;
  /** False where `uri` only stands for a folder, so that there is no panel to show. */
  readonly shows: boolean;
}

/** Goes on with a calibration that was cut off, and shows its cards. Rejects as opening a run does. */
export async function resumeCalibration(
  all: Evaluations,
  { uri, runId, shows }: StoredCalibration,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const judges = all.judgesOf(uri);
  if (!mayStart(judges, uri)) return;
  const prompt = all.follow(uri);
  try {
    const ended = await judges.runs.resume(runId);
    tellEnd(ended, all, shows ? prompt.now : undefined, log);
  } finally {
    prompt.dispose();
  }
}

function step(place: number): string {
  return vscode.l10n.t('Calibrate judge ({0} of 5)', place);
}

function mayStart({ runs }: PromptJudges, prompt: vscode.Uri): boolean {
  if (!mayStartRun(prompt)) return false;
  if (runs.isRunning) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('A calibration is under way. Wait for its end or cancel it.'),
    );
    return false;
  }
  return true;
}

function tellRemarks(name: string, remarks: readonly string[], log: vscode.LogOutputChannel): void {
  for (const remark of remarks) log.warn(`${name}: ${remark}`);
  const show = vscode.l10n.t('Open Log');
  void vscode.window
    .showWarningMessage(vscode.l10n.t('Not all labels of {0} can be used: {1}', name, remarks[0] ?? ''), show)
    .then((answer) => {
      if (answer === show) log.show();
    });
}

/** Shows the cards where there are some, and says in one line what was found. */
function tellEnd(
  ended: EndedCalibration | undefined,
  all: Evaluations,
  uri: vscode.Uri | undefined,
  log: vscode.LogOutputChannel,
): void {
  if (ended === undefined) return;
  const words = endedWords(ended);
  if (words.kind === 'failed') {
    void showFailure(log, words.text, new Error(words.text));
    return;
  }
  if (uri !== undefined) all.showJudges(uri, words.place);
  const tell = words.kind === 'stopped' ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  void tell(words.text);
}
