import path from 'node:path';
import type { Benchmark } from '../core/benchmark/benchmark';
import type { PromptOverride } from '../core/benchmark/judging/promptOverride';
import { calibrationNotes } from '../core/benchmarks/policies';
import type { Sample } from '../core/benchmark/samples';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { runTotals } from '../core/results/runHeader';
import { judgedAgain, ownMembers } from '../core/run/planRun';
import { capsOf } from '../core/run/runCaps';
import { spentOf } from '../core/run/runState';
import { modelSetting } from '../core/store/manifestModel';
import type { RunManifest } from '../core/store/runManifest';
import { hasEnded } from '../core/store/hasEnded';
import { createRun, type NewRun, type RunStore } from '../core/store/runStore';
import { FileTrustCardStore } from '../core/store/trustCardStore';
import { countWords } from '../core/text/countWords';
import { disagreementJson, written } from '../core/trust/calibrationJson';
import { calibrationResult, type JudgeCalibration, keepTrustCards } from '../core/trust/calibrationResult';
import { type CalibrationSession, calibrationSession, isCalibration } from '../core/trust/calibrationSession';
import { agreementTable, disagreementList, judgesSideBySide, reliabilityText } from '../core/trust/calibrationTable';
import { labelsOfJudge } from '../core/trust/goldSource';
import { disagreements, type RatedLabel } from '../core/trust/ratedLabel';
import {
  type ComparedOverride,
  overrideDifferences,
  overrideJson,
  overrideTable,
} from '../core/trust/overrideDifference';
import { type CliContext, CliError } from './cliContext';
import type { CliOptions } from './cliOptions';
import { finishRun, type RunToFinish } from './finishRun';
import { newRunFacts, overridesFor } from './modelServers';
import { benchmarksOf, newestFirst } from './openRun';
import { disagreementFile, printJson, writeNamed } from './printing';
import { foreignText, inShell } from './terminalText';

interface CalibrationToFinish extends Omit<RunToFinish, 'present' | 'checks'> {
  readonly session: CalibrationSession;
  readonly notes: readonly string[];
  /** The same replies judged with the built-in prompts, shown beside custom ones. */
  readonly builtIn?: CalibrationSession | undefined;
  /** The first of two calibrations: shown alone only when it is cut off. */
  readonly silent?: boolean;
}

export function finishCalibration(run: CalibrationToFinish, context: CliContext): Promise<number> {
  const { session, root, options, moreArguments = '' } = run;
  const present = async (): Promise<void> => {
    const { judges, cards } = await keepTrustCards(session, new FileTrustCardStore(root));
    if (run.silent === true && hasEnded(session.state.status?.status)) return;
    await showCalibration(shownOf(run, judges, cards.length), options, context);
    if (cards.length > 0) context.err(`Trust cards: ${cards.length} kept.\n`);
  };
  const { disagreements } = options;
  const listed = disagreements === undefined ? '' : ` --disagreements ${inShell(disagreements)}`;
  // A calibration has no prompt scores for a report to show.
  const shown = { ...options, html: undefined };
  return finishRun({ ...run, options: shown, present, moreArguments: moreArguments + listed }, context);
}

function shownOf(
  { session, store, notes: said, builtIn }: CalibrationToFinish,
  judges: readonly JudgeCalibration[],
  cards: number,
): ShownCalibration {
  const { manifest, state, gold, items } = session;
  const [item] = items;
  if (item === undefined || manifest.calibration === undefined) throw new Error('The calibration has no reply.');
  const { name, format, by, goldHash, tutor } = manifest.calibration;
  const ofTutor = `Only replies of ${tutor ?? ''}: no trust card is kept, since it would replace the card for all replies.`;
  const notes = [
    ...(by === 'people' ? [] : [labelsOfJudge]),
    ...(tutor === undefined ? [] : [ofTutor]),
    ...calibrationNotes(manifest.policy),
    ...said,
  ];
  const { calls, tokens, cost } = runTotals(session);
  const pending = judges.reduce((sum, one) => sum + one.pending, 0);
  const samples = new Map(items.map(({ sample }) => [sample.id, sample]));
  const before = new Map(builtIn && calibrationResult(builtIn).map((one) => [one.model, one]));
  return {
    benchmark: item.benchmark,
    judges,
    samples,
    overrides: judges.flatMap(({ judge, model, rated }) => {
      const other = before.get(model);
      if (other === undefined) return [];
      const differences = overrideDifferences(rated, other.rated, { seed: String(manifest.seed) });
      return [{ judge, dimensions: other.dimensions, differences }];
    }),
    gold: { name, format, by },
    facts: {
      goldHash,
      replies: gold.size,
      samples: samples.size,
      pending,
      notes,
      runId: manifest.runId,
      runDir: store.directoryOf(manifest.runId),
      status: state.status?.status ?? 'running',
      cards,
      calls,
      tokens,
      cost: { usd: cost.usd ?? null, unknownModels: cost.unknownModels },
    },
    remarks: [
      `${countWords(gold.size, 'labelled reply', 'labelled replies')} to ${countWords(samples.size, 'sample', 'samples')}`,
      ...notes,
      ...(pending === 0 ? [] : [`Labels that no judge has been asked about yet: ${pending}.`]),
    ],
  };
}

