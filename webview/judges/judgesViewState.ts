import { fieldsOf, optionalText, savedCount, savedPixels, savedStrings } from '../savedFields';

/** Disagreements drawn at first, and more each time they are asked for. */
export const listedAtFirst = 10;

/** Where the reader is in the view Judges. */
export interface JudgesViewState {
  /** Key of the card that is open. */
  readonly open?: string;
  /** Disagreements that are drawn of it. */
  readonly listed: number;
  /** Keys of judges whose earlier checks are unfolded. */
  readonly unfolded: readonly string[];
  /** Pixels. */
  readonly scroll: number;
}

export const initialJudges: JudgesViewState = { listed: listedAtFirst, unfolded: [], scroll: 0 };

/** Reads what a reload left; what is missing or of another shape falls back to its initial value. */
export function restoreJudges(saved: unknown): JudgesViewState {
  const fields = fieldsOf(saved);
  return {
    open: optionalText(fields.open),
    listed: savedCount(fields.listed) ?? listedAtFirst,
    unfolded: savedStrings(fields.unfolded),
    scroll: savedPixels(fields.scroll),
  };
}
