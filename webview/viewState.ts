import { type CaseSort, caseSorts, noFilter, outcomeFilters } from './cases/caseFilter';
import { initialCompare, restoreCompare } from './compare/compareViewState';
import { type ReportActions, type Tab, tabs } from './panelActions';
import { fieldsOf, noText, restored } from './savedFields';

/** Disagreements drawn at first, and added each time by "Show more". */
export const listedAtFirst = 10;

/** The view state, which only the panel knows. It survives a reload. Scroll positions are in pixels. */
const initialView = {
  version: 1,
  tab: 'overview' as Tab,
  filter: noFilter,
  sort: 'worst' as CaseSort,
  openCase: noText,
  /** The reply of the open case that a picture led to, counted from 1. */
  openTurn: undefined as number | undefined,
  activeCase: noText,
  listScroll: 0,
  overviewScroll: 0,
  folded: [] as readonly string[],
  /** Ids of metric groups that are folded at first and that the reader opened. */
  unfolded: [] as readonly string[],
  /** `<picture>/<layer>` of every picture with a layer other than its first. */
  layers: [] as readonly string[],
  /** The picture cell that Tab reaches: `<picture> <column> <row>`. */
  activeCell: noText,
  compare: initialCompare,
  /** Chosen ids may be gone. The first series, its latest run and that run's revision then replace them. */
  history: { series: noText, run: noText, revision: noText, tableOpen: false, scroll: 0, listScroll: 0 },
  /** The key of the open card, and keys of judges whose earlier checks are unfolded. */
  judges: { open: noText, listed: listedAtFirst, unfolded: [] as readonly string[], scroll: 0 },
};
export type ViewState = Readonly<typeof initialView>;

/** Reads the saved state. A missing field, or one of another version's shape, gets its initial value. */
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

/** Actions that change only the view state. */
export function viewActions(
  view: () => ViewState,
  change: (change: Partial<ViewState>) => void,
): Pick<ReportActions, 'filter' | 'clearFilter' | 'toggleGroup' | 'chooseLayer' | 'activateCell'> {
  return {
    filter: (part) => change({ filter: { ...view().filter, ...part }, listScroll: 0 }),
    clearFilter: () => change({ filter: noFilter }),
    toggleGroup: (id, isFolded) => {
      const without = (ids: readonly string[]): readonly string[] => ids.filter((one) => one !== id);
      const [folded, unfolded] = [without(view().folded), without(view().unfolded)];
      change(isFolded ? { folded, unfolded: [...unfolded, id] } : { folded: [...folded, id], unfolded });
    },
    chooseLayer: (picture, layer) => {
      const others = view().layers.filter((one) => !one.startsWith(`${picture}/`));
      change({ layers: [...others, `${picture}/${layer}`] });
    },
    activateCell: (activeCell) => {
      if (activeCell !== view().activeCell) change({ activeCell });
    },
  };
}
