import type { TrustCard } from './trustCard';

/** The cards as far as they are readable. */
export interface TrustCards {
  readonly cards: readonly TrustCard[];
  /** One sentence for each card that had to be left out. */
  readonly problems: readonly string[];
}

/** Where trust cards are kept: one for each judge, version, benchmark, dimension and set of labels. */
export interface TrustCardStore {
  /** Takes the place of the card of the same judge, version, dimension and labels. Rejects with `RunStoreError` `unwritable`. */
  put(card: TrustCard): Promise<void>;
  read(): Promise<TrustCards>;
}
