import type { TurnMapPicture } from '../../src/core/results/reportModel';

type Layer = TurnMapPicture['layers'][number];
export type MapRow = Layer['rows'][number];
type Cell = MapRow['cells'][number];

/** What a cell means, in the legend, in tooltips and for a screen reader. */
export const cellWords: Readonly<Record<Cell, string>> = {
  clean: 'clean',
  failed: 'failed',
  unscored: 'unscored',
  none: 'no such turn',
};

/** A place in the map's grid, counted from 0; the row after the last conversation is that of the rates. */
export interface MapPlace {
  readonly row: number;
  readonly column: number;
}

/** How a conversation is remembered over snapshots and layers. */
export function rowKey({ sampleId, repeat }: MapRow): string {
  return `${sampleId}#${String(repeat)}`;
}

/** Rows passed by PageUp and PageDown. */
const pageRows = 10;

/** Where a key leads from a place, kept inside `last`; `undefined` for a key that moves nowhere. */
export function movedPlace(
  { row, column }: MapPlace,
  last: MapPlace,
  key: string,
  control: boolean,
): MapPlace | undefined {
  const targets: Readonly<Record<string, MapPlace>> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
    Home: { row: control ? 0 : row, column: 0 },
    End: { row: control ? last.row : row, column: last.column },
  };
  const target = targets[key];
  if (target === undefined) return undefined;
  const within = (value: number, end: number): number => Math.max(0, Math.min(end, value));
  return { row: within(target.row, last.row), column: within(target.column, last.column) };
}

/** `Turn 7: 12 of 30 conversations failed, 40.0%`. */
export function rateWords(turn: number, { failed, judged }: Layer['byTurn'][number]): string {
  if (judged === 0) return `Turn ${String(turn)}: no verdict yet`;
  const share = ((failed / judged) * 100).toFixed(1);
  return `Turn ${String(turn)}: ${String(failed)} of ${String(judged)} conversations failed, ${share}%`;
}
