import type { TrustCard } from '../../core/benchmark/trustCard';
import { benchmarks } from '../../core/benchmarks/registry';
import type { UnfinishedCheck } from '../../core/report/judgesViewModel';
import type { FileRunStore } from '../../core/store/fileRunStore';
import { isRunLocked } from '../../core/store/runLock';
import { modelDestination, type RunManifest } from '../../core/store/runManifest';
import type { SummaryListing } from '../../core/store/runStore';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';
import type { ShippedJudges } from '../../core/trust/shippedJudges';
import { knownCards } from '../../core/trust/trustOf';
import { reasonOf } from '../log';

/** The cards of a store and those that come with the extension that may say something of a run's judges. Never rejects. */
export function cardsOfRun(
  root: string,
  shipped: Pick<ShippedJudges, 'cardsFor'>,
  manifest: Pick<RunManifest, 'benchmarks' | 'judges'>,
): Promise<TrustCards> {
  return withShipped(root, shipped.cardsFor(manifest));
}

export function allCards(root: string, shipped: Pick<ShippedJudges, 'allCards'>): Promise<TrustCards> {
  return withShipped(root, shipped.allCards());
}

/** The store is read anew each time: other windows and the command line keep cards, too. */
async function withShipped(root: string, reading: Promise<readonly TrustCard[]>): Promise<TrustCards> {
  const [stored, shipped] = await Promise.all([
    new FileTrustCardStore(root).read().then((found) => knownCards(found, benchmarks)),
    reading.then(
      (cards): TrustCards => ({ cards, problems: [] }),
      (error: unknown): TrustCards => ({ cards: [], problems: [reasonOf(error)] }),
    ),
  ]);
  return { cards: [...stored.cards, ...shipped.cards], problems: [...stored.problems, ...shipped.problems] };
}

/** Where a calibration can go on. `running` covers one that a crash left without a last word. */
const stopped: Readonly<Record<string, string>> = {
  running: 'interrupted',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
  overBudget: 'stopped at a cap',
  failed: 'failed',
};

/** The calibrations of a store that were cut off, the newest first, and the one that goes on in this window, `goingOn`. */
export async function unfinishedCalibrations(
  store: FileRunStore,
  goingOn: string | undefined,
): Promise<readonly UnfinishedCheck[]> {
  const found: UnfinishedCheck[] = [];
  for (const listing of await store.summaries()) {
    const { id } = listing;
    const goesOn = id === goingOn;
    const statusText = goesOn ? 'under way' : stopped[statusOf(listing) ?? ''];
    // In another window it goes on without this one.
    if (statusText === undefined || (!goesOn && (await isRunLocked(store.directoryOf(id))))) continue;
    const manifest = await store.readManifest(id).catch(() => undefined);
    if (manifest?.calibration === undefined) continue;
    const benchmark = manifest.benchmarks[0]?.id;
    found.push({
      runId: id,
      at: manifest.createdAt,
      benchmarkTitle: benchmark === undefined ? '' : (benchmarks.get(benchmark)?.title ?? benchmark),
      judges: manifest.judges.map(modelDestination),
      gold: manifest.calibration.name,
      statusText,
      goesOn,
    });
  }
  return found;
}

/** `undefined` for what is no calibration, as far as that can be told without opening it. */
function statusOf(listing: SummaryListing): string | undefined {
  if (listing.kind === 'damaged') return undefined;
  if (listing.kind === 'run') return listing.manifest.calibration === undefined ? undefined : listing.lastStatus;
  // A calibration's replies come from a file, which stands in the tutor's place.
  return listing.summary.tutor.startsWith('given:') ? listing.summary.status : undefined;
}
