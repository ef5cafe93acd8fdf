import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Benchmark } from '../../core/benchmark/benchmark';
import type { PromptOverride } from '../../core/benchmark/judging/promptOverride';
import { benchmarkIds, defaultPolicy } from '../../core/benchmarks/policies';
import type { BenchmarkId } from '../../core/benchmark/samples';
import { benchmarks } from '../../core/benchmarks/registry';
import type { CardKey } from '../../core/results/trustModel';
import { readSampleImages } from '../../core/run/loadSamples';
import { FileHandLabelLog } from '../../core/store/handLabelLog';
import { NotTextError, PlainFileError, readNamedText } from '../../core/store/plainFile';
import type { ManifestModel } from '../../core/store/runManifest';
import { hasEnded } from '../../core/store/statusTexts';
import { wholeNumber } from '../../core/text/countWords';
import { planCalibration } from '../../core/trust/planCalibration';
import { chooseGold, type GoldSource, GoldSourceError, readGold } from '../../core/trust/readGold';
import { standingOfCard } from '../../core/trust/trustOf';
import { askForModels } from '../evaluation/chooseModels';
import { confirmSending } from '../evaluation/confirmSending';
import type { EvaluationServices } from '../evaluation/evaluationServices';
import { choicesOf, newRunFacts, runContext, type RunContext } from '../evaluation/prepareRun';
import { newRun, type PreparedRun } from '../evaluation/runInWindow';
import { promptOverrides, sampleLocation } from '../evaluation/sampleFiles';
import { choose, chooseFile, inform, reasonOf, showFailure, t, warn, warnWithLog } from '../log';
import { mayStartRun } from '../restrictedMode';
import { plainLine } from '../revisions/revisionText';
import type { EndedCalibration, PromptJudges } from './promptJudges';

export interface CalibrationCommand {
  /** Its URI may change during questions and the run. */
  readonly prompt: { readonly uri: vscode.Uri; readonly judges: PromptJudges };
  readonly services: EvaluationServices;
  /** `undefined` when there is no panel to show. */
  readonly show: ((card: CardKey | undefined) => void) | undefined;
}

/** Rejects with errors that say what to do. */
export async function calibrateJudge(command: CalibrationCommand, argument: unknown): Promise<void> {
  if (!mayStart(command)) return;
  const { prompt, services } = command;
  const context = runContext(prompt.uri, services);
  const choice = await askForCheck(command, calibrationOptions(argument), context);
  if (choice === undefined) return;
  const { run, remarks } = await prepareCalibration(choice, context);
  const name = path.basename(choice.file);
  for (const remark of remarks) services.log.warn(`${name}: ${remark}`);
  if (remarks[0] !== undefined) warnWithLog(services.log, t`Not all labels of ${name} can be used: ${remarks[0]}`);
  if (!(await confirmSending(run, context))) return;
  tellEnd(await prompt.judges.runs.start(run, context), command);
}

type CalibrationChoice = NonNullable<Awaited<ReturnType<typeof askForCheck>>>;

/** With `overrides`, only judges with a custom prompt are asked. `limit`: dialogues or problems of a seeded sample. */
async function askForCheck(
  { prompt: { uri, judges: known }, services }: CalibrationCommand,
  options: ReturnType<typeof calibrationOptions>,
  context: RunContext,
) {
  const { settings } = context;
  const benchmark = await chooseBenchmark(options.benchmark, context.prompt.root, step(1));
  if (benchmark === undefined) return undefined;
  const file = await chooseLabelledReplies(benchmark, options.gold, context, step(2));
  if (file === undefined) return undefined;
  const source = await readLabelledReplies(benchmark, file);
  const choosing = { ...services, uri, cards: () => known.allCards() };
  const models =
    options.judge === undefined
      ? await askForModels('judge', choosing, { current: settings.choices.judges ?? [], title: step(3) })
      : [options.judge];
  if (models === undefined) return undefined;
  const { parameters } = settings.choices;
  const { judges } = choicesOf([{ judges: models, parameters }], settings);
  const overrides = await choosePromptOverride(benchmark, judges, context, step(4));
  if (overrides === undefined) return undefined;
  const count = await chooseCount(benchmark, source, step(5));
  return count && { benchmark, source, file, judges, overrides, ...count };
}

/** Rejects as opening a run does. */
export async function resumeCalibration(command: CalibrationCommand, runId: string): Promise<void> {
  if (mayStart(command)) tellEnd(await command.prompt.judges.runs.resume(runId), command);
}

function step(number: number): string {
  return t`Calibrate judge (${number} of 5)`;
}

function mayStart({ prompt: { uri, judges } }: CalibrationCommand): boolean {
  if (!mayStartRun(uri)) return false;
  if (judges.runs.isRunning) inform(t`A calibration is under way. Wait for its end or cancel it.`);
  return !judges.runs.isRunning;
}

