import { benchmarks } from '../../core/benchmarks/registry';
import type { ShippedJudges } from '../../core/trust/shippedJudges';
import { knownCards } from '../../core/trust/trustOf';
import type { UnfinishedCheck } from '../../core/report/judgesViewModel';
import type { FileRunStore } from '../../core/store/fileRunStore';
import { isRunLocked } from '../../core/store/runLock';
import { modelDestination, type RunManifest } from '../../core/store/runManifest';
import type { SummaryListing } from '../../core/store/runStore';
import type { TrustCard } from '../../core/benchmark/trustCard';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';

/** The trust cards of a store and those that come with the extension. Read anew each time: other windows and the command line keep cards, too. */
export class JudgeCards {
  readonly #rootOf: () => string;
  readonly #shipped: Pick<ShippedJudges, 'allCards' | 'cardsFor'>;

  /** `rootOf`: the store's folder, which a setting may change. */
  constructor(rootOf: () => string, shipped: Pick<ShippedJudges, 'allCards' | 'cardsFor'>) {
    this.#rootOf = rootOf;
    this.#shipped = shipped;
  }

  /** The cards that may say something of a run's judges. Never rejects. */
  ofRun(manifest: Pick<RunManifest, 'benchmarks' | 'judges'>): Promise<TrustCards> {
    return this.#with(() => this.#shipped.cardsFor(manifest));
  }

  /** All cards. Never rejects. */
  all(): Promise<TrustCards> {
    return this.#with(() => this.#shipped.allCards());
  }

  async #with(readShipped: () => Promise<readonly TrustCard[]>): Promise<TrustCards> {
    const [stored, shipped] = await Promise.all([
      new FileTrustCardStore(this.#rootOf()).read().then((found) => knownCards(found, benchmarks)),
      readShipped().then(
        (cards): TrustCards => ({ cards, problems: [] }),
        (error: unknown): TrustCards => ({
          cards: [],
          problems: [error instanceof Error ? error.message : String(error)],
        }),
      ),
    ]);
    return { cards: [...stored.cards, ...shipped.cards], problems: [...stored.problems, ...shipped.problems] };
  }
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
    const status = statusOf(listing);
    const words = id === goingOn ? 'under way' : stopped[status ?? ''];
    if (words === undefined) continue;
    const manifest = await manifestOf(listing, store);
    // In another window it goes on without this one.
    const isElsewhere = id !== goingOn && (await isRunLocked(store.directoryOf(id)));
    if (manifest?.calibration !== undefined && !isElsewhere) found.push(checkOf(manifest, words, id === goingOn));
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

async function manifestOf(listing: SummaryListing, store: FileRunStore): Promise<RunManifest | undefined> {
  if (listing.kind === 'run') return listing.manifest;
  return store.readManifest(listing.id).catch(() => undefined);
}

function checkOf(manifest: RunManifest, statusText: string, goesOn: boolean): UnfinishedCheck {
  const { runId, createdAt: at, calibration, judges } = manifest;
  const id = manifest.benchmarks[0]?.id;
  return {
    runId,
    at,
    benchmarkTitle: id === undefined ? '' : (benchmarks.get(id)?.title ?? id),
    judges: judges.map(modelDestination),
    gold: calibration?.name ?? '',
    statusText,
    goesOn,
  };
}