/** Input for the second half of a calibration, which uses the custom judge prompts. */
interface OverrideHalf {
  /** The first half, whose replies are judged again. */
  readonly planned: NewRun;
  readonly overrides: readonly PromptOverride[];
  readonly folder: string;
}

/** Calibrates the built-in prompts, then the custom ones on the same replies. A first half cut off is shown alone. */
export async function finishBothPrompts(
  first: CalibrationToFinish,
  { planned: { manifest, ...rest }, overrides, folder }: OverrideHalf,
  context: CliContext,
): Promise<number> {
  const { session: builtIn, store } = first;
  const { benchmarks } = context;
  context.err('The built-in judge prompts come first, then your custom ones, on the same replies.\n');
  const halfOfTwo = {
    silent: true,
    notYet: 'Your custom judge prompts have not been used yet.',
    moreArguments: ` --judge-wording ${inShell(folder)}`,
  };
  const code = await finishCalibration({ ...first, ...halfOfTwo }, context);
  if (!hasEnded(builtIn.state.status?.status)) return code;
  const { maxCostUsd, maxCalls } = first.caps;
  const spent = spentOf(builtIn);
  // Daily caps already count across runs.
  const caps = capsOf({
    ...first.caps,
    maxCostUsd: maxCostUsd && Math.max(0, maxCostUsd - spent.usd),
    maxCalls: maxCalls && Math.max(0, maxCalls - spent.calls),
  });
  const second: NewRun = {
    ...rest,
    manifest: {
      ...manifest,
      ...ownMembers({ ...newRunFacts(first.options, context), ...caps, batch: manifest.batch }),
      benchmarks: judgedAgain(manifest, manifest.judges, benchmarks, () => overrides),
    },
  };
  const session = calibrationSession({ ...second, records: [], problems: [] }, benchmarks);
  return finishCalibration(
    { ...first, session, openWriter: () => createRun(store, second), caps, byHand: undefined, builtIn },
    context,
  );
}

/** `judgeWording` adds the custom half, as in `calibrate`. A custom calibration is shown beside its built-in one. */
export async function resumeCalibration(run: CalibrationToFinish, context: CliContext): Promise<number> {
  const { session, store, options } = run;
  const { judgeWording } = options;
  const { runId, judges, policy } = session.manifest;
  if (judgeWording === undefined || judgeWording === false)
    return finishCalibration({ ...run, builtIn: await builtInCalibration(session, store, context) }, context);
  if (hasCustomPrompt(session.manifest))
    throw new CliError(`--judge-wording: ${runId} uses custom judge prompts already. Leave --judge-wording out.`);
  if (judges.some(({ simulated }) => simulated))
    throw new CliError('--judge-wording: The offline judge uses no custom judge prompts. Leave --judge-wording out.');
  const known = benchmarksOf(session.manifest, context);
  const found = await overridesFor(known, options, { start: context.cwd, judges, policy }, context);
  const { manifest, samples } = await store.open(runId);
  // The first half has stored the images already.
  const planned = { manifest, samples, images: [] };
  const folder = path.resolve(context.cwd, judgeWording);
  return finishBothPrompts(run, { planned, overrides: [...found.values()].flat(), folder }, context);
}

/** The latest finished calibration of the same replies and judges with the built-in prompts, made before this one. */
async function builtInCalibration(
  { manifest: own }: CalibrationSession,
  store: RunStore,
  { benchmarks }: CliContext,
): Promise<CalibrationSession | undefined> {
  if (!hasCustomPrompt(own)) return undefined;
  const found = newestFirst(await store.list()).find(
    (listing) =>
      listing.kind === 'run' &&
      hasEnded(listing.lastStatus) &&
      !hasCustomPrompt(listing.manifest) &&
      listing.manifest.createdAt <= own.createdAt &&
      askedOf(listing.manifest) === askedOf(own),
  );
  if (found === undefined) return undefined;
  const session = sessionOfRun(await store.open(found.id), benchmarks);
  return isCalibration(session) ? session : undefined;
}

function hasCustomPrompt({ benchmarks }: Pick<RunManifest, 'benchmarks'>): boolean {
  return benchmarks.some(({ wordings: overrides = [] }) => overrides.length > 0);
}

