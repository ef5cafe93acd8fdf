import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { BenchmarkReport, CaseSummary } from '../../src/core/report/reportModel';
import { caseSorts, isFiltered } from '../cases/caseFilter';
import type { CaseFilter, CaseSort, OutcomeFilter } from '../cases/caseFilter';
import { dropdownValue } from '../dom/dropdownValue';
import type { PanelActions } from '../panelActions';
import { visibleLine } from '../text/visibleText';

interface Choice {
  readonly value: string;
  readonly label: string;
}

const outcomeLabels: Readonly<Record<OutcomeFilter, string>> = {
  all: 'Any outcome',
  failing: 'Failing',
  partial: 'Partly',
  unscored: 'Unscored',
  noReply: 'No reply',
};

const sortLabels: Readonly<Record<CaseSort, string>> = {
  worst: 'Worst first',
  file: 'File order',
  title: 'By title',
  group: 'By group',
};

function dropdown(
  name: string,
  choices: readonly Choice[],
  value: string,
  onChoose: (value: string) => void,
): TemplateResult {
  const values = choices.map((choice) => choice.value);
  const change = (event: Event): void => onChoose((event.target as HTMLElement & { value: string }).value);
  return html`<vscode-dropdown class="filter" aria-label=${name} ${dropdownValue(value, values)} @change=${change}>
    ${choices.map((choice) => html`<vscode-option value=${choice.value}>${visibleLine(choice.label)}</vscode-option>`)}
  </vscode-dropdown>`;
}

function distinct(any: string, values: readonly string[]): readonly Choice[] {
  const found = [...new Set(values)].filter((value) => value !== '').sort((a, b) => a.localeCompare(b));
  return [{ value: '', label: any }, ...found.map((value) => ({ value, label: value }))];
}

/** Judges of the benchmarks in view; besides, the metric that a click chose, when it has several judges. */
function judgeChoices(benchmarks: readonly BenchmarkReport[], filter: CaseFilter): readonly Choice[] {
  const chosen = benchmarks.filter((benchmark) => filter.benchmark === '' || benchmark.id === filter.benchmark);
  const judges = chosen.flatMap((benchmark) => benchmark.judges);
  const choices = judges.map((judge) => ({ value: judge.id, label: judge.title }));
  const current = filter.judges.join('\n');
  const known = current === '' || choices.some((choice) => choice.value === current);
  const metric = known ? [] : [{ value: current, label: filter.judgesTitle || current }];
  return [{ value: '', label: 'Any dimension' }, ...metric, ...choices];
}

function searchField(filter: CaseFilter, actions: PanelActions): TemplateResult {
  const input = (event: Event): void => actions.filter({ search: (event.target as HTMLInputElement).value });
  return html`<vscode-text-field
    class="search"
    id="search"
    type="search"
    aria-label="Search cases"
    placeholder="Search cases ( / )"
    maxlength="200"
    .value=${filter.search}
    @input=${input}
  ></vscode-text-field>`;
}

interface ToolbarState {
  readonly benchmarks: readonly BenchmarkReport[];
  readonly cases: readonly CaseSummary[];
  readonly shown: number;
  readonly filter: CaseFilter;
  readonly sort: CaseSort;
}

/** Search, filters, order and the number of cases that are left. A filter with one choice is not shown. */
export function caseToolbar(state: ToolbarState, actions: PanelActions): TemplateResult {
  const { benchmarks, cases, filter, sort, shown } = state;
  const groups = distinct(
    'Any group',
    cases.map((summary) => summary.group),
  );
  const subjects = distinct(
    'Any subject',
    cases.map((summary) => summary.subject),
  );
  const outcomes = Object.entries(outcomeLabels).map(([value, label]) => ({ value, label }));
  const sorts = caseSorts.map((value) => ({ value, label: sortLabels[value] }));
  const names = [
    { value: '', label: 'Any benchmark' },
    ...benchmarks.map(({ id, title }) => ({ value: id, label: title })),
  ];
  const count =
    shown === cases.length
      ? `${shown.toLocaleString('en')} cases`
      : `${shown.toLocaleString('en')} of ${cases.length.toLocaleString('en')} cases`;
  return html`<div class="toolbar" role="search" aria-label="Filter cases">
    ${searchField(filter, actions)}
    <div class="filters">
      ${
        benchmarks.length > 1
          ? dropdown('Benchmark', names, filter.benchmark, (benchmark) =>
              actions.filter({ benchmark, judges: [], judgesTitle: '' }),
            )
          : nothing
      }
      ${dropdown('Outcome', outcomes, filter.outcome, (outcome) => actions.filter({ outcome: outcome as OutcomeFilter }))}
      ${dropdown('Dimension', judgeChoices(benchmarks, filter), filter.judges.join('\n'), (value) =>
        actions.filter({
          judges: value === '' ? [] : value.split('\n'),
          ...(value.includes('\n') ? {} : { judgesTitle: '' }),
        }),
      )}
      ${groups.length > 2 ? dropdown('Group', groups, filter.group, (group) => actions.filter({ group })) : nothing}
      ${subjects.length > 2 ? dropdown('Subject', subjects, filter.subject, (subject) => actions.filter({ subject })) : nothing}
      ${dropdown('Order', sorts, sort, (value) => actions.sort(value as CaseSort))}
    </div>
    <p class="case-count">
      <span class="number" role="status">${count}</span>
      ${
        isFiltered(filter)
          ? html`<button class="link" type="button" @click=${() => actions.clearFilter()}>Show all</button>`
          : nothing
      }
    </p>
  </div>`;
}
