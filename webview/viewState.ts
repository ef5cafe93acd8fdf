import { type CaseFilter, type CaseSort, caseSorts, noFilter, outcomeFilters } from './cases/caseFilter';
import { type CompareViewState, initialCompare, restoreCompare } from './compare/compareViewState';
import { type Tab, tabs } from './panelActions';
import { fieldsOf, restored } from './savedFields';

/** Where the reader is in the view History. What is chosen may be gone. */
export interface HistoryViewState {
  /** Key of the series that is drawn; the first one unless chosen. */
  readonly series?: string;
  /** Id of the run whose point is pointed at; the latest unless chosen. */
  readonly run?: string;
  /** The revision that is read; that of the run unless chosen. */
  readonly revision?: string;
  readonly tableOpen: boolean;
  /** Pixels. */
  readonly scroll: number;
  readonly listScroll: number;
}

/** Disagreements drawn at first, and more each time they are asked for. */
export const listedAtFirst = 10;

export interface JudgesViewState {
  readonly open?: string;
  readonly listed: number;
  readonly unfolded: readonly string[];
  /** Pixels. */
  readonly scroll: number;
}

/** Where the reader is; everything the panel knows that the host does not. Survives a reload. */
export interface ViewState {
  readonly version: 1;
  readonly tab: Tab;
  readonly filter: CaseFilter;
  readonly sort: CaseSort;
  readonly openCase?: string;
  /** The reply of the open case that a picture led to, counted from 1. */
  readonly openTurn?: number;
  readonly activeCase?: string;
  /** Pixels. */
  readonly listScroll: number;
  readonly overviewScroll: number;
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
  openCase: undefined,
  activeCase: undefined,
  listScroll: 0,
  overviewScroll: 0,
  folded: [],
  unfolded: [],
  layers: [],
  activeCell: undefined,
  compare: initialCompare,
  history: { series: undefined, run: undefined, revision: undefined, tableOpen: false, scroll: 0, listScroll: 0 },
  judges: { open: undefined, listed: listedAtFirst, unfolded: [], scroll: 0 },
};

/** Reads what a reload left. A field that is missing or of another version's shape falls back to its initial value. */
export function restoreView(saved: unknown): ViewState {
  const { version, openTurn, compare } = fieldsOf(saved);
  if (version !== 1) return initialView;
  const view = restored(initialView, saved);
  const { outcome } = view.filter;
  return {
    ...view,
    tab: tabs.find((tab) => tab === view.tab) ?? 'overview',
    filter: { ...view.filter, outcome: Object.hasOwn(outcomeFilters, outcome) ? outcome : 'all' },
    sort: Object.hasOwn(caseSorts, view.sort) ? view.sort : 'worst',
    openTurn: typeof openTurn === 'number' ? openTurn : undefined,
    compare: restoreCompare(compare),
  };
}

export function withGroup({ folded, unfolded }: ViewState, id: string, isFolded: boolean): Partial<ViewState> {
  const others = { folded: folded.filter((one) => one !== id), unfolded: unfolded.filter((one) => one !== id) };
  return isFolded ? { ...others, unfolded: [...others.unfolded, id] } : { ...others, folded: [...others.folded, id] };
}

export function withLayer({ layers }: ViewState, picture: string, layer: string): Partial<ViewState> {
  return { layers: [...layers.filter((one) => !one.startsWith(`${picture}/`)), `${picture}/${layer}`] };
}
