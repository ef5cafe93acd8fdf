import path from 'node:path';
import { calibrationNotes } from '../core/benchmark/protocolPolicy';
import { calibrationResult, type JudgeCalibration, keepTrustCards } from '../core/trust/calibrationResult';
import { type CalibrationSession, calibrationSession, isCalibration } from '../core/trust/calibrationSession';
import { labelsOfJudge } from '../core/trust/goldSource';
import { type ComparedWording, wordingDifferences } from '../core/trust/wordingDifference';
import { newRunId, plannedJudges } from '../core/run/planRun';
import { capsOf } from '../core/run/runCaps';
import type { RunSession } from '../core/run/runSession';
import { spentOf } from '../core/run/runState';
import { type JudgeWording, withWording } from '../core/benchmark/judging/judgeWording';
import { countWords } from '../core/text/countWords';
import { runTotals } from '../core/results/runHeader';
import { uncapped } from '../core/history/planRejudge';
import { sessionOfRun } from '../core/history/sessionOfRun';
import { modelSetting, type RunManifest } from '../core/store/runManifest';
import { createRun, type NewRun, type RunStore } from '../core/store/runStore';
import { FileTrustCardStore } from '../core/store/trustCardStore';
import { type CliContext, CliError } from './cliContext';
import { finishRun, type RunToFinish } from './finishRun';
import { wordingsFor } from './modelServers';
import { benchmarksOf, newestFirst } from './openRun';
import { showCalibration } from './showCalibration';
import { inShell } from './terminalText';

/** A calibration about to start or to go on. */
interface CalibrationToFinish extends Omit<RunToFinish, 'present' | 'checks'> {
  readonly session: CalibrationSession;
  /** Said before the table. */
  readonly notes: readonly string[];
  /** The same replies judged in the built-in wording before; shown beside this run, whose judges have wordings of a person's own. */
  readonly builtIn?: CalibrationSession;
  /** True where the figures are only wanted beside those of another calibration: they are shown only where this one is cut off. */
  readonly silent?: boolean;
}

/** Runs a calibration to the end, prints what it found, keeps its trust cards and returns the exit code. */
export function finishCalibration(run: CalibrationToFinish, context: CliContext): Promise<number> {
  const { session, root, options, moreArguments = '' } = run;
  const present = async (): Promise<void> => {
    const { judges, cards } = await keepTrustCards(session, new FileTrustCardStore(root));
    if (run.silent === true && isOver(session)) return;
    await showCalibration(shownOf(run, judges, cards.length), options, context);
    if (cards.length > 0) context.err(`Trust cards: ${cards.length} kept.\n`);
  };
  const { disagreements } = options;
  const listed = disagreements === undefined ? '' : ` --disagreements ${inShell(disagreements)}`;
  // A calibration has no scores of a prompt, which a report shows.
  const shown = { ...options, html: undefined };
  return finishRun({ ...run, options: shown, present, moreArguments: moreArguments + listed }, context);
}

function shownOf(
  { session, store, notes: said, builtIn }: CalibrationToFinish,
  judges: readonly JudgeCalibration[],
  cards: number,
): Parameters<typeof showCalibration>[0] {
  const { manifest, state, gold } = session;
  const [item] = session.items;
  if (item === undefined || manifest.calibration === undefined) throw new Error('The calibration has no reply.');
  const { name, format, by, goldHash, tutor } = manifest.calibration;
  const notes = [
    ...(by === 'people' ? [] : [labelsOfJudge]),
    ...(tutor === undefined
      ? []
      : [`Replies of ${tutor} alone: no trust card is kept, as it would stand in the place of one of all replies.`]),
    ...calibrationNotes(manifest.policy),
    ...said,
  ];
  const { calls, tokens, cost } = runTotals(session);
  const pending = judges.reduce((sum, one) => sum + one.pending, 0);
  const samples = new Set(session.items.map(({ sample }) => sample.id)).size;
  return {
    benchmark: item.benchmark,
    judges,
    samples: new Map(session.items.map(({ sample }) => [sample.id, sample])),
    wordings: wordingsOf(judges, session, builtIn),
    gold: { name, format, by },
    facts: {
      goldHash,
      replies: gold.size,
      samples,
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
      `${countWords(gold.size, 'labelled reply', 'labelled replies')} to ${countWords(samples, 'sample', 'samples')}`,
      ...notes,
      ...(pending === 0 ? [] : [`Labels that no judge has been asked about yet: ${pending}.`]),
    ],
  };
}

/** Each judge's own wording beside the built-in one; nothing where there was no such run before. */
function wordingsOf(
  judges: readonly JudgeCalibration[],
  { manifest }: CalibrationSession,
  builtIn: CalibrationSession | undefined,
): readonly ComparedWording[] {
  if (builtIn === undefined) return [];
  const before = new Map(calibrationResult(builtIn).map((one) => [one.model, one]));
  return judges.flatMap(({ judge, model, rated }) => {
    const other = before.get(model);
    if (other === undefined) return [];
    const differences = wordingDifferences(rated, other.rated, { seed: String(manifest.seed) });
    return [{ judge, dimensions: other.dimensions, differences }];
  });
}

/** The half of a calibration in both wordings that is still to be planned. */
interface OwnWordingHalf {
  /** The first half, whose replies it has. */
  readonly planned: NewRun;
  readonly wordings: readonly JudgeWording[];
  /** Where they stand, as an absolute path. */
  readonly folder: string;
}

