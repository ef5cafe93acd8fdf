import { html, noChange, nothing, type TemplateResult } from 'lit-html';
import { Directive, directive, type ElementPart } from 'lit-html/directive.js';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import type { CaseChoices } from '../cases/caseIndex';
import { type CaseFilter, type CaseSort, caseSorts, isFiltered, type OutcomeFilter } from '../cases/caseFilter';
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
  disagreeing: 'Judges disagree',
  noReply: 'No reply',
  notApplicable: 'Skipped: has images',
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

function choicesOf(any: string, values: readonly string[]): readonly Choice[] {
  return [{ value: '', label: any }, ...values.map((value) => ({ value, label: value }))];
}

function inView(benchmarks: readonly BenchmarkReport[], filter: CaseFilter): readonly BenchmarkReport[] {
  return benchmarks.filter((benchmark) => filter.benchmark === '' || benchmark.id === filter.benchmark);
}

/**
 * Judges of the benchmarks in view; besides, the metric that a click chose, when it has several judges. Where judges of
 * several benchmarks stand in one list, the benchmark is named; those that share an id are one choice.
 */
function judgeChoices(benchmarks: readonly BenchmarkReport[], filter: CaseFilter): readonly Choice[] {
  const choices = new Map<string, Choice>();
  for (const benchmark of benchmarks) {
    for (const { id, title } of benchmark.judges) {
      const label = benchmarks.length > 1 ? `${title} (${benchmark.title})` : title;
      if (!choices.has(id)) choices.set(id, { value: id, label });
    }
  }
  const current = filter.judges.join('\n');
  const metric =
    current === '' || choices.has(current) ? [] : [{ value: current, label: filter.judgesTitle || current }];
  return [{ value: '', label: 'Any dimension' }, ...metric, ...choices.values()];
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
  readonly choices: CaseChoices;
  /** All cases, and those that are left. */
  readonly cases: number;
  readonly shown: number;
  readonly filter: CaseFilter;
  readonly sort: CaseSort;
}

/** Search, filters, order and the number of cases that are left. A filter with one choice is not shown. */
export function caseToolbar(state: ToolbarState, actions: PanelActions): TemplateResult {
  const { benchmarks, cases, filter, sort, shown } = state;
  const { groups, subjects, tags, hasSplits } = state.choices;
  const outcomes = Object.entries(outcomeLabels)
    .filter(([value]) => value !== 'disagreeing' || hasSplits || filter.outcome === value)
    .map(([value, label]) => ({ value, label }));
  const sorts = caseSorts.map((value) => ({ value, label: sortLabels[value] }));
  const names = [
    { value: '', label: 'Any benchmark' },
    ...benchmarks.map(({ id, title }) => ({ value: id, label: title })),
  ];
  const count =
    shown === cases
      ? `${shown.toLocaleString('en')} cases`
      : `${shown.toLocaleString('en')} of ${cases.toLocaleString('en')} cases`;
  return html`<div class="toolbar" role="search" aria-label="Filter cases">
    ${searchField(filter, actions)}
    <div class="filters">
      ${
        benchmarks.length > 1
          ? dropdown('Benchmark', names, filter.benchmark, (benchmark) =>
              actions.filter({ benchmark, judges: [], judgesTitle: '', group: '', subject: '', tag: '' }),
            )
          : nothing
      }
      ${dropdown('Outcome', outcomes, filter.outcome, (outcome) => actions.filter({ outcome: outcome as OutcomeFilter }))}
      ${dropdown('Dimension', judgeChoices(inView(benchmarks, filter), filter), filter.judges.join('\n'), (value) =>
        actions.filter({
          judges: value === '' ? [] : value.split('\n'),
          ...(value.includes('\n') ? {} : { judgesTitle: '' }),
        }),
      )}
      ${groups.length > 1 ? dropdown('Group', choicesOf('Any group', groups), filter.group, (group) => actions.filter({ group })) : nothing}
      ${subjects.length > 1 ? dropdown('Subject', choicesOf('Any subject', subjects), filter.subject, (subject) => actions.filter({ subject })) : nothing}
      ${tags.length > 0 ? dropdown('Tag', choicesOf('Any tag', tags), filter.tag, (tag) => actions.filter({ tag })) : nothing}
      ${dropdown('Order', sorts, sort, (value) => actions.sort(value as CaseSort))}
    </div>
    <p class="case-count">
      <span class="number" role="status">${count}</span>
      ${
        isFiltered(filter)
          ? html`<button class="link" type="button" @click=${() => actions.clearFilter()}>Show all</button>`
          : nothing
      }
      ${
        cases === 0
          ? nothing
          : html`<button
              class="link"
              id="label-replies"
              type="button"
              data-tip="Label replies by hand, to check the judge against people"
              @click=${() => actions.labelReplies()}
            >
              Label replies…
            </button>`
      }
    </p>
  </div>`;
}

/**
 * Keeps a toolkit dropdown on a value. Its options are children and arrive after its own properties, and an unknown value
 * is dropped, so the value is set once the options are in place; and again only when either changes, so that a snapshot
 * that arrives while the reader is choosing does not undo the choice.
 */
class DropdownValue extends Directive {
  #shown = '';

  override render(_value: string, _options: readonly string[]): symbol {
    return noChange;
  }

  override update(part: ElementPart, [value, options]: [string, readonly string[]]): symbol {
    const wanted = [value, ...options].join('\u0000');
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      const dropdown = part.element as Element & { value: string };
      requestAnimationFrame(() => {
        dropdown.value = value;
      });
    }
    return noChange;
  }
}

/** Use as `<vscode-dropdown ${dropdownValue(value, optionValues)}>`. */
const dropdownValue = directive(DropdownValue);
