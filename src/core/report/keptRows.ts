import type { Play } from './play';
import type { CaseSummary } from './reportModel';

/**
 * Rows of the case list as earlier reports of one session had them, so that a live report makes only those that have changed. A row
 * that has not changed is the same object: whoever sends rows on sees which are new.
 */
export class KeptRows {
  readonly #rows = new Map<string, { readonly changes: number; readonly row: CaseSummary }>();

  /** The row of a play as its records stand; `make` is called where there is none of them yet. */
  row({ item, state }: Play, make: () => CaseSummary): CaseSummary {
    const { changes } = state;
    const known = this.#rows.get(item.key);
    if (known?.changes === changes) return known.row;
    const row = make();
    this.#rows.set(item.key, { changes, row });
    return row;
  }
}
