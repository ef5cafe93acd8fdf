import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import { t, wholeNumber } from '../../src/core/text/countWords';
import {
  type CaseFilter,
  type CaseIndex,
  type CaseSort,
  caseSorts,
  isFailing,
  isFiltered,
  type OutcomeFilter,
  outcomeFilters,
} from '../cases/caseFilter';
import { link, type Option, select } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import type { ViewState } from '../viewState';

/**
 * Judges of the benchmarks in view, plus a clicked metric that has several judges. With several benchmarks each title
 * names its benchmark. Judges with the same id are one choice.
 */
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
export function caseToolbar(
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
    const values = found.map((one) => (typeof one === 'string' ? { value: one, title: one } : one));
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
