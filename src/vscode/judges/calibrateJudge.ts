import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { hasEnded } from '../../core/store/hasEnded';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { PromptOverride } from '../../core/benchmark/judging/promptOverride';
import { benchmarkIds, defaultPolicy } from '../../core/benchmarks/policies';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { benchmarks } from '../../core/benchmarks/registry';
import type { UnfinishedCheck } from '../../core/report/judgesViewModel';
import type { CardPosition } from '../../core/results/trustModel';
import { readSampleImages } from '../../core/run/loadSamples';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import { NotTextError, PlainFileError, readNamedText } from '../../core/store/plainFile';
import type { ManifestModel } from '../../core/store/runManifest';
import { createRun } from '../../core/store/runStore';
import { calibrationSession } from '../../core/trust/calibrationSession';
import { chooseGold, type GoldSource, GoldSourceError } from '../../core/trust/goldSource';
import { planCalibration } from '../../core/trust/planCalibration';
import { readGold } from '../../core/trust/readGold';
import { standingOfCard } from '../../core/trust/trustOf';
import { askForJudges } from '../evaluation/chooseModels';
import { confirmSending } from '../evaluation/confirmSending';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { choicesOf, newRunFacts, runContext, type RunContext } from '../evaluation/prepareRun';
import type { PreparedRun } from '../evaluation/runInWindow';
import { promptOverrides, sampleLocation } from '../evaluation/sampleFiles';
import { choose, chooseFile, inform, reasonOf, showFailure, warn, warnWithLog } from '../log';
import { mayStartRun } from '../restrictedMode';
import { plainLine } from '../revisions/revisionText';
import type { EndedCalibration, PromptJudges } from './promptJudges';

export interface CalibrationCommand {
  /** Its URI may change during questions and the run. */
  readonly prompt: { readonly uri: vscode.Uri; readonly judges: PromptJudges };
  readonly services: EvaluationServices;
  /** `undefined` when there is no panel to show. */
  readonly show: ((position: CardPosition | undefined) => void) | undefined;
}

/** Rejects with errors that say what to do. */
export async function calibrateJudge(command: CalibrationCommand, argument: unknown): Promise<void> {
  const options = calibrationOptions(argument);
  const { prompt, services } = command;
  const { uri, judges } = prompt;
  if (!mayStart(command)) return;
  const context = runContext(uri, services);
  const { settings } = context;
  const { unfinished } = await judges.view(undefined);
  const check = await chooseCheck(options.benchmark, context.prompt.root, unfinished, step(1));
  if (check === undefined) return;
  if ('runId' in check) return resumeCalibration(command, check.runId);
  const { benchmark } = check;
  const file = await chooseLabelledReplies(benchmark, options.gold, context, step(2));
  if (file === undefined) return;
  const source = await readLabelledReplies(benchmark, file);
  const choosing = { ...services, uri, cards: () => judges.allCards() };
  const models =
    options.judge === undefined
      ? await askForJudges(choosing, settings.choices.judges ?? [], step(3))
      : [options.judge];
  if (models === undefined) return;
  const { parameters } = settings.choices;
  const named = choicesOf([{ judges: models, parameters }], settings).judges;
  const overrides = await choosePromptOverride(benchmark, named, context, step(4));
  if (overrides === undefined) return;
  const count = await chooseCount(benchmark, source, step(5));
  if (count === undefined) return;
  const choice = { source, file, judges: named, overrides, limit: count.limit };
  const { run, remarks } = await prepareCalibration(benchmark, choice, context);
  const name = path.basename(file);
  for (const remark of remarks) services.log.warn(`${name}: ${remark}`);
  if (remarks[0] !== undefined) warnWithLog(services.log, `Not all labels of ${name} can be used: ${remarks[0]}`);
  if (!(await confirmSending([run], context))) return;
  tellEnd(await judges.runs.start(run, context), command);
}

/** Rejects as opening a run does. */
export async function resumeCalibration(command: CalibrationCommand, runId: string): Promise<void> {
  if (mayStart(command)) tellEnd(await command.prompt.judges.runs.resume(runId), command);
}

function step(number: number): string {
  return `Calibrate judge (${number} of 5)`;
}

function mayStart({ prompt: { uri, judges } }: CalibrationCommand): boolean {
  if (!mayStartRun(uri)) return false;
  if (judges.runs.isRunning) inform('A calibration is under way. Wait for its end or cancel it.');
  return !judges.runs.isRunning;
}

