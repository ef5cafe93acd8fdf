import { benchmarks } from '../../core/benchmarks/registry';
import { knownCards } from '../../core/calibration/trustOf';
import type { ShippedJudges } from '../../core/calibration/shippedJudges';
import { FileTrustCardStore, type TrustCards } from '../../core/store/trustCardStore';
import type { RunManifest } from '../../core/store/runManifest';
import type { TrustCard } from '../../core/store/trustCard';

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
