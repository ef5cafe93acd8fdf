import path from 'node:path';
import * as vscode from 'vscode';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { JudgeWording } from '../../core/benchmark/judging/judgeWording';
import { benchmarks } from '../../core/benchmarks/registry';
import type { CardPlace } from '../../core/results/trustModel';
import { readSampleImages } from '../../core/run/loadSamples';
import type { ManifestModel } from '../../core/store/runManifest';
import { createRun } from '../../core/store/runStore';
import { calibrationSession } from '../../core/trust/calibrationSession';
import { chooseGold, GoldSourceError } from '../../core/trust/goldSource';
import { standingOfCard } from '../../core/trust/judgeStanding';
import { planCalibration } from '../../core/trust/planCalibration';
import { confirmSending } from '../evaluation/confirmSending';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import type { Evaluations } from '../evaluation/evaluations';
import { choicesOf } from '../evaluation/prepareRun';
import { newRunFacts } from '../evaluation/prepareStored';
import type { FollowedName } from '../evaluation/promptMoves';
import { runContext, type RunContext } from '../evaluation/runContext';
import type { PreparedRun } from '../evaluation/runInWindow';
import { showFailure } from '../log';
import { askForJudges } from '../models/chooseModels';
import { mayStartRun } from '../restrictedMode';
import { plainLine } from '../revisions/revisionText';
import { type CalibrationOptions, type LabelledReplies, readLabelledReplies } from './calibrationInput';
import type { EndedCalibration } from './calibrationRuns';
import { chooseCheck, chooseCount, chooseLabelledReplies, chooseWording } from './calibrationSteps';
import type { PromptJudges } from './promptJudges';

/** What the command needs of the window. */
interface CalibrationCommand extends EvaluationServices {
  readonly all: Evaluations;
  readonly uri: vscode.Uri;
}

/** Asks what to check on what, says what is sent and what it costs, runs it and shows its cards. Rejects with errors that say what to do. */
export async function calibrateJudge(command: CalibrationCommand, options: CalibrationOptions): Promise<void> {
  // The questions and the run take their time, in which the prompt may get another name.
  const prompt = command.all.follow(command.uri);
  try {
    await calibrate(command, options, prompt);
  } finally {
    prompt.dispose();
  }
}

async function calibrate(
  command: CalibrationCommand,
  options: CalibrationOptions,
  prompt: FollowedName<vscode.Uri>,
): Promise<void> {
  const { all, uri, extension, keys, log } = command;
  const { judges } = all.of(uri);
  if (!mayStart(judges, uri)) return;
  const context = runContext(uri, command);
  const { settings } = context;
  const { root } = context.prompt;
  const { unfinished } = await judges.view(undefined);
  const check = await chooseCheck(options.benchmark, root, unfinished, step(1));
  if (check === undefined) return;
  if (check.kind === 'resume') return resumeCalibration(all, { uri: prompt.now, runId: check.runId, shows: true }, log);
  const { benchmark } = check;
  const sources = { root, settings, promptUri: uri, extensionUri: extension.uri };
  const file = await chooseLabelledReplies(benchmark, options.gold, sources, step(2));
  if (file === undefined) return;
  const source = await readLabelledReplies(benchmark, file);
  const services = { keys, log, extensionUri: extension.uri, cards: () => judges.allCards() };
  const models =
    options.judge === undefined
      ? await askForJudges(uri, services, settings.choices.judges ?? [], step(3))
      : [options.judge];
  if (models === undefined) return;
  const { parameters } = settings.choices;
  const named = choicesOf([{ judges: models, parameters }], settings).judges;
  const wordings = await chooseWording(benchmark, named, sources, step(4));
  if (wordings === undefined) return;
  const count = await chooseCount(benchmark, source, step(5));
  if (count === undefined) return;
  const choice = { benchmark, source, file, judges: named, wordings, limit: count.limit };
  const { run, remarks } = await prepareCalibration(choice, context);
  if (remarks.length > 0) tellRemarks(path.basename(file), remarks, log);
  if (!(await confirmSending([run], context))) return;
  const ended = await all.of(prompt.now).judges.runs.start(run, context);
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
  const { judges } = all.of(uri);
  if (!mayStart(judges, uri)) return;
  const prompt = all.follow(uri);
  try {
    const ended = await judges.runs.resume(runId);
    tellEnd(ended, all, shows ? prompt.now : undefined, log);
  } finally {
    prompt.dispose();
  }
}

function step(number: number): string {
  return `Calibrate judge (${number} of 5)`;
}

function mayStart({ runs }: PromptJudges, prompt: vscode.Uri): boolean {
  if (!mayStartRun(prompt)) return false;
  if (runs.isRunning) {
    void vscode.window.showInformationMessage('A calibration is under way. Wait for its end or cancel it.');
    return false;
  }
  return true;
}

