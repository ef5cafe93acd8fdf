import type { Benchmarks } from '../benchmark/benchmark';
import type { ProviderEntry } from '../providers/providerEntry';
import { judgedAgain, type NewRunFacts, ownMembers } from '../run/planRun';
import { withOwnPrices } from '../run/runChoices';
import type { RunManifest } from '../store/runManifest';
import type { StoredRun } from '../store/runStore';
import { hasOwnText } from '../store/storedSamples';
import { t } from '../text/countWords';
import { assertNoConfirmation, continuedSequence, StoredRunError } from './planRejudge';

/**
 * Plans to play a stored run's text again, with the same samples, models and seed. Replies are to be fresh: a cached
 * one would be a copy of the first. Prices are the user's own. `later`: a planned run that is to be compared with it.
 * Throws `StoredRunError`.
 */
export function planRunAgain(
  { manifest, samples, records, altered = [] }: StoredRun,
  facts: NewRunFacts,
  benchmarks: Benchmarks,
  providers: ReadonlyMap<string, ProviderEntry>,
  later?: RunManifest,
): Pick<StoredRun, 'manifest' | 'samples'> {
  const { runId, calibration, recorded } = manifest;
  assertNoConfirmation(manifest);
  if (calibration !== undefined || recorded !== undefined)
    throw new StoredRunError(
      t`The replies of run ${runId} were not played by a tutor here, so they cannot be played again.`,
    );
  if (manifest.tutor.simulated)
    throw new StoredRunError(t`The tutor of run ${runId} is simulated: another run would give the same replies.`);
  if (altered.length > 0 || !hasOwnText(manifest))
    throw new StoredRunError(
      t`The files of run ${runId} are not those that were played. Evaluate the prompt file again.`,
    );
  const [tutor = manifest.tutor] = withOwnPrices([manifest.tutor], providers);
  const [student] = withOwnPrices(manifest.student === undefined ? [] : [manifest.student], providers);
  return {
    manifest: {
      ...manifest,
      ...ownMembers(facts),
      // A baseline goes the same way as what is compared with it, and asks the same judges.
      ...(later && {
        createdAt: new Date(Date.parse(later.createdAt) - 1).toISOString(),
        ...{ aims: later.aims, judgeAll: later.judgeAll, batch: later.batch },
      }),
      rejudgedFrom: undefined,
      repliesAt: undefined,
      skipsCache: true,
      tutor,
      student,
      judges: [...withOwnPrices(manifest.judges, providers)],
      sequence: continuedSequence(manifest, records),
      benchmarks: judgedAgain(manifest, benchmarks),
    },
    samples,
  };
}
