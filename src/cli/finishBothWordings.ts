import { calibrationSession } from '../core/calibration/calibrationSession';
import { plannedJudges } from '../core/engine/plannedJudges';
import type { RunCaps } from '../core/engine/runCaps';
import { newRunId } from '../core/engine/runId';
import { spentOf } from '../core/engine/spentUsd';
import { withWording, type JudgeWording } from '../core/judging/judgeWording';
import { uncapped } from '../core/revisions/planRejudge';
import { createRun, type NewRun } from '../core/store/runStore';
import type { Spending } from '../core/store/spendingLedger';
import type { CliContext } from './cliContext';
import { finishCalibration, type CalibrationToFinish } from './finishCalibration';
import { inShell } from './inShell';
import { isOver } from './isOver';

/** The half of a calibration in both wordings that is still to be planned. */
export interface OwnWordingHalf {
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
  const caps = capsLeft(first.caps, spentOf(builtIn));
  const second = inOwnWording(planned, wordings, caps, context);
  const session = calibrationSession({ ...second, records: [], problems: [] }, context.benchmarks);
  return finishCalibration(
    { ...first, session, openWriter: () => createRun(store, second), caps, byHand: undefined, builtIn },
    context,
  );
}

/** The same replies and judges as a new run, which has caps of its own. */
function inOwnWording(
  { manifest, samples, images }: NewRun,
  wordings: readonly JudgeWording[],
  caps: RunCaps,
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
      ...caps,
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

/** What the second half may still come to; a day's caps look after themselves. */
function capsLeft(caps: RunCaps, spent: Spending): RunCaps {
  const { maxCostUsd, maxCalls } = caps;
  return {
    ...caps,
    ...(maxCostUsd === undefined ? {} : { maxCostUsd: Math.max(0, maxCostUsd - spent.usd) }),
    ...(maxCalls === undefined ? {} : { maxCalls: Math.max(0, maxCalls - spent.calls) }),
  };
}