/**
 * Runs a calibration in the built-in wording to its end, and then the same replies in wordings of a person's own, which are shown beside
 * it. Where the first half is cut off, what it has is shown, and said which command does the rest of both. Returns the exit code.
 */
export async function finishBothWordings(
  first: CalibrationToFinish,
  { planned, wordings, folder }: OwnWordingHalf,
  context: CliContext,
): Promise<number> {
  const { session: builtIn, store } = first;
  context.err('The built-in wording comes first, then your own, on the same replies.\n');
  const halfOfTwo = {
    silent: true,
    notYet: 'Your own wording has not been asked yet.',
    moreArguments: ` --judge-wording ${inShell(folder)}`,
  };
  const code = await finishCalibration({ ...first, ...halfOfTwo }, context);
  if (!isOver(builtIn)) return code;
  const { maxCostUsd, maxCalls } = first.caps;
  const spent = spentOf(builtIn);
  // A day's caps look after themselves.
  const caps = capsOf({
    ...first.caps,
    maxCostUsd: maxCostUsd && Math.max(0, maxCostUsd - spent.usd),
    maxCalls: maxCalls && Math.max(0, maxCalls - spent.calls),
  });
  const own = inOwnWording(planned, wordings, context);
  const second = { ...own, manifest: { ...own.manifest, ...caps } };
  const session = calibrationSession({ ...second, records: [], problems: [] }, context.benchmarks);
  return finishCalibration(
    { ...first, session, openWriter: () => createRun(store, second), caps, byHand: undefined, builtIn },
    context,
  );
}

/** The same replies and judges as a new run without caps. */
function inOwnWording(
  { manifest, samples, images }: NewRun,
  wordings: readonly JudgeWording[],
  { version, benchmarks }: CliContext,
): NewRun {
  return {
    images,
    samples,
    manifest: {
      ...manifest,
      runId: newRunId(Date.now(), Math.random),
      createdAt: new Date().toISOString(),
      toolVersion: version,
      ...uncapped,
      benchmarks: manifest.benchmarks.map((entry) => {
        const benchmark = benchmarks.get(entry.id);
        if (benchmark === undefined) return entry;
        return {
          ...entry,
          ...plannedJudges(withWording(benchmark, wordings), manifest.judges, manifest.policy),
          wordings: [...wordings],
        };
      }),
    },
  };
}

/** Whether a run has come to its end, with or without gaps. */
function isOver({ state }: RunSession): boolean {
  return state.status?.status === 'completed' || state.status?.status === 'incomplete';
}

/**
 * Goes on with a calibration: with `judgeWording` to its end and then to that of the same replies in the wordings of that folder, as
 * `calibrate` would have. One in such wordings is shown beside the built-in one where the store has it. Returns the exit code.
 */
export async function resumeCalibration(run: CalibrationToFinish, context: CliContext): Promise<number> {
  const { session, store, options } = run;
  const { judgeWording } = options;
  const { runId, judges, policy } = session.manifest;
  if (judgeWording === undefined || judgeWording === false) {
    return finishCalibration({ ...run, builtIn: await builtInCalibration(session, store, context) }, context);
  }
  if (hasOwnWording(session.manifest)) {
    throw new CliError(
      `--judge-wording: ${runId} is asked in a wording of your own already. Leave --judge-wording out.`,
    );
  }
  if (judges.some(({ simulated }) => simulated))
    throw new CliError('--judge-wording: The offline judge reads no wording. Leave --judge-wording out.');
  const known = benchmarksOf(session.manifest, context);
  const found = await wordingsFor(known, options, { start: context.cwd, judges, policy }, context);
  const { manifest, samples } = await store.open(runId);
  return finishBothWordings(
    run,
    {
      // The images are in the store since the first half was made.
      planned: { manifest, samples, images: [] },
      wordings: [...found.values()].flat(),
      folder: path.resolve(context.cwd, judgeWording),
    },
    context,
  );
}

/**
 * The calibration of the same replies by the same judges in the built-in wording that came before one in wordings of a person's own;
 * `undefined` where the store has none that came to its end.
 */
async function builtInCalibration(
  { manifest: own }: CalibrationSession,
  store: RunStore,
  { benchmarks }: CliContext,
): Promise<CalibrationSession | undefined> {
  if (!hasOwnWording(own)) return undefined;
  const found = newestFirst(await store.list()).find(
    (listing) =>
      listing.kind === 'run' &&
      (listing.lastStatus === 'completed' || listing.lastStatus === 'incomplete') &&
      !hasOwnWording(listing.manifest) &&
      listing.manifest.createdAt <= own.createdAt &&
      askedOf(listing.manifest) === askedOf(own),
  );
  if (found === undefined) return undefined;
  const session = sessionOfRun(await store.open(found.id), benchmarks);
  return isCalibration(session) ? session : undefined;
}

/** Whether a calibration's judges are asked in wordings of a person's own. */
function hasOwnWording({ benchmarks }: Pick<RunManifest, 'benchmarks'>): boolean {
  return benchmarks.some(({ wordings = [] }) => wordings.length > 0);
}

/** The same text where the same judges were asked about the same labelled replies by one version of this program. */
function askedOf({ calibration, benchmarks, judges, policy, seed, toolVersion }: RunManifest): string {
  const ids = benchmarks.map(({ id }) => id);
  return JSON.stringify([calibration?.goldHash, ids, judges.map(modelSetting), policy, seed, toolVersion]);
}
