import type { RunSession } from '../core/engine/runSession';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import type { RunListing } from '../core/store/runStore';
import { assertEvaluation } from './assertEvaluation';
import type { CliContext } from './cliContext';
import { findRun, type FoundRun } from './findRun';
import { foreignText } from './foreignText';

/** A stored run, found and read. */
export interface OpenedRun extends FoundRun {
  readonly session: RunSession;
}

/** Finds and reads a run named on the command line, as `findRun` does. Throws `CliError` or `RunStoreError`. */
export async function openRun(name: string, storeOption: string | undefined, context: CliContext): Promise<OpenedRun> {
  return openFound(await findRun(name, storeOption, context), context);
}

/**
 * The same for a run that is to be compared: `latest` passes over calibrations, which have no scores of a prompt, and one that is named
 * is refused.
 */
export async function openEvaluation(
  name: string,
  storeOption: string | undefined,
  context: CliContext,
): Promise<OpenedRun> {
  const opened = await openFound(await findRun(name, storeOption, context, isEvaluation), context);
  assertEvaluation(opened.session);
  return opened;
}

async function openFound(found: FoundRun, context: CliContext): Promise<OpenedRun> {
  const stored = await found.store.open(found.runId);
  const session = sessionOfRun(stored, context.benchmarks);
  for (const problem of session.problems) context.err(`warning: ${foreignText(problem)}\n`);
  return { ...found, session };
}

function isEvaluation(listing: RunListing): boolean {
  return listing.kind === 'damaged' || listing.manifest.calibration === undefined;
}
