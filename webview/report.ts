import './texts';
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { HtmlReportBenchmark, HtmlReportData } from '../src/core/report/htmlReport';
import { type BenchmarkReport, type CaseDetail, type CaseSummary, outcomeWords } from '../src/core/results/reportModel';
import { countWords, t } from '../src/core/text/countWords';
import { type CaseIndex, caseIndex, isFiltered, noFilter } from './cases/caseFilter';
import { caseRow } from './cases/caseRow';
import { outcomeMark } from './charts/outcomeMark';
import { legend } from './charts/figure';
import { disclosure, jumpTo, link } from './dom/elements';
import { Lightbox } from './dom/lightbox';
import { Tooltip } from './dom/tooltip';
import type { ReportActions } from './panelActions';
import { formatTime } from '../src/core/text/formatTime';
import { modelText } from './text/modelText';
import { initialView, viewActions, type ViewState } from './viewState';
import { caseBody } from './views/caseBody';
import { benchmarkView } from './views/benchmark';
import { firstView } from './views/overview';
import { opinionView, testView } from './views/rules';

const outcomeLegend = legend(
  t`Marks`,
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
  #view: ViewState = initialView;

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
      const ids = filter.benchmark === undefined ? this.data.report.benchmarks.map(({ id }) => id) : [filter.benchmark];
      this.#change({ filter: { ...noFilter, ...filter }, toggled: [...this.#view.toggled, ...ids] });
      jumpTo(`cases-${ids[0] ?? ''}`);
    },
    openTurn: (id, openTurn) => this.#openTurn(id, openTurn),
    enlarge: (image) => this.#lightbox.show(image),
  };

  draw(): void {
    const { report, benchmarks, fixFirst } = this.data;
    const state = { changes: undefined, phase: { kind: 'done' }, fixFirst } as const;
    const contents = report.benchmarks.map(({ id, title }) =>
      link(t`Cases of ${title}`, () => this.#actions.showCases({ benchmark: id })),
    );
    render(
      html`<nav class="report-contents" aria-label=${t`Contents`}>${contents}</nav>
        ${report.rules ? testView({ report: report.rules }, this.#actions) : firstView(state, report, this.#actions)}
        ${report.cites && opinionView(report.cites)}
        <section class="benchmarks" aria-labelledby="benchmarks" ?hidden=${report.benchmarks.length === 0}>
          <h2 id="benchmarks">${t`Benchmarks`}</h2>
          ${report.benchmarks.map((benchmark, index) => {
            const written = benchmarks[index];
            return written === undefined ? nothing : this.#section(benchmark, written);
          })}
        </section>`,
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
    const toggled = [...this.#view.toggled, holder.summary.benchmark, holder.summary.id];
    this.#change({ filter: noFilter, openCase: id, openTurn, toggled });
    const element = this.root.querySelector(`[data-case="${CSS.escape(holder.summary.id)}"]`);
    (element?.querySelector('.turn.led') ?? element)?.scrollIntoView({ block: 'start' });
    element?.querySelector('summary')?.focus({ preventScroll: true });
  }

  #section(report: BenchmarkReport, written: HtmlReportBenchmark): TemplateResult {
    const position = { running: false, several: false, canAsk: false, changes: undefined };
    const mark = written.simulated === '' ? nothing : html`<span class="tag">${written.simulated}</span>`;
    const more = (): TemplateResult => this.#cases(report, written);
    return benchmarkView(report, position, this.#view, this.#actions, { mark, more });
  }

  #cases(report: BenchmarkReport, { system, cases, left }: HtmlReportBenchmark): TemplateResult {
    const { filter } = this.#view;
    const isNarrowed = ['', report.id].includes(filter.benchmark) && isFiltered({ ...filter, benchmark: '' });
    const scored = report.blocks.length > 0;
    const index = caseIndex({ ...this.data.report, benchmarks: [report] }, filter, 'file');
    const matching = new Set(index.shown.map(({ id }) => id));
    const shown = isNarrowed ? cases.filter((one) => membersOf(one).some(({ id }) => matching.has(id))) : cases;
    const narrowed = html`<p class="muted">
      ${countWords(shown.length, 'case matches', 'cases match')}.
      ${link(t`Show all`, () => this.#actions.clearFilter())}
    </p>`;
    const rest = html`<p class="muted">
      ${t`${countWords(left, 'more case is', 'more cases are')} left out here${scored ? t`, those with the fewest failures` : ''}. The CSV and JSON exports have all cases.`}
    </p>`;
    return html`<section class="report-cases">
      <h3 id="cases-${report.id}" tabindex="-1">
        ${scored ? t`Cases, worst first` : t`Cases`}
        <span class="muted">${countWords(report.cases.length, 'case', 'cases')}</span>
      </h3>
      ${scored ? outcomeLegend : nothing}
      ${system.trim() === '' ? nothing : disclosure(t`System message of every case`, () => modelText(system, 'plain'))}
      ${isNarrowed ? narrowed : nothing}
      ${repeat(
        shown,
        (one) => one.summary.id,
        (one, at) => this.#case(one, `${report.id}-case-${String(at)}`, index),
      )}
      ${left === 0 ? nothing : rest}
    </section>`;
  }

  #case(one: CaseDetail, name: string, index: CaseIndex): TemplateResult {
    const { id } = one.summary;
    const isOpen = this.#view.toggled.includes(id);
    const openTurn = this.#view.openCase === id ? this.#view.openTurn : undefined;
    const toggled = (event: Event): void => {
      if ((event.currentTarget as HTMLDetailsElement).open !== isOpen) this.#actions.toggle(id);
    };
    return html`<details class="report-case" data-case=${id} ?open=${isOpen} @toggle=${toggled}>
      <summary>
        ${membersOf(one).map((summary) => html`<span class="report-row">${caseRow(summary, index)}</span>`)}
      </summary>
      ${isOpen ? html`<div class="case-content">${caseBody(one, openTurn, this.#actions, name)}</div>` : nothing}
    </details>`;
  }
}

const root = document.getElementById('report');
const data = document.getElementById('report-data');
if (root === null || data === null) throw new Error('The file has no report.');
const packed = Uint8Array.from(atob(data.textContent), (byte) => byte.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
void new Response(unpacked).text().then((text) => {
  // Trusted: the program wrote it itself.
  const [first = '', second = ''] = text.split('\n');
  const systems = JSON.parse(first) as readonly string[];
  const written = JSON.parse(second, (key, value: unknown) =>
    key === 'system' && typeof value === 'number' ? systems[value] : value,
  ) as HtmlReportData;
  const { startedAt } = written.report.run;
  for (const fact of document.querySelectorAll('.report-facts bdi'))
    fact.textContent = fact.textContent.replace(startedAt, () => formatTime(startedAt));
  root.replaceChildren();
  new ReportPage(root, written).draw();
});
