import { isCalibration, type CalibrationSession } from '../core/calibration/calibrationSession';
import { sessionOfRun } from '../core/revisions/sessionOfRun';
import { modelSetting, type RunManifest } from '../core/store/runManifest';
import type { RunStore } from '../core/store/runStore';
import type { CliContext } from './cliContext';
import { newestFirst } from './newestFirst';

/**
 * The calibration of the same replies by the same judges in the built-in wording that came before one in wordings of a person's own;
 * `undefined` where the store has none that came to its end.
 */
export async function builtInCalibration(
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
export function hasOwnWording({ benchmarks }: Pick<RunManifest, 'benchmarks'>): boolean {
  return benchmarks.some(({ wordings = [] }) => wordings.length > 0);
}

/** The same text where the same judges were asked about the same labelled replies by one version of this program. */
function askedOf({ calibration, benchmarks, judges, policy, seed, toolVersion }: RunManifest): string {
  const ids = benchmarks.map(({ id }) => id);
  return JSON.stringify([calibration?.goldHash, ids, judges.map(modelSetting), policy, seed, toolVersion]);
}
