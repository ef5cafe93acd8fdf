import { type CaseFilter, type CaseSort, caseSorts, noFilter, outcomeFilters } from './cases/caseFilter';
import { type CompareViewState, initialCompare, restoreCompare } from './compare/compareViewState';
import { type HistoryViewState, initialHistory, restoreHistory } from './history/historyViewState';
import { initialJudges, type JudgesViewState, restoreJudges } from './judges/judgesViewState';
import { fieldsOf, optionalText, savedCount, savedPixels, savedStrings, savedText } from './savedFields';

const tabs = ['overview', 'cases', 'compare', 'history', 'judges'] as const;
export type Tab = (typeof tabs)[number];

/** Where the reader is; everything the panel knows that the host does not. Survives a reload. */
export interface ViewState {
  readonly version: 1;
  readonly tab: Tab;
  readonly filter: CaseFilter;
  readonly sort: CaseSort;
  readonly openCase?: string;
  /** The reply of the open case that a picture led to, counted from 1. */
  readonly openTurn?: number;
  /** The row that has the list's focus. */
  readonly activeCase?: string;
  /** Pixels. */
  readonly listScroll: number;
  readonly overviewScroll: number;
  /** Ids of metric groups that the reader folded. */
  readonly folded: readonly string[];
  /** Ids of metric groups that the reader opened, of those that are folded at first. */
  readonly unfolded: readonly string[];
  /** `<picture>/<layer>` of every picture with a layer other than its first. */
  readonly layers: readonly string[];
  /** The cell of a picture that has its stop: `<picture> <column> <row>`. */
  readonly activeCell?: string;
  readonly compare: CompareViewState;
  readonly history: HistoryViewState;
  readonly judges: JudgesViewState;
}

const initialView: ViewState = {
  version: 1,
  tab: 'overview',
  filter: noFilter,
  sort: 'worst',
  listScroll: 0,
  overviewScroll: 0,
  folded: [],
  unfolded: [],
  layers: [],
  compare: initialCompare,
  history: initialHistory,
  judges: initialJudges,
};

/** Reads what a reload left. A field that is missing or of another version's shape falls back to its initial value. */
export function restoreView(saved: unknown): ViewState {
  const fields = fieldsOf(saved);
  if (fields.version !== 1) return initialView;
  const filter = fieldsOf(fields.filter);
  return {
    version: 1,
    tab: tabs.find((tab) => tab === fields.tab) ?? 'overview',
    filter: {
      benchmark: savedText(filter.benchmark),
      outcome: outcomeFilters.find((outcome) => outcome === filter.outcome) ?? 'all',
      judges: savedStrings(filter.judges),
      judgesTitle: savedText(filter.judgesTitle),
      group: savedText(filter.group),
      subject: savedText(filter.subject),
      tag: savedText(filter.tag),
      search: savedText(filter.search),
    },
    sort: caseSorts.find((sort) => sort === fields.sort) ?? 'worst',
    openCase: optionalText(fields.openCase),
    openTurn: savedCount(fields.openTurn),
    activeCase: optionalText(fields.activeCase),
    listScroll: savedPixels(fields.listScroll),
    overviewScroll: savedPixels(fields.overviewScroll),
    folded: savedStrings(fields.folded),
    unfolded: savedStrings(fields.unfolded),
    layers: savedStrings(fields.layers),
    activeCell: optionalText(fields.activeCell),
    compare: restoreCompare(fields.compare),
    history: restoreHistory(fields.history),
    judges: restoreJudges(fields.judges),
  };
}