function tellEnd(ended: EndedCalibration | undefined, { services, show }: CalibrationCommand): void {
  if (ended === undefined) return;
  const { session, cards } = ended;
  const { status = 'interrupted', detail = '' } = session.state.status ?? {};
  const gold = plainLine(session.manifest.calibration?.name ?? '');
  const more = detail === '' ? '' : ` ${plainLine(detail)}`;
  if (status === 'failed') {
    const text = `The judge could not be checked.${more} Resume the check in the Judges view.`;
    void showFailure(services.log, text, new Error(text));
    return;
  }
  const [first] = cards;
  show?.(first && { judge: first.judge, benchmark: first.benchmark });
  if (!hasEnded(status))
    warn(`The calibration on ${gold} is not finished, so no trust card is kept.${more} Resume it in the Judges view.`);
  else if (first === undefined) warn(`No trust card could be kept: the judge gave no usable verdict on ${gold}.`);
  else inform(`${gold}: ${foundWords(ended)}`);
}

function foundWords({ judges, cards }: EndedCalibration): string {
  const found = judges.map(({ judge }) => {
    const kinds = cards.filter((card) => card.judge === judge).map((card) => standingOfCard(card).status);
    const countOf = (kind: (typeof kinds)[number]): number => kinds.filter((one) => one === kind).length;
    const good = `${plainLine(judge)} is better than the majority label on ${countOf('checked')} of ${kinds.length} dimensions`;
    const few = countOf('few');
    return few === 0 ? good : `${good} (too few labels to tell on ${few})`;
  });
  const failed = cards.reduce((sum, card) => sum + card.failed, 0);
  return `${found.join('; ')}.${failed === 0 ? '' : ` Labels without a usable verdict: ${failed}.`}`;
}

interface CalibrationChoice {
  readonly source: GoldSource;
  /** Images are read from its folder. */
  readonly file: string;
  readonly judges: readonly ManifestModel[];
  /** If given, only judges with a custom prompt are asked. */
  readonly overrides: readonly PromptOverride[];
  /** Dialogues or problems of a seeded sample; `undefined` for all. */
  readonly limit: number | undefined;
}

/** Throws `GoldSourceError`, `ChoiceError` and `PriceCapError`. */
async function prepareCalibration(
  benchmark: Benchmark,
  { source: whole, file, judges, overrides, limit }: CalibrationChoice,
  context: RunContext,
): Promise<{ readonly run: PreparedRun; readonly remarks: readonly string[] }> {
  const seed = context.settings.choices.seed ?? 1;
  const facts = newRunFacts(judges, context);
  const dimensions = [...new Set(overrides.flatMap((override) => override.judges))];
  const source = chooseGold(benchmark, whole, { dimensions, tutor: undefined, limit, seed });
  const samples = source.samples.map(({ sample }) => sample);
  const read = { samples, format: source.format, problems: [] };
  const loaded = await readSampleImages(benchmark, read, path.dirname(file));
  const request = { ...facts, judges, seed, limit, overrides };
  const { notes, ...planned } = planCalibration(benchmark, source, loaded, request);
  if (planned.samples.length === 0)
    throw new GoldSourceError(`${source.name}: no labelled reply is left that could be judged.`);
  const faults = [...whole.problems, ...loaded.problems].filter(({ severity }) => severity === 'error');
  const remarks = [
    ...source.notes,
    ...notes,
    ...faults.map(({ record, field, message }) => `Record ${record}, ${field}: ${message}`),
  ];
  const session = calibrationSession({ ...planned, records: [], problems: [] }, benchmarks);
  return { run: { session, openWriter: () => createRun(context.prompt.store, planned) }, remarks };
}

async function chooseCheck(
  given: BenchmarkId | undefined,
  root: string,
  unfinished: readonly UnfinishedCheck[],
  title: string,
): Promise<{ readonly benchmark: Benchmark } | { readonly runId: string } | undefined> {
  const wanted = benchmarks.get(given ?? '');
  if (wanted !== undefined) return { benchmark: wanted };
  const going = unfinished
    .filter(({ goesOn }) => !goesOn)
    .map((one) => ({
      label: `Resume: ${plainLine(one.judges.join(', '))} against ${plainLine(one.gold)}`,
      description: `${one.benchmarkTitle}, ${one.statusText} since ${new Date(one.at).toLocaleString()}`,
      choice: { runId: one.runId },
    }));
  const fresh = [...benchmarks.values()].flatMap((benchmark) => {
    const hasOwn = handLabelFile(benchmark, root) !== undefined;
    if (benchmark.goldReplies === undefined && !hasOwn) return [];
    const description = hasOwn ? 'has hand labels' : undefined;
    return [{ label: benchmark.title, description, detail: benchmark.question, choice: { benchmark } }];
  });
  const separator = { label: 'New check', kind: vscode.QuickPickItemKind.Separator, choice: undefined };
  const placeHolder = 'The benchmark whose judges are checked against people’s labels';
  return (await choose([...going, ...(going.length > 0 ? [separator] : []), ...fresh], title, placeHolder))?.choice;
}

/** `undefined` before the first label. Throws `RunStoreError` for a link. */
function handLabelFile({ id }: Benchmark, root: string): string | undefined {
  const labels = new FileHandLabelLog(root);
  return labels.factsOf(id) === undefined ? undefined : labels.fileOf(id);
}

