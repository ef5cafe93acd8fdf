import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkReport } from '../../src/core/results/reportModel';
import { link } from '../dom/elements';
import type { ReportActions } from '../panelActions';
import type { AlphaFigure, BetweenJudges } from '../reportTypes';
import { formatCount, formatLevel } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

const explain = {
  alike: 'Of all pairs of judges that spoke of the same thing, how many say the same',
  alpha: 'Krippendorff’s alpha: 1 where judges always agree, 0 where they agree as often as by chance',
  rank: 'The same, counting how far apart two labels stand on their scale',
  split: 'Verdicts on which the judges do not all say the same',
} as const;

function number(value: number): string {
  return (Number(value.toFixed(2)) + 0).toFixed(2).replace('-', '\u2212');
}

function alphaCell(figure: AlphaFigure | undefined): TemplateResult {
  if (figure === undefined) return html`<td role="cell" class="alpha number muted">–</td>`;
  const { value, ci, reason } = figure;
  if (value === undefined) {
    return html`<td role="cell" class="alpha number muted">
      <span class="has-tip" tabindex="0" data-tip=${reason ?? ''}>n/a<span class="sr-only">: ${reason}</span></span>
      <span class="alpha-interval" aria-hidden="true"></span>
    </td>`;
  }
  return html`<td role="cell" class="alpha number">
    ${number(value)}
    ${ci === undefined ? nothing : html`<span class="alpha-interval">${number(ci.low)} to ${number(ci.high)}</span>`}
  </td>`;
}

/** Leads to the cases in which judges disagree about it. */
function splitCell(benchmark: string, one: BetweenJudges, actions: ReportActions): TemplateResult {
  const { id, title, split } = one;
  if (split === 0) return html`<td role="cell" class="split number muted">0</td>`;
  const of = formatCount(one.compared, 'verdict', 'verdicts');
  const filter = { benchmark, outcome: 'disagreeing', judges: [id], judgesTitle: title } as const;
  const label = `${visibleLine(title)}: ${String(split)} of ${of} split. Shows these cases.`;
  return html`<td role="cell" class="split number">${link(split, () => actions.showCases(filter), { label })}</td>`;
}

function row(benchmark: string, one: BetweenJudges, isOrdered: boolean, actions: ReportActions): TemplateResult {
  return html`<tr role="row">
    <th role="rowheader" scope="row" dir="auto">${visibleLine(one.title)}</th>
    <td role="cell" class="number">${one.agreement === undefined ? 'n/a' : `${(one.agreement * 100).toFixed(0)}%`}</td>
    ${alphaCell(one.nominal)} ${isOrdered ? alphaCell(one.ordinal) : nothing} ${splitCell(benchmark, one, actions)}
    <td role="cell" class="number">${one.pairable}</td>
  </tr>`;
}

function voteLine({ majority, agreement }: BenchmarkReport): unknown {
  if (majority === undefined) return nothing;
  const open = majority.split + majority.tooFew;
  const judges = String(agreement?.judges.length ?? 0);
  return html`<p class="muted">
    Majority of ${judges}: ${formatCount(majority.verdicts, 'verdict', 'verdicts')},
    ${open === 0 ? 'each with a label that more than half of the judges gave.' : `${String(open)} unscored, as no label has more than half of the judges.`}
  </p>`;
}

/** How far several judges agree with each other, and the way to the cases in which they do not; nothing where there is one. */
export function judgesAgreementView(report: BenchmarkReport, actions: ReportActions): unknown {
  const { agreement, id } = report;
  if (agreement === undefined) return nothing;
  const { judges, dimensions, cases } = agreement;
  const isOrdered = dimensions.some(({ ordinal }) => ordinal !== undefined);
  const level = dimensions.find(({ nominal }) => nominal.ci !== undefined)?.nominal.ci?.level ?? 0.95;
  const interval = html`<span class="alpha-interval">${formatLevel(level)} interval</span>`;
  const head = (name: string, tip: string, more: unknown = nothing): TemplateResult =>
    html`<th role="columnheader" scope="col" class="number" data-tip=${tip}>${name} ${more}</th>`;
  return html`<section class="judges-agreement" aria-labelledby="agreement-${id}">
    <h3 id="agreement-${id}">Agreement between the ${judges.length} judges</h3>
    <p class="muted">
      ${
        cases === 0
          ? 'They agree in every case.'
          : html`They disagree about something in
            ${link(formatCount(cases, 'case', 'cases'), () =>
              actions.showCases({ benchmark: id, outcome: 'disagreeing' }),
            )}.`
      }
    </p>
    <table class="agreement ${isOrdered ? 'ranked' : ''}" role="table" aria-labelledby="agreement-${id}">
      <thead role="rowgroup">
        <tr role="row" class="columns">
          <th role="columnheader" scope="col">Decision</th>
          ${head('Alike', explain.alike)} ${head('Alpha', explain.alpha, interval)}
          ${isOrdered ? head('By rank', explain.rank, interval) : nothing} ${head('Split', explain.split)}
          ${head('n', 'Verdicts that another judge spoke of, too')}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${dimensions.map((one) => row(id, one, isOrdered, actions))}
      </tbody>
    </table>
    ${voteLine(report)}
  </section>`;
}
