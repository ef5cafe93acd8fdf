import { type CaseSort, caseSorts, noFilter, outcomeFilters } from './cases/caseFilter';
import type { RunPair } from '../src/protocol/messages';
import { type ReportActions, type Tab, tabs } from './panelActions';
import { firstFlips, flipKinds } from './compare/flipIndex';

/** Disagreements drawn at first, and added each time by "Show more". */
export const listedAtFirst = 10;

/** Ids of the views and lists whose scroll positions are kept. */
const scrolling = ['overview', 'rules-view', 'case-list', 'compare', 'history', 'judges'];

/** The view state, which only the panel knows. It survives a reload. Scroll positions are in pixels. */
export const initialView = {
  tab: 'overview' as Tab,
  filter: noFilter,
  sort: 'worst' as CaseSort,
  openCase: undefined as string | undefined,
  /** The reply of the open case that a picture led to, counted from 1. */
  openTurn: undefined as number | undefined,
  activeCase: undefined as string | undefined,
  /** By the id of what scrolls. */
  scrolls: Object.fromEntries(scrolling.map((id) => [id, 0])) as Readonly<Record<string, number>>,
  /** Ids of what the reader folded or unfolded, so that it is not as it is at first. */
  toggled: [] as readonly string[],
  /** `<picture>/<layer>` of every picture with a layer other than its first. */
  layers: [] as readonly string[],
  /** `<run> <text>` of notices that the reader closed. */
  dismissed: [] as readonly string[],
  compare: {
    /** Chosen by the reader or the host; `undefined` stands for the suggested pair. */
    pair: undefined as RunPair | undefined,
    /** True where the host chose the pair: the next run replaces it. */
    hostPair: false,
    /** The later run of the last suggestion. Another one means that a new run has ended. */
    seen: undefined as string | undefined,
    flips: firstFlips,
    /** `<run> <run> <text>` of notes that the reader closed. */
    dismissed: [] as readonly string[],
    openFlip: undefined as string | undefined,
    /** Repeat of the open flip's sample, counted from 0. */
    trial: 0,
    activeFlip: undefined as string | undefined,
    /** Marks changed words. Otherwise replies are drawn as in a case. */
    marked: true,
  },
  /** Chosen ids may be gone. The first series, its latest run and that run's revision then replace them. */
  history: {
    series: undefined as string | undefined,
    /** Key of a second series, to see revisions by both. */
    against: undefined as string | undefined,
    run: undefined as string | undefined,
    revision: undefined as string | undefined,
  },
  /** The key of the open card. */
  judges: {
    open: undefined as string | undefined,
    listed: listedAtFirst,
  },
};
export type ViewState = Readonly<typeof initialView>;

/** The state's fields and what they may hold. A state that was saved with others is of another version of the page. */
const shape = JSON.stringify(
  [initialView, tabs, Object.keys(outcomeFilters), Object.keys(caseSorts), flipKinds],
  (_, value: unknown) => value ?? null,
);

export function savedView(view: ViewState): unknown {
  return { shape, view };
}

export function restoreView(saved: unknown): ViewState {
  const state = saved as Partial<Readonly<Record<'shape' | 'view', unknown>>> | undefined;
  return state?.shape === shape ? (state.view as ViewState) : initialView;
}

/** Actions that change only the view state. */
export function viewActions(
  view: () => ViewState,
  change: (change: Partial<ViewState>) => void,
): Pick<ReportActions, 'filter' | 'clearFilter' | 'toggle' | 'chooseLayer'> {
  return {
    filter: (part) => change({ filter: { ...view().filter, ...part } }),
    clearFilter: () => change({ filter: noFilter }),
    toggle: (id) => {
      const others = view().toggled.filter((one) => one !== id);
      change({ toggled: view().toggled.includes(id) ? others : [...others, id] });
    },
    chooseLayer: (picture, layer) => {
      const others = view().layers.filter((one) => !one.startsWith(`${picture}/`));
      change({ layers: [...others, `${picture}/${layer}`] });
    },
  };
}
