import type { JudgeCardDetail, JudgesView } from '../../src/core/report/judgesViewModel';
import type { JudgesViewState } from './judgesViewState';

/** The open card's confusion matrix and disagreements. `missing`: there is no such card any more. */
export type OpenCard =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'open'; readonly detail: JudgeCardDetail };

/** What the view Judges may cause. */
export interface JudgesActions {
  /** Asks which judge to check on what. */
  calibrate(): void;
  /** Checks a judge on a benchmark. */
  check(benchmark: string, judge: string | undefined): void;
  resume(runId: string): void;
  /** Opens a card, or closes the one that is open. */
  toggleCard(key: string): void;
  showMore(): void;
  unfold(judge: string, unfolded: boolean): void;
}

/** All that the view Judges is drawn from. */
export interface JudgesPage {
  /** `undefined` while the cards are being read. */
  readonly judges: JudgesView | undefined;
  readonly open: OpenCard;
  readonly view: JudgesViewState;
  /** Whether a check may start: not in Restricted Mode. */
  readonly trusted: boolean;
  readonly rememberScroll: (top: number) => void;
  readonly actions: JudgesActions;
}

/** The id of the list of calibrations that are not over. */
export const unfinishedId = 'judges-unfinished';

/** The id of the button that opens a card. */
export function cardId(key: string): string {
  return `judge-card-${key}`;
}

/** The id of a judge's heading; `place` counts the judges. */
export function judgeId(place: number): string {
  return `judge-${String(place)}`;
}