function tellEnd(ended: EndedCalibration | undefined, { services, show }: CalibrationCommand): void {
  if (ended === undefined) return;
  const { session, cards } = ended;
  const { status = 'interrupted', detail = '' } = session.state.status ?? {};
  const gold = plainLine(session.manifest.calibration?.name ?? '');
  const more = detail === '' ? '' : ` ${plainLine(detail)}`;
  if (status === 'failed') {
    const text = t`The judge could not be checked.${more} Resume the check in the Judges view.`;
    void showFailure(services.log, text, new Error(text));
    return;
  }
  const [first] = cards;
  show?.(first && { judge: first.judge, benchmark: first.benchmark });
  if (!hasEnded(status))
    warn(t`The calibration on ${gold} is not finished, so no trust card is kept.${more} Resume it in the Judges view.`);
  else if (first === undefined) warn(t`No trust card could be kept: the judge gave no usable verdict on ${gold}.`);
  else inform(`${gold}: ${foundWords(ended)}`);
}

function foundWords({ judges, cards }: EndedCalibration): string {
  const found = judges.map(({ judge }) => {
    const kinds = cards.filter((card) => card.judge === judge).map((card) => standingOfCard(card).status);
    const countOf = (kind: (typeof kinds)[number]): number => kinds.filter((one) => one === kind).length;
    const good = t`${plainLine(judge)} is better than the majority label on ${countOf('checked')} of ${kinds.length} dimensions`;
    const few = countOf('few');
    return few === 0 ? good : t`${good} (too few labels to tell on ${few})`;
  });
  const failed = cards.reduce((sum, card) => sum + card.failed, 0);
  return `${found.join('; ')}.${failed === 0 ? '' : t` Labels without a usable verdict: ${failed}.`}`;
}

/** Throws `GoldSourceError`, `ChoiceError` and `PriceCapError`. */
async function prepareCalibration(
  { benchmark, source: whole, file, judges, overrides, limit }: CalibrationChoice,
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
    throw new GoldSourceError(t`${source.name}: no labelled reply is left that could be judged.`);
  const faults = [...whole.problems, ...loaded.problems].filter(({ severity }) => severity === 'error');
  const remarks = [
    ...source.notes,
    ...notes,
    ...faults.map(({ record, field, message }) => t`Record ${record}, ${field}: ${message}`),
  ];
  return { run: newRun(planned, context.prompt), remarks };
}

async function chooseBenchmark(given: BenchmarkId | undefined, root: string, title: string) {
  const wanted = benchmarks.get(given ?? '');
  if (wanted !== undefined) return wanted;
  const picks = [...benchmarks.values()].flatMap((benchmark) => {
    const hasOwn = handLabelFile(benchmark, root) !== undefined;
    if (benchmark.goldReplies === undefined && !hasOwn) return [];
    const description = hasOwn ? t`has hand labels` : undefined;
    return [{ label: benchmark.title, description, detail: t(benchmark.question), benchmark }];
  });
  return (await choose(picks, title, t`The benchmark whose judges are checked against people’s labels`))?.benchmark;
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
    throw new GoldSourceError(t`There are no hand labels for ${benchmark.title} yet. Label replies by hand first.`);
  if (given === 'labels') return own;
  const { kind, file } = sampleLocation(benchmark, context);
  const { goldFiles } = benchmark;
  const description = t`the labelled replies in the sample file of the settings`;
  const other = goldFiles === undefined ? t`hand labels of ${benchmark.title}` : t`${t(goldFiles)}, or hand labels`;
  const picks = [
    ...(own === undefined ? [] : [{ label: t`My hand labels`, description: path.basename(own), file: own }]),
    ...(kind === 'file' && benchmark.goldReplies !== undefined
      ? [{ label: path.basename(file), description, file }]
      : []),
    { label: t`Choose a File…`, description: other, file: undefined },
  ];
  const chosen = await choose(picks, title, t`Replies that people have labelled`);
  if (chosen?.file !== undefined || chosen === undefined) return chosen?.file;
  const dialog = { title: t`Replies of ${benchmark.title} that people have labelled`, openLabel: t`Use These Labels` };
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
    { label: t`Custom judge prompts`, description: plainLine(files), overrides: own },
    { label: t`Built-in judge prompts`, description: undefined, overrides: [] },
  ];
  const placeHolder = t`Each counts as a separate judge, with its own trust cards`;
  return (await choose(picks, title, placeHolder))?.overrides;
}

/** Fewer would give a useless interval. */
const firstPoll = 40;

async function chooseCount(benchmark: Benchmark, { samples }: GoldSource, title: string) {
  const units = new Set(samples.map(({ sample }) => benchmark.unitOf(sample))).size;
  const replies = samples.reduce((sum, { gold }) => sum + gold.length, 0);
  const all = {
    label: t`All ${wholeNumber(units)}`,
    description: t`dialogues or problems, with ${wholeNumber(replies)} labelled replies`,
  };
  const some = { label: t`A Sample…`, description: t`a seeded one; replies to one dialogue or problem stay together` };
  const chosen = await choose(units > 1 ? [all, some] : [all], title, t`How many to use`);
  if (chosen !== some) return chosen && { limit: undefined };
  const answer = await vscode.window.showInputBox({
    title,
    prompt: t`Dialogues or problems, from 1 to ${wholeNumber(units)}`,
    value: String(Math.min(firstPoll, units)),
    validateInput: (text) => {
      const isRight = Number.isSafeInteger(Number(text)) && Number(text) >= 1 && Number(text) <= units;
      return isRight ? undefined : t`Give a whole number from 1 to ${wholeNumber(units)}.`;
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
    throw new GoldSourceError(isPlain ? error.message : t`${file} cannot be read: ${reasonOf(error)}`);
  });
  return readGold(benchmark, { name: file, text }, benchmarks.values());
}
