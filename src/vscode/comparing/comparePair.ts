import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareInSlices } from '../../core/compare/compareRuns';
import type { Comparison } from '../../core/compare/comparison';
import { intendedDifferences } from '../../core/compare/intendedDifferences';
import { judgesToCompare } from '../../core/compare/judgesToCompare';
import { noiseSteps } from '../../core/compare/noiseBand';
import { runDifferences } from '../../core/compare/runDifferences';
import { inSlices } from '../../core/compare/slice';
import type { SumsHelper } from '../../core/compare/sumsHelper';
import type { RunSession } from '../../core/engine/runSession';
import type { JudgePair } from '../../protocol/messages';

/** Two runs that are open, and how they are to be compared. */
export interface OpenPair {
  readonly before: RunSession;
  readonly after: RunSession;
  readonly judges: JudgePair | undefined;
  /** Other runs of the earlier run's prompt, for the noise. */
  readonly others: readonly RunSession[];
  readonly margin: number | undefined;
  readonly smallest: number | undefined;
  readonly signal: AbortSignal;
  readonly helper: SumsHelper | undefined;
}

/** The comparison of two runs, made in slices between which the thread hears what else is asked. Rejects when the signal is aborted. */
export async function comparePair(pair: OpenPair): Promise<Comparison> {
  const { before, after, others, signal, margin, smallest, helper } = pair;
  const judge = pair.judges ?? judgesToCompare(before.manifest, after.manifest);
  const pause = async (): Promise<void> => {
    await nextTurn();
    signal.throwIfAborted();
  };
  const seed = after.manifest.seed;
  const noise = await inSlices(noiseSteps([before, ...others], { judge: judge.before, seed }), pause);
  const samePrompt = before.manifest.prompt.revision === after.manifest.prompt.revision;
  const intended = intendedDifferences(runDifferences(before, after, judge), samePrompt);
  return compareInSlices(before, after, { judge, seed, intended, noise, others, margin, smallest, helper }, pause);
}
