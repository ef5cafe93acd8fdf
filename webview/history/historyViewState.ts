import { fieldsOf, optionalText, savedPixels } from '../savedFields';

/** Where the reader is in the view History. */
export interface HistoryViewState {
  /** Key of the series that is drawn; the first one where it is absent or gone. */
  readonly series?: string;
  /** Id of the run whose point is pointed at; the latest where it is absent or gone. */
  readonly run?: string;
  /** The revision that is read; that of the run where it is absent or gone. */
  readonly revision?: string;
  readonly tableOpen: boolean;
  /** Pixels. */
  readonly scroll: number;
  readonly listScroll: number;
}

export const initialHistory: HistoryViewState = { tableOpen: false, scroll: 0, listScroll: 0 };

/** Reads what a reload left; what is missing or of another shape falls back to its initial value. */
export function restoreHistory(saved: unknown): HistoryViewState {
  const fields = fieldsOf(saved);
  return {
    series: optionalText(fields.series),
    run: optionalText(fields.run),
    revision: optionalText(fields.revision),
    tableOpen: fields.tableOpen === true,
    scroll: savedPixels(fields.scroll),
    listScroll: savedPixels(fields.listScroll),
  };
}
