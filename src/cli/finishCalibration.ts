import path from 'node:path';
import { calibrationNotes } from '../core/benchmarks/policies';
import type { ReliabilityTable } from '../core/benchmark/goldReply';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { runTotals } from '../core/results/runHeader';
import { modelSetting, type RunManifest } from '../core/store/runManifest';
import { hasEnded } from '../core/store/statusTexts';
import { FileTrustCardStore } from '../core/store/trustCardStore';
import { countWords } from '../core/text/countWords';
import { disagreementJson, written } from '../core/trust/calibrationJson';
import type { JudgeCalibration, KeptCalibration } from '../core/trust/calibrationResult';
import { calibrationResult, dimensionsOf, keepTrustCards } from '../core/trust/calibrationResult';
import { type CalibrationSession, isCalibration } from '../core/trust/calibrationSession';
import { agreementTable, disagreementList, judgesSideBySide, reliabilityText } from '../core/trust/calibrationTable';
import { disagreements, type RatedLabel } from '../core/trust/ratedLabel';
import type { ComparedOverride } from '../core/trust/overrideDifference';
import { labelsInBoth, overrideDifferences, overrideJson, overrideTable } from '../core/trust/overrideDifference';
import type { CliContext } from './cliContext';
import { finishRun, type RunToFinish } from './finishRun';
import { newestFirst } from './openRun';
import { disagreementFile, printJson, writeNamed } from './printing';
import { foreignText } from './terminalText';

interface CalibrationToFinish extends Omit<RunToFinish, 'present' | 'checks'> {
  readonly session: CalibrationSession;
  readonly notes: readonly string[];
}

export function finishCalibration(run: CalibrationToFinish, context: CliContext): Promise<number> {
  const present = async (): Promise<void> => {
    const kept = await keepTrustCards(run.session, new FileTrustCardStore(run.root));
    await showCalibration(run, kept, context);
    if (kept.cards.length > 0) context.err(`Trust cards: ${kept.cards.length} kept.\n`);
  };
  // A calibration has no prompt scores for a report to show.
  return finishRun({ ...run, options: { ...run.options, html: undefined }, present }, context);
}

interface ShownJudge extends JudgeCalibration {
  readonly disagreements: readonly RatedLabel[];
  readonly reliability: readonly ReliabilityTable[];
}

/** Prints a calibration and writes the requested disagreements. Throws `CliError` when the file cannot be written. */
async function showCalibration(
  { session, store, options, notes: said }: CalibrationToFinish,
  { judges, cards }: KeptCalibration,
  context: CliContext,
): Promise<void> {
  const { manifest, state, gold, items } = session;
  const [item] = items;
  if (item === undefined || manifest.calibration === undefined) throw new Error('The calibration has no reply.');
  const { benchmark } = item;
  const { name, format, by, goldHash, tutor } = manifest.calibration;
  const samples = new Map(items.map(({ sample }) => [sample.id, sample]));
  const shown = judges.map((one) => ({
    ...one,
    disagreements: disagreements(one.rated, (id) => benchmark.labelsOf?.(id) ?? []),
    reliability: benchmark.reliability?.(one.rated, samples) ?? [],
  }));
  const overrides = await comparedOverrides(session, judges, store, context);
  const ofTutor = `Only replies of ${tutor ?? ''}: no trust card is kept, since it would replace the card for all replies.`;
  const notes = [
    ...(tutor === undefined ? [] : [ofTutor]),
    ...(hasCustomPrompt(manifest) && overrides.length === 0 ? [noBuiltIn] : []),
    ...calibrationNotes(manifest.policy),
    ...said,
  ];
  const pending = judges.reduce((sum, one) => sum + one.pending, 0);
  const file = disagreementFile(options.disagreements);
  const wanted = file === undefined ? options.disagreements : '0';
  if (options.json === true) {
    const { calls, tokens, cost } = runTotals(session);
    const each = shown.map((one) =>
      judgeJson(one, file === undefined && wanted !== undefined ? Number(wanted) : undefined),
    );
    const printed = {
      schemaVersion: 1,
      ...each[0],
      benchmark: benchmark.id,
      ...{ gold: { name, format, by }, goldHash, replies: gold.size, samples: samples.size, pending, notes },
      ...{ runId: manifest.runId, runDir: store.directoryOf(manifest.runId) },
      ...{ status: state.status?.status ?? 'running', cards: cards.length, calls, tokens },
      cost: { usd: cost.usd ?? null, unknownModels: cost.unknownModels },
      ...(each.length > 1 && { judges: each }),
      ...(overrides.length > 0 && { promptOverrides: overrides.map(overrideJson) }),
    };
    printJson(printed, context);
  } else {
    const head = [
      `${benchmark.title} against ${name}, people’s labels`,
      `${countWords(gold.size, 'labelled reply', 'labelled replies')} to ${countWords(samples.size, 'sample', 'samples')}`,
      ...notes,
      ...(pending === 0 ? [] : [`Labels that no judge has been asked about yet: ${pending}.`]),
    ];
    const parts = [
      head.map(foreignText).join('\n'),
      ...shown.flatMap((one) => judgeText(one, Number(wanted ?? 5), context.width)),
      ...(judges.length > 1 ? [judgesSideBySide(judges)] : []),
      ...overrides.map(overrideTable),
    ];
    context.out(`${parts.join('\n\n')}\n`);
  }
  if (file === undefined) return;
  const all = shown.flatMap(({ judge, disagreements: apart }) =>
    apart.map((one) => `${JSON.stringify(disagreementJson(judge, one))}\n`),
  );
  const target = await writeNamed({ file, shown: path.resolve(context.cwd, file) }, all.join(''), context);
  context.err(`Disagreements: ${all.length}, written to ${foreignText(target)}\n`);
}

