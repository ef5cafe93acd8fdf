import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { BenchmarkReport, CaseDetail, CaseSummary } from '../../src/core/results/reportModel';
import type { CaseFilter, CaseIndex, CaseSort, OutcomeFilter } from '../cases/caseFilter';
import { caseSorts, isFailing, isFiltered, outcomeFilters } from '../cases/caseFilter';
import { caseRow } from '../cases/caseRow';
import { iconButton, link, type Option, select } from '../dom/elements';
import type { RowList } from '../dom/rowList';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import { caseBody } from './caseBody';
import { t, wholeNumber } from '../../src/core/text/countWords';

export interface OpenCase {
  readonly id: string;
  readonly detail: CaseDetail | 'loading' | 'missing';
}

/** The open case with its commands. `cases` is the filtered and sorted list, to find the next failing case. */
function caseDetailView(
  { id, detail: found }: OpenCase,
  cases: readonly CaseSummary[],
  openTurn: number | undefined,
  actions: PanelActions,
): TemplateResult {
  const detail = typeof found === 'string' ? undefined : found;
  const at = cases.findIndex((item) => item.id === id);
  const previous = cases.slice(0, Math.max(0, at)).findLast(isFailing)?.id;
  const next = cases.slice(at + 1).find(isFailing)?.id;
  const summary = detail?.summary ?? cases[at];
  // Each half of a pair has its own heading with its group.
  const pair = detail?.sibling !== undefined;
  const replies = detail?.turns.filter((turn) => turn.role === 'reply') ?? [];
  const reply = replies.map((turn) => turn.text).join('\n\n');
  const wait = found === 'missing' ? t`The shown run does not have this case.` : t`Reading the case…`;
  const waiting = html`<p class="muted case-wait">${wait}</p>`;
  const title = summary === undefined ? t`Case` : visibleLine(summary.title || summary.sampleId);
  return html`<div class="case-detail" id="case-detail">
    <div class="case-head">
      <span class="only-narrow">${iconButton('back', t`Back to the list`, () => actions.backToList())}</span>
      <h2 id="case-heading" tabindex="-1" dir="auto">${title}</h2>
      ${summary === undefined || pair ? nothing : html`<span class="muted case-head-group" dir="auto">${visibleLine(summary.group)}</span>`}
      <span class="case-commands">
        ${iconButton('previous', t`Previous failing case`, () => actions.openCase(previous ?? ''), { enabled: previous !== undefined })}
        ${iconButton('next', t`Next failing case`, () => actions.openCase(next ?? ''), { enabled: next !== undefined })}
        ${iconButton('copy', t`Copy the reply`, () => actions.copy(reply), { enabled: reply !== '' })}
        <span class="only-wide">${iconButton('close', t`Close the case`, () => actions.closeCase())}</span>
      </span>
    </div>
    <div class="case-content" id="case-content" tabindex="0" role="region" aria-labelledby="case-heading">
      ${keyed(id, html`${detail ? caseBody(detail, openTurn, actions) : waiting}`)}
    </div>
  </div>`;
}

export interface CasesContent {
  readonly benchmarks: readonly BenchmarkReport[];
  readonly index: CaseIndex;
  readonly open: OpenCase | undefined;
  readonly list: RowList<CaseSummary>;
}

function emptyList({ all, shown }: CaseIndex, actions: PanelActions): unknown {
  if (shown.length > 0) return nothing;
  if (all.length === 0) return html`<p class="no-cases muted">${t`No cases yet. They appear as replies arrive.`}</p>`;
  return html`<p class="no-cases muted">
    ${t`No case matches.`} ${link(t`Show all ${String(all.length)} cases`, () => actions.clearFilter())}
  </p>`;
}

function onEscape(event: KeyboardEvent, view: ViewState, actions: PanelActions): void {
  if (event.key !== 'Escape' || event.defaultPrevented || view.openCase === undefined) return;
  const target = event.target as Element;
  if (target.closest('.case-detail') !== null) actions.backToList();
  else if (target.closest('.case-list') !== null) actions.closeCase();
}

export function casesView(content: CasesContent, view: ViewState, actions: PanelActions): TemplateResult {
  const { benchmarks, index, open, list } = content;
  return html`<div
    class="cases ${open === undefined ? '' : 'has-open'}"
    @keydown=${(event: KeyboardEvent) => onEscape(event, view, actions)}
  >
    <div class="case-pane">
      ${caseToolbar(benchmarks, index, view, actions)} ${emptyList(index, actions)}
      ${list.box(t`Cases`, {
        rows: index.shown,
        activeId: view.activeCase,
        draw: (summary) => ({ isOpen: summary.id === view.openCase, content: caseRow(summary, index) }),
      })}
    </div>
    ${open && caseDetailView(open, index.shown, view.openTurn, actions)}
  </div>`;
}

