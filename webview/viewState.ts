import { type CaseSort, caseSorts, noFilter, outcomeFilters } from './cases/caseFilter';
import { initialCompare, restoreCompare } from './compare/compareViewState';
import { type ReportActions, type Tab, tabs } from './panelActions';
import { fieldsOf, noText, restored } from './savedFields';

/** Disagreements drawn at first, and more each time they are asked for. */
export const listedAtFirst = 10;

/** Where the reader is; everything the panel knows that the host does not. Survives a reload. Scrolling is in pixels. */
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
  /** Ids of metric groups that the reader opened, of those that are folded at first. */
  unfolded: [] as readonly string[],
  /** `<picture>/<layer>` of every picture with a layer other than its first. */
  layers: [] as readonly string[],
  /** The cell of a picture that has its stop: `<picture> <column> <row>`. */
  activeCell: noText,
  compare: initialCompare,
  /** What is chosen may be gone: the first series, its latest run and that run's revision stand in for it. */
  history: { series: noText, run: noText, revision: noText, tableOpen: false, scroll: 0, listScroll: 0 },
  /** The key of the open card, and keys of judges whose earlier checks are unfolded. */
  judges: { open: noText, listed: listedAtFirst, unfolded: [] as readonly string[], scroll: 0 },
};
export type ViewState = Readonly<typeof initialView>;

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

/** What views of a report cause that concerns nothing but where the reader is. */
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
