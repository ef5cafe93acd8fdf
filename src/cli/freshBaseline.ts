import { estimateNotes } from '../core/report/estimateReport';
import { estimateByRecent } from '../core/run/estimateByRecent';
import type { RunEstimate } from '../core/run/estimateRun';
import type { RunSession } from '../core/run/runSession';
import type { CliContext } from './cliContext';
import type { CliOptions } from './cliOptions';
import { comparedHistory } from './compareCommand';
import { type OpenedRun, openEvaluation } from './openRun';

interface FreshBaseline {
  /** What is named with `--baseline`. */
  readonly opened: OpenedRun;
  /** A later run of the same text, to compare with. Absent if that is still to be made. */
  readonly name?: string;
  /** Why, and if it is to be made, what it sends and costs. */
  readonly lines: readonly string[];
  readonly estimate?: RunEstimate;
}

/** What to do about a `--baseline` that was chosen for its score; `undefined` if it was not. */
export async function freshBaseline(
  { session, root }: { readonly session: RunSession; readonly root: string },
  { baseline, freshBaseline: isWanted = true }: CliOptions,
  context: CliContext,
): Promise<FreshBaseline | undefined> {
  if (baseline === undefined || !isWanted) return undefined;
  const opened = await openEvaluation(baseline, root, context);
  const { chosen, beforehand } = await comparedHistory(opened.store, opened.session, session, context);
  const { warning, fresh } = chosen ?? {};
  if (warning !== undefined && fresh !== undefined)
    return { opened, name: opened.store.directoryOf(fresh), lines: [warning] };
  if (beforehand === undefined) return undefined;
  const estimate = await estimateByRecent(opened.session, root);
  return { opened, lines: [beforehand, ...estimateNotes(opened.session.manifest, estimate).slice(0, 3)], estimate };
}