function tellRemarks(name: string, remarks: readonly string[], log: vscode.LogOutputChannel): void {
  for (const remark of remarks) log.warn(`${name}: ${remark}`);
  const show = 'Open Log';
  void vscode.window
    .showWarningMessage(`Not all labels of ${name} can be used: ${remarks[0] ?? ''}`, show)
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

/** How a calibration ended, in one line, and the cards to show. */
interface EndedWords {
  readonly kind: 'over' | 'stopped' | 'failed';
  readonly text: string;
  /** `undefined` where there are no cards to show. */
  readonly place: CardPlace | undefined;
}

/** Says what a calibration found, or why it found nothing. */
function endedWords({ session, judges, cards }: EndedCalibration): EndedWords {
  const { status = 'interrupted', detail = '' } = session.state.status ?? {};
  const gold = plainLine(session.manifest.calibration?.name ?? '');
  const more = detail === '' ? '' : ` ${plainLine(detail)}`;
  if (status === 'failed') {
    const text = `The judge could not be checked.${more} Go on from the view Judges.`;
    return { kind: 'failed', text, place: undefined };
  }
  if (status !== 'completed' && status !== 'incomplete') {
    const text = `The calibration on ${gold} is not over, so no trust card is kept.${more} Go on from the view Judges.`;
    return { kind: 'stopped', text, place: undefined };
  }
  const [first] = cards;
  if (first === undefined) {
    const text = `No trust card could be kept: the judge gave no usable verdict on ${gold}.`;
    return { kind: 'stopped', text, place: undefined };
  }
  const found = judges.map(({ judge }) => {
    const own = cards.filter((card) => card.judge === judge);
    const kinds = own.map((card) => standingOfCard(card).kind);
    const countOf = (kind: (typeof kinds)[number]): number => kinds.filter((one) => one === kind).length;
    const good = `${plainLine(judge)} is better than the majority label on ${countOf('checked')} of ${own.length} dimensions`;
    const few = countOf('few');
    return few === 0 ? good : `${good} (too few labels to tell on ${few})`;
  });
  const failed = cards.reduce((sum, card) => sum + card.failed, 0);
  const lost = failed === 0 ? '' : ` Labels without a usable verdict: ${failed}.`;
  return {
    kind: 'over',
    text: `${gold}: ${found.join('; ')}.${lost}`,
    place: { judge: first.judge, benchmark: first.benchmark },
  };
}

/** What is calibrated on what. */
interface CalibrationChoice {
  readonly benchmark: Benchmark;
  readonly source: LabelledReplies;
  /** The file that the labels were read from; images lie beside it. */
  readonly file: string;
  readonly judges: readonly ManifestModel[];
  /** Texts of a person's own for the judges; only judges that have one are asked then. None for the built-in ones. */
  readonly wordings: readonly JudgeWording[];
  /** A seeded sample of so many dialogues or problems; `undefined` for all. */
  readonly limit: number | undefined;
}

/** A calibration that is planned, and what could not be used of its labels, a sentence each. */
interface PlannedInWindow {
  readonly run: PreparedRun;
  readonly remarks: readonly string[];
}

/** Plans a calibration under the settings in force. Throws `GoldSourceError`, `ChoiceError` and `PriceCapError`. */
async function prepareCalibration(
  { benchmark, source: whole, file, judges, wordings, limit }: CalibrationChoice,
  context: RunContext,
): Promise<PlannedInWindow> {
  const seed = context.settings.choices.seed ?? 1;
  const facts = newRunFacts(judges, context);
  const dimensions = [...new Set(wordings.flatMap((wording) => wording.judges))];
  const source = chooseGold(benchmark, whole, { dimensions, tutor: undefined, limit, seed });
  if (source.kind === 'answers') throw new GoldSourceError(`${source.name} holds no replies.`);
  const samples = source.samples.map(({ sample }) => sample);
  const folder = path.dirname(file);
  const loaded = await readSampleImages(benchmark, { samples, format: source.format, problems: [] }, folder);
  const { leftOut, ...planned } = planCalibration(benchmark, source, loaded, {
    ...facts,
    judges,
    seed,
    limit,
    wordings,
  });
  if (planned.samples.length === 0) {
    throw new GoldSourceError(`${source.name}: no labelled reply is left that could be judged.`);
  }
  const faults = [...whole.problems, ...loaded.problems].filter(({ severity }) => severity === 'error');
  return {
    run: {
      session: calibrationSession({ ...planned, records: [], problems: [] }, benchmarks),
      openWriter: () => createRun(context.prompt.store, planned),
    },
    remarks: [
      ...source.notes,
      ...(leftOut === 0
        ? []
        : [`Labelled replies with another number of turns than their sample has were left out: ${leftOut}.`]),
      ...faults.map(({ record, field, message }) => `Record ${record}, ${field}: ${message}`),
    ],
  };
}
