import type { LabelPlaceView, LabelRow } from '../../src/core/labels/labellingView';

/** A choice that is on its way to the file. */
export interface PendingChoice {
  readonly choice: number;
  /** Of the request that it was sent with. */
  readonly number: number;
}

type PendingChoices = ReadonlyMap<string, Pick<PendingChoice, 'choice'>>;

/** The row that a reply is begun with: the first without a label. */
export function firstOpen(place: LabelPlaceView | undefined): LabelRow | undefined {
  return place?.rows.find(({ chosen }) => chosen === undefined) ?? place?.rows[0];
}

/** The next row without a label, from the one after `slot`, once around. */
export function nextOpen({ rows }: LabelPlaceView, slot: string, pending: PendingChoices): LabelRow | undefined {
  const at = rows.findIndex((row) => row.slot === slot);
  const order = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))];
  return order.find((row) => row.chosen === undefined && !pending.has(row.slot));
}

/** The row whose label is another than it was, where the same reply is shown still. */
export function changedRow(
  before: LabelPlaceView | undefined,
  now: LabelPlaceView | undefined,
  pending: PendingChoices,
): LabelRow | undefined {
  if (before === undefined || before.id !== now?.id) return undefined;
  const stood = new Map(before.rows.map(({ slot, chosen }) => [slot, chosen]));
  return now.rows.find(({ slot, chosen }) => chosen !== (pending.get(slot)?.choice ?? stood.get(slot)));
}
