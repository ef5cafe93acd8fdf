import type { CaseFilter, CaseSort } from './cases/caseFilter';
import { caseSorts, noFilter, outcomeFilters } from './cases/caseFilter';

export type Tab = 'overview' | 'cases';

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
}

export const initialView: ViewState = {
  version: 1,
  tab: 'overview',
  filter: noFilter,
  sort: 'worst',
  listScroll: 0,
  overviewScroll: 0,
  folded: [],
  unfolded: [],
  layers: [],
};

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function pixels(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads what a reload left. A field that is missing or of another version's shape falls back to its initial value. */
export function restoreView(saved: unknown): ViewState {
  const fields = fieldsOf(saved);
  if (fields.version !== 1) return initialView;
  const filter = fieldsOf(fields.filter);
  return {
    version: 1,
    tab: fields.tab === 'cases' ? 'cases' : 'overview',
    filter: {
      benchmark: text(filter.benchmark),
      outcome: outcomeFilters.find((outcome) => outcome === filter.outcome) ?? 'all',
      judges: strings(filter.judges),
      judgesTitle: text(filter.judgesTitle),
      group: text(filter.group),
      subject: text(filter.subject),
      tag: text(filter.tag),
      search: text(filter.search),
    },
    sort: caseSorts.find((sort) => sort === fields.sort) ?? 'worst',
    openCase: optionalText(fields.openCase),
    openTurn: count(fields.openTurn),
    activeCase: optionalText(fields.activeCase),
    listScroll: pixels(fields.listScroll),
    overviewScroll: pixels(fields.overviewScroll),
    folded: strings(fields.folded),
    unfolded: strings(fields.unfolded),
    layers: strings(fields.layers),
    activeCell: optionalText(fields.activeCell),
  };
}
