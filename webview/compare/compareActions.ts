import type { ComparisonRowView } from '../../src/core/report/comparisonViewModel';
import type { FromPanel, RunPair } from '../../src/protocol/messages';
import type { FlipFilter } from './flipIndex';

/** What the view Compare may cause. */
export interface CompareActions {
  /** Asks the host for something that has no place in this page. */
  send(message: FromPanel): void;
  choose(pair: RunPair): void;
  /** From a comparison that cannot be made to the one shown before it, else to the suggested one. */
  back(): void;
  /** Leaves the reader's own pair for the suggested one, which goes with the runs. */
  showNewest(): void;
  /** Asks for the shown pair again. */
  retry(): void;
  filterFlips(change: Partial<FlipFilter>): void;
  /** Lists the flips that a metric is made of. */
  showFlipsOf(benchmark: string, row: ComparisonRowView): void;
  showOnlyCalled(only: boolean): void;
  openFlip(id: string | undefined): void;
  choosePlay(play: number): void;
  markWords(marked: boolean): void;
}
