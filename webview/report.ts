import { html, nothing, render, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { HtmlReportBenchmark, HtmlReportData } from '../src/core/report/htmlReport';
import { type BenchmarkReport, type CaseDetail, type CaseSummary, outcomeWords } from '../src/core/results/reportModel';
import { countWords } from '../src/core/text/countWords';
import { failuresOf, isFiltered, noFilter, selectCases } from './cases/caseFilter';
import { caseRowContent, type RowWords } from './cases/caseRow';
import { outcomeMark } from './charts/outcomeMark';
import { legend } from './charts/pictureCaption';
import { disclosure, jumpTo, link } from './dom/elements';
import { Lightbox } from './dom/lightbox';
import { Tooltip } from './dom/tooltip';
import type { ReportActions } from './panelActions';
import { modelText } from './text/modelText';
import { restoreView, viewActions, type ViewState } from './viewState';
import { caseBody } from './views/caseBody';
import { benchmarkBody, benchmarkLine } from './views/benchmark';

const outcomeLegend = legend(
  'Marks',
  (['desired', 'partial', 'undesired', 'neutral', 'unscored'] as const).map((outcome) => [
    outcomeMark(outcome),
    outcomeWords[outcome],
  ]),
);

function membersOf(one: CaseDetail): readonly CaseSummary[] {
  return one.sibling === undefined ? [one.summary] : [one.summary, one.sibling.summary];
}

/** An HTML report: the scores of each benchmark, then its cases. All data is in its file. */
class ReportPage {
  readonly #lightbox = new Lightbox();
  readonly #tooltip = new Tooltip();
  readonly #open = new Set<string>();
  #view: ViewState = restoreView(undefined);

  constructor(
    private readonly root: HTMLElement,
    private readonly data: HtmlReportData,
  ) {}

  readonly #actions: ReportActions = {
    showTab: () => jumpTo(`cases-${this.#view.filter.benchmark || (this.data.report.benchmarks[0]?.id ?? '')}`),
    ...viewActions(
      () => this.#view,
      (change) => this.#change(change),
    ),
    showCases: (filter) => {
      this.#change({ filter: { ...noFilter, ...filter } });
      jumpTo(`cases-${filter.benchmark ?? ''}`);
    },
    openTurn: (id, openTurn) => this.#openTurn(id, openTurn),
    enlarge: (image) => this.#lightbox.show(image),
  };

  draw(): void {
    const { report, benchmarks } = this.data;
    render(
      html`<nav class="benchmarks" aria-label="Benchmarks of this run">
          ${report.benchmarks.map((one) => benchmarkLine(one, undefined, () => jumpTo(`benchmark-${one.id}`)))}
        </nav>
        ${report.benchmarks.map((benchmark, index) => {
          const written = benchmarks[index];
          return written === undefined ? nothing : this.#section(benchmark, written);
        })}`,
      this.root,
    );
    this.#tooltip.refresh();
  }

  #change(change: Partial<ViewState>): void {
    this.#view = { ...this.#view, ...change };
    this.draw();
  }

  /** Opens a case from a picture. Does nothing for a case that the report leaves out. */
  #openTurn(id: string, openTurn: number): void {
    const holder = this.data.benchmarks
      .flatMap(({ cases }) => cases)
      .find((one) => membersOf(one).some((summary) => summary.id === id));
    if (holder === undefined) return;
    this.#open.add(holder.summary.id);
    this.#change({ filter: noFilter, openCase: id, openTurn });
    const element = this.root.querySelector(`[data-case="${CSS.escape(holder.summary.id)}"]`);
    (element?.querySelector('.turn.led') ?? element)?.scrollIntoView({ block: 'start' });
    element?.querySelector('summary')?.focus({ preventScroll: true });
  }

  #section(report: BenchmarkReport, written: HtmlReportBenchmark): TemplateResult {
    const position = { running: false, several: false, canAsk: false, changes: undefined };
    const mark = written.simulated === '' ? nothing : html`<span class="tag">${written.simulated}</span>`;
    return html`<section class="benchmark" aria-labelledby="benchmark-${report.id}">
        <h2 id="benchmark-${report.id}" tabindex="-1">${report.title} ${mark}</h2>
        ${benchmarkBody(report, position, this.#view, this.#actions)}
      </section>
      ${this.#cases(report, written)}`;
  }

  #cases(report: BenchmarkReport, { system, cases, left }: HtmlReportBenchmark): TemplateResult {
    const { filter } = this.#view;
    const isNarrowed = filter.benchmark === report.id && isFiltered({ ...filter, benchmark: '' });
    const shown = isNarrowed ? cases.filter((one) => selectCases(membersOf(one), filter, 'file').length > 0) : cases;
    const scored = report.blocks.length > 0;
    const words = {
      severalJudges: this.data.report.run.judges.length > 1,
      showRepeat: report.cases.some((summary) => summary.repeat > 0),
      benchmark: '',
      failures: failuresOf([report]),
    };
    const narrowed = html`<p class="muted">
      ${countWords(shown.length, 'case matches', 'cases match')}. ${link('Show all', () => this.#actions.clearFilter())}
    </p>`;
    const rest = html`<p class="muted">
      ${countWords(left, 'more case is', 'more cases are')} left out here${scored ? ', the least bad ones' : ''}. The
      CSV and JSON exports have all cases.
    </p>`;
    return html`<section class="report-cases">
      <h3 id="cases-${report.id}" tabindex="-1">
        ${scored ? 'Cases, worst first' : 'Cases'}
        <span class="muted">${countWords(report.cases.length, 'case', 'cases')}</span>
      </h3>
      ${scored ? outcomeLegend : nothing}
      ${system.trim() === '' ? nothing : disclosure('System message of every case', () => modelText(system, 'plain'))}
      ${isNarrowed ? narrowed : nothing}
      ${repeat(
        shown,
        (one) => one.summary.id,
        (one, index) => this.#case(one, `${report.id}-case-${String(index)}`, words),
      )}
      ${left === 0 ? nothing : rest}
    </section>`;
  }

  #case(one: CaseDetail, name: string, words: RowWords): TemplateResult {
    const { id } = one.summary;
    const isOpen = this.#open.has(id);
    const openTurn = this.#view.openCase === id ? this.#view.openTurn : undefined;
    const toggled = (event: Event): void => {
      const opened = (event.currentTarget as HTMLDetailsElement).open;
      if (opened === this.#open.has(id)) return;
      if (opened) this.#open.add(id);
      else this.#open.delete(id);
      this.draw();
    };
    return html`<details class="report-case" data-case=${id} ?open=${isOpen} @toggle=${toggled}>
      <summary>
        ${membersOf(one).map((summary) => html`<span class="report-row">${caseRowContent(summary, words)}</span>`)}
      </summary>
      ${isOpen ? html`<div class="case-content">${caseBody(one, openTurn, this.#actions, name)}</div>` : nothing}
    </details>`;
  }
}

const root = document.getElementById('report');
const data = document.getElementById('report-data');
if (root === null || data === null) throw new Error('The file has no report.');
root.replaceChildren();
// Trusted: the program wrote this JSON itself.
new ReportPage(root, JSON.parse(data.textContent) as HtmlReportData).draw();