const noBuiltIn = 'To compare your prompts with the built-in ones, calibrate the same replies without --judge-prompts.';

function judgeJson({ judge, simulated, dimensions, reliability, ...one }: ShownJudge, listed: number | undefined) {
  return {
    judge,
    simulated,
    dimensions: written(dimensions),
    reliability: written(reliability),
    ...(listed !== undefined && {
      disagreements: one.disagreements.slice(0, listed).map((apart) => disagreementJson(judge, apart)),
    }),
  };
}

function judgeText(one: ShownJudge, most: number, width: number): readonly string[] {
  const { judge, simulated, dimensions, reliability, disagreements: all } = one;
  const title = `Judge ${foreignText(judge)}${simulated ? ' (simulated)' : ''}`;
  if (dimensions.length === 0) return [`${title}\nNo answers yet.`];
  const listed = all.slice(0, most);
  const apart = `Disagreements: ${listed.length} of ${all.length}\n\n${disagreementList(listed, width)}`;
  return [
    `${title}\n${agreementTable(dimensions, width)}`,
    ...reliability.map(reliabilityText),
    ...(listed.length === 0 ? [] : [apart]),
  ];
}

/** Custom prompts beside the built-in ones, by the latest finished calibration that has labels of this one. */
async function comparedOverrides(
  { manifest: own, items: [item] }: CalibrationSession,
  judges: readonly JudgeCalibration[],
  store: RunToFinish['store'],
  { benchmarks }: CliContext,
): Promise<readonly ComparedOverride[]> {
  if (item === undefined || !hasCustomPrompt(own)) return [];
  const found = newestFirst(await store.list()).find(
    (listing) =>
      listing.kind === 'run' &&
      hasEnded(listing.lastStatus) &&
      !hasCustomPrompt(listing.manifest) &&
      listing.manifest.createdAt <= own.createdAt &&
      askedOf(listing.manifest) === askedOf(own),
  );
  if (found === undefined) return [];
  const builtIn = sessionOfRun(await store.open(found.id), benchmarks);
  const others = isCalibration(builtIn) ? calibrationResult(builtIn) : [];
  const seed = String(own.seed);
  return judges.flatMap(({ judge, model, rated }) => {
    const other = others.find((one) => one.model === model)?.rated ?? [];
    const shared = labelsInBoth(other, rated);
    if (shared.length === 0) return [];
    const dimensions = dimensionsOf(item.benchmark, shared, seed);
    return [{ judge, dimensions, differences: overrideDifferences(rated, shared, { seed }) }];
  });
}

function hasCustomPrompt({ benchmarks }: Pick<RunManifest, 'benchmarks'>): boolean {
  return benchmarks.some(({ promptOverrides: overrides = [] }) => overrides.length > 0);
}

/** Equal for calibrations with the same file of labels, judges and program version. */
function askedOf({ calibration, benchmarks, judges, policy, toolVersion }: RunManifest): string {
  const ids = benchmarks.map(({ id }) => id);
  return JSON.stringify([calibration?.name, ids, judges.map(modelSetting), policy, toolVersion]);
}
