import { calibrationResult, type JudgeCalibration } from '../core/calibration/calibrationResult';
import type { CalibrationSession } from '../core/calibration/calibrationSession';
import { labelsOfJudge } from '../core/calibration/goldSource';
import { keepTrustCards } from '../core/calibration/trustCardsOfCalibration';
import { type ComparedWording, wordingDifferences } from '../core/calibration/wordingDifference';
import { countWords } from '../core/report/countWords';
import { runTotals } from '../core/report/runTotals';
import { FileTrustCardStore } from '../core/store/trustCardStore';
import type { CliContext } from './cliContext';
import { finishRun, type RunToFinish } from './finishRun';
import { inShell } from './inShell';
import { isOver } from './isOver';
import type { RunChecks } from './runChecks';
import { showCalibration, type CalibrationOutput } from './showCalibration';

/** A calibration about to start or to go on. */
export interface CalibrationToFinish extends Omit<RunToFinish, 'session' | 'present' | 'html' | keyof RunChecks> {
  readonly session: CalibrationSession;
  readonly disagreements: string | undefined;
  /** Said before the table. */
  readonly notes: readonly string[];
  /** The same replies judged in the built-in wording before; shown beside this run, whose judges have wordings of a person's own. */
  readonly builtIn?: CalibrationSession;
  /** True where the figures are only wanted beside those of another calibration: they are shown only where this one is cut off. */
  readonly silent?: boolean;
}

/** Runs a calibration to the end, prints what it found, keeps its trust cards and returns the exit code. */
export function finishCalibration(run: CalibrationToFinish, context: CliContext): Promise<number> {
  const { session, root } = run;
  const output: CalibrationOutput = { json: run.json, disagreements: run.disagreements };
  const present = async (): Promise<void> => {
    const { judges, cards } = await keepTrustCards(session, new FileTrustCardStore(root));
    if (run.silent === true && isOver(session)) return;
    await showCalibration(shownOf(run, judges, cards.length), output, context);
    if (cards.length > 0) context.err(`Trust cards: ${cards.length} kept.\n`);
  };
  const { disagreements, moreArguments = '' } = run;
  const listed = disagreements === undefined ? '' : ` --disagreements ${inShell(disagreements)}`;
  return finishRun({ ...run, html: undefined, present, moreArguments: moreArguments + listed }, context);
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
    ...(manifest.policy.groundTruthToJudge ? [] : ['The judges were not shown the worked solution.']),
    ...(manifest.policy.oneJudgeCall ? ['All dimensions of a reply were judged in one call.'] : []),
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