/** Equal for calibrations of the same replies by the same judges and program version. */
function askedOf({ calibration, benchmarks, judges, policy, seed, toolVersion }: RunManifest): string {
  const ids = benchmarks.map(({ id }) => id);
  return JSON.stringify([calibration?.goldHash, ids, judges.map(modelSetting), policy, seed, toolVersion]);
}

interface ShownCalibration {
  readonly benchmark: Benchmark;
  readonly judges: readonly (Pick<JudgeCalibration, 'judge' | 'simulated' | 'dimensions' | 'rated'> &
    Partial<Pick<JudgeCalibration, 'learned'>>)[];
  /** By id; empty when a judge's answers came without samples. */
  readonly samples: ReadonlyMap<string, Sample>;
  /** Custom judge prompts compared with the built-in ones. */
  readonly overrides?: readonly ComparedOverride[];
  /** File name of the labels, and whose they are. */
  readonly gold: { readonly name: string; readonly format: string; readonly by: 'people' | 'judge' };
  /** `facts` go into the JSON, `remarks` before the table. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly remarks: readonly string[];
}

type Lists = readonly (readonly RatedLabel[])[];

/** Prints a calibration and writes the requested disagreements. Throws `CliError` when the file cannot be written. */
export async function showCalibration(
  shown: ShownCalibration,
  { disagreements: wanted, json }: CliOptions,
  context: CliContext,
): Promise<void> {
  const lists = shown.judges.map(({ rated }) => disagreements(rated, (id) => shown.benchmark.labelsOf?.(id) ?? []));
  const file = disagreementFile(wanted);
  const count = file === undefined && wanted !== undefined ? Number(wanted) : undefined;
  if (json === true) printJson(jsonOf(shown, lists, count), context);
  else context.out(textOf(shown, lists, count ?? (wanted === undefined ? 5 : 0), context));
  if (file === undefined) return;
  const all = shown.judges.flatMap(({ judge }, index) =>
    (lists[index] ?? []).map((one) => `${JSON.stringify(disagreementJson(judge, one))}\n`),
  );
  const target = await writeNamed({ file, shown: path.resolve(context.cwd, file) }, all.join(''), context);
  context.err(`Disagreements: ${all.length}, written to ${foreignText(target)}\n`);
}

function jsonOf(
  { judges, benchmark, samples, gold, facts, overrides = [] }: ShownCalibration,
  lists: Lists,
  count: number | undefined,
): object {
  const each = judges.map(({ judge, simulated, dimensions, rated }, index) => ({
    judge,
    simulated,
    dimensions: written(dimensions),
    reliability: (benchmark.reliability?.(rated, samples) ?? []).map(({ id, title, columns, rows }) => ({
      ...{ id, title, columns },
      rows: rows.map((row) => ({ title: row.title, cells: row.cells.map((cell) => cell ?? null) })),
    })),
    ...(count !== undefined && {
      disagreements: (lists[index] ?? []).slice(0, count).map((one) => disagreementJson(judge, one)),
    }),
  }));
  return {
    schemaVersion: 1,
    ...each[0],
    benchmark: benchmark.id,
    gold,
    ...facts,
    ...(each.length > 1 && { judges: each }),
    ...(overrides.length > 0 && { wordings: overrides.map(overrideJson) }),
  };
}

function textOf(
  { judges, benchmark, samples, gold, remarks, overrides = [] }: ShownCalibration,
  lists: Lists,
  count: number,
  { width }: CliContext,
): string {
  const parts = judges.flatMap(({ judge, simulated, learned = false, dimensions, rated }, index) => {
    const list = lists[index] ?? [];
    const listed = list.slice(0, count);
    const kind = simulated ? ' (simulated)' : learned ? ' (learned from people’s labels)' : '';
    const title = `Judge ${foreignText(judge)}${kind}`;
    if (dimensions.length === 0) return [`${title}\nNo answers yet.`];
    const apart = `Disagreements: ${listed.length} of ${list.length}\n\n${disagreementList(listed, width, gold.by)}`;
    return [
      `${title}\n${agreementTable(dimensions, width, gold.by)}`,
      ...(benchmark.reliability?.(rated, samples) ?? []).map(reliabilityText),
      ...(listed.length === 0 ? [] : [apart]),
    ];
  });
  const by = gold.by === 'people' ? 'people’s labels' : 'another judge’s labels';
  return `${[
    [`${benchmark.title} against ${foreignText(gold.name)}, ${by}`, ...remarks.map(foreignText)].join('\n'),
    ...parts,
    ...(judges.length > 1 ? [judgesSideBySide(judges)] : []),
    ...overrides.map(overrideTable),
  ].join('\n\n')}\n`;
}
