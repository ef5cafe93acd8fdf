import type { CaseSummary } from '../core/report/reportModel';
import type { PanelState } from './panelState';

/** A row of the case list, and its place among those of its benchmark. */
export type PlacedRow = readonly [place: number, row: CaseSummary];

/** A state as a change of the one before: the rows that are new, by benchmark; all other rows stay as they are. */
export interface StateChange {
  /** Without any rows. */
  readonly state: PanelState;
  readonly rows: readonly (readonly PlacedRow[])[];
}
