import type { LabelPlaceView } from '../../src/core/labels/labellingView';

/** Reasons that were written before a label was chosen. Each waits for the label of its row, also while other replies are looked at,
 * for as long as the sitting goes on: a later one may be of another run or person. */
export class ReasonDrafts {
  readonly #texts = new Map<string, string>();

  of(place: string, slot: string): string | undefined {
    return this.#texts.get(`${place} ${slot}`);
  }

  /** Empty text takes a reason away. */
  keep(place: string, slot: string, text: string): void {
    if (text === '') this.#texts.delete(`${place} ${slot}`);
    else this.#texts.set(`${place} ${slot}`, text);
  }

  /** Lets go of all. */
  clear(): void {
    this.#texts.clear();
  }

  /** By row. */
  ofPlace(place: LabelPlaceView | undefined): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const { slot } of place?.rows ?? []) {
      const text = this.of(place?.id ?? '', slot);
      if (text !== undefined) found.set(slot, text);
    }
    return found;
  }

  /** Lets go of those that the file has: a label that could not be kept keeps its reason here. */
  settle(place: LabelPlaceView | undefined): void {
    for (const { slot, reason } of place?.rows ?? []) if (reason !== undefined) this.keep(place?.id ?? '', slot, '');
  }
}