/** `labels`: use the hand labels without asking. Throws `GoldSourceError` if there are none. */
async function chooseLabelledReplies(
  benchmark: Benchmark,
  given: 'labels' | undefined,
  context: RunContext,
  title: string,
): Promise<string | undefined> {
  const own = handLabelFile(benchmark, context.prompt.root);
  if (given === 'labels' && own === undefined)
    throw new GoldSourceError(`There are no hand labels for ${benchmark.title} yet. Label replies by hand first.`);
  if (given === 'labels') return own;
  const { kind, file } = sampleLocation(benchmark, context);
  const { goldFiles } = benchmark;
  const description = 'the labelled replies in the sample file of the settings';
  const other = goldFiles === undefined ? `hand labels of ${benchmark.title}` : `${goldFiles}, or hand labels`;
  const picks = [
    ...(own === undefined ? [] : [{ label: 'My hand labels', description: path.basename(own), file: own }]),
    ...(kind === 'file' && benchmark.goldReplies !== undefined
      ? [{ label: path.basename(file), description, file }]
      : []),
    { label: 'Choose a File…', description: other, file: undefined },
  ];
  const chosen = await choose(picks, title, 'Replies that people have labelled');
  if (chosen?.file !== undefined || chosen === undefined) return chosen?.file;
  const dialog = { title: `Replies of ${benchmark.title} that people have labelled`, openLabel: 'Use These Labels' };
  return chooseFile(context.uri, { ...dialog, filters: { ['Labelled replies']: ['json', 'jsonl'] } });
}

/** Asks if there are custom judge prompts. An empty list means the built-in ones. Throws `PromptOverrideError`. */
async function choosePromptOverride(
  benchmark: Benchmark,
  judges: readonly ManifestModel[],
  context: RunContext,
  title: string,
): Promise<readonly PromptOverride[] | undefined> {
  const found = await promptOverrides({ benchmarks: [benchmark], judges }, context, defaultPolicy);
  const own = found.get(benchmark.id) ?? [];
  if (own.length === 0) return own;
  const files = [...new Set(own.map(({ file }) => file))].join(', ');
  const picks = [
    { label: 'Custom judge prompts', description: plainLine(files), overrides: own },
    { label: 'Built-in judge prompts', description: undefined, overrides: [] },
  ];
  const placeHolder = 'Each counts as a separate judge, with its own trust cards';
  return (await choose(picks, title, placeHolder))?.overrides;
}

/** Fewer would give a useless interval. */
const firstPoll = 40;

async function chooseCount(
  benchmark: Benchmark,
  { samples }: GoldSource,
  title: string,
): Promise<Pick<CalibrationChoice, 'limit'> | undefined> {
  const units = new Set(samples.map(({ sample }) => benchmark.unitOf(sample))).size;
  const replies = samples.reduce((sum, { gold }) => sum + gold.length, 0);
  const words = (count: number): string => count.toLocaleString('en');
  const all = `dialogues or problems, with ${words(replies)} labelled replies`;
  const description = 'a seeded sample of them';
  const picks = [
    { label: `All ${words(units)}`, description: all, choice: { limit: undefined } },
    ...(units > firstPoll ? [{ label: String(firstPoll), description, choice: { limit: firstPoll } }] : []),
    ...(units > 1 ? [{ label: 'Another Number…', description, choice: undefined }] : []),
  ];
  const chosen = await choose(picks, title, 'How many to use; replies to one dialogue or problem stay together');
  if (chosen === undefined || chosen.choice !== undefined) return chosen?.choice;
  const answer = await vscode.window.showInputBox({
    title,
    prompt: `Dialogues or problems, from 1 to ${words(units)}`,
    validateInput: (text) => {
      const isRight = Number.isSafeInteger(Number(text)) && Number(text) >= 1 && Number(text) <= units;
      return isRight ? undefined : `Give a whole number from 1 to ${words(units)}.`;
    },
  });
  return answer === undefined ? undefined : { limit: Number(answer) };
}

const optionsSchema = z
  .object({
    benchmark: z.enum(benchmarkIds).optional().catch(undefined),
    /** The user's hand labels. */
    gold: z.literal('labels').optional().catch(undefined),
    judge: z.string().min(1).max(500).optional().catch(undefined),
  })
  .catch({});

/** Any extension can call the command, so invalid options count as missing. */
export function calibrationOptions(argument: unknown): Readonly<z.infer<typeof optionsSchema>> {
  return optionsSchema.parse(argument);
}

/** Throws `GoldSourceError` and `SampleFileError`. */
export async function readLabelledReplies(benchmark: Benchmark, file: string): Promise<GoldSource> {
  const text = await readNamedText(file).catch((error: unknown) => {
    const isPlain = PlainFileError.is(error) || NotTextError.is(error);
    throw new GoldSourceError(isPlain ? error.message : `${file} cannot be read: ${reasonOf(error)}`);
  });
  return readGold(benchmark, { name: file, text }, benchmarks.values());
}