/** Judges of the benchmarks in view, and a clicked metric of several judges; one choice for each id. */
function judgeChoices(benchmarks: readonly BenchmarkReport[], filter: CaseFilter): readonly Option[] {
  const choices = new Map<string, Option>();
  for (const benchmark of benchmarks) {
    for (const { id, title } of benchmark.judges) {
      const shown = benchmarks.length > 1 ? `${title} (${benchmark.title})` : title;
      if (!choices.has(id)) choices.set(id, { value: id, title: shown });
    }
  }
  const current = filter.judges.join('\n');
  const metric =
    current === '' || choices.has(current) ? [] : [{ value: current, title: filter.judgesTitle || current }];
  return [{ value: '', title: t`Any dimension` }, ...metric, ...choices.values()];
}

function entriesOf(labels: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(labels).map(([value, title]) => ({ value, title }));
}

/** Search, filters, order and the number of matching cases. A filter with one choice is not shown. */
function caseToolbar(
  benchmarks: readonly BenchmarkReport[],
  { all, shown, choices }: CaseIndex,
  { filter, sort }: ViewState,
  actions: PanelActions,
): TemplateResult {
  const { groups, subjects, languages, tags, hasSplits } = choices;
  const inView = benchmarks.filter(({ id }) => filter.benchmark === '' || id === filter.benchmark);
  const outcomes = entriesOf(outcomeFilters).filter(
    ({ value }) => value !== 'disagreeing' || hasSplits || filter.outcome === value,
  );
  const names = benchmarks.map(({ id, title }) => ({ value: id, title }));
  const left = shown.length === all.length ? '' : t`${wholeNumber(shown.length)} of `;
  const clear = { judges: [], judgesTitle: '', group: '', subject: '', language: '', tag: '', failure: '' };
  const narrow = (
    name: string,
    found: readonly (string | Option)[],
    fewest: number,
    key: 'benchmark' | 'group' | 'subject' | 'language' | 'tag' | 'failure',
  ): unknown => {
    if (found.length < fewest) return nothing;
    const isOurs = key === 'tag' || key === 'failure';
    const values = found.map((one) => (typeof one === 'string' ? { value: one, title: isOurs ? t(one) : one } : one));
    const choose = (value: string): void => actions.filter({ ...(key === 'benchmark' && clear), [key]: value });
    return select(filter[key], [{ value: '', title: t`Any ${t(key)}` }, ...values], choose, { label: name });
  };
  const chooseOutcome = (outcome: string): void => actions.filter({ outcome: outcome as OutcomeFilter });
  const chooseJudges = (value: string): void => {
    const judgesTitle = value.includes('\n') ? filter.judgesTitle : '';
    actions.filter({ judges: value === '' ? [] : value.split('\n'), judgesTitle });
  };
  const label = link(t`Label replies…`, () => actions.post({ kind: 'openLabelling' }), {
    id: 'label-replies',
    tip: t`Label replies by hand, to check the judge against people`,
  });
  const explore = link(t`Explore failing`, () => actions.run('exploreFailing'), {
    tip: t`Runs the failing cases again with the text of the editor, for you to read. Nothing is compared`,
  });
  return html`<div class="toolbar" role="search" aria-label=${t`Filter cases`}>
    <vscode-text-field
      class="search"
      id="search"
      type="search"
      aria-label=${t`Search cases`}
      placeholder=${t`Search cases ( / )`}
      maxlength="200"
      .value=${filter.search}
      @input=${(event: Event) => actions.filter({ search: (event.target as HTMLInputElement).value })}
    ></vscode-text-field>
    <div class="filters">
      ${narrow(t`Benchmark`, names, 2, 'benchmark')}
      ${select(filter.outcome, outcomes, chooseOutcome, { label: t`Outcome` })}
      ${select(filter.judges.join('\n'), judgeChoices(inView, filter), chooseJudges, { label: t`Dimension` })}
      ${narrow(t`Group`, groups, 2, 'group')} ${narrow(t`Subject`, subjects, 2, 'subject')}
      ${narrow(t`Language`, languages, 2, 'language')} ${narrow(t`Tag`, tags, 1, 'tag')}
      ${narrow(t`Failure`, [filter.failure].filter(Boolean), 1, 'failure')}
      ${select(sort, entriesOf(caseSorts), (value) => actions.sort(value as CaseSort), { label: t`Order` })}
    </div>
    <p class="case-count">
      <span class="number" role="status">${t`${left}${wholeNumber(all.length)} cases`}</span>
      ${isFiltered(filter) ? link(t`Show all`, () => actions.clearFilter()) : nothing}
      ${all.length === 0 ? nothing : label} ${all.some(isFailing) ? explore : nothing}
    </p>
  </div>`;
}
