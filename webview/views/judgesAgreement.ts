import { html, nothing, type TemplateResult } from 'lit-html';
import type { AlphaStatistic, BenchmarkReport, DimensionBetweenJudges } from '../../src/core/results/reportModel';
import { countWords, t } from '../../src/core/text/countWords';
import { decimalText, formatRange, intervalTitle } from '../../src/core/text/formatNumber';
import { link } from '../dom/elements';
import { cell, type Column, tableHead } from '../dom/table';
import type { ReportActions } from '../panelActions';
import { sentence, visibleLine } from '../text/visibleText';

function alphaCell(statistic: AlphaStatistic | undefined): TemplateResult {
  if (statistic === undefined) return cell('alpha number muted', '–');
  const { value, ci, reason = '' } = statistic;
  if (value === undefined)
    return cell(
      'alpha number muted',
      html`<span class="has-tip" tabindex="0" data-tip=${reason}>n/a<span class="sr-only">: ${reason}</span></span>
        <span class="alpha-interval" aria-hidden="true"></span>`,
    );
  const interval = ci && html`<span class="alpha-interval">${formatRange(ci, 'share')}</span>`;
  return cell('alpha number', html`${decimalText(value, 2)} ${interval}`);
}

function splitCell(benchmark: string, one: DimensionBetweenJudges, actions: ReportActions): TemplateResult {
  const { id, title, split } = one;
  if (split === 0) return cell('split number muted', 0);
  const of = countWords(one.compared, 'verdict', 'verdicts');
  const filter = { benchmark, outcome: 'disagreeing', judges: [id], judgesTitle: title } as const;
  const label = t`${visibleLine(title)}: ${String(split)} of ${of} split. Shows these cases.`;
  return cell(
    'split number',
    link(split, () => actions.showCases(filter), { label }),
  );
}

function columnsOf(
  report: BenchmarkReport,
  isOrdered: boolean,
  actions: ReportActions,
): readonly Column<DimensionBetweenJudges>[] {
  const withInterval = (name: string): TemplateResult =>
    html`${name} <span class="alpha-interval">${intervalTitle}</span>`;
  const share = (agreement: number | undefined): string =>
    agreement === undefined ? 'n/a' : `${(agreement * 100).toFixed(0)}%`;
  const byRank: Column<DimensionBetweenJudges> = {
    title: withInterval(t`By rank`),
    tip: t`Alpha that also counts how far apart two labels are on their scale`,
    cell: ({ ordinal }) => alphaCell(ordinal),
  };
  const columns: readonly Column<DimensionBetweenJudges>[] = [
    {
      title: t`Alike`,
      tip: t`Of all pairs of judges that judged the same thing, the share with the same label`,
      cell: ({ agreement }) => cell('number', share(agreement)),
    },
    {
      title: withInterval(t`Alpha`),
      tip: t`Krippendorff’s alpha: 1 means that judges always agree, 0 that they agree as often as by chance`,
      cell: ({ nominal }) => alphaCell(nominal),
    },
    ...(isOrdered ? [byRank] : []),
    {
      title: t`Split`,
      tip: t`Verdicts on which the judges do not all agree`,
      cell: (one) => splitCell(report.id, one, actions),
    },
    {
      title: 'n',
      tip: t`Verdicts on things that another judge judged, too`,
      cell: ({ pairable }) => cell('number', pairable),
    },
  ];
  return columns.map((column) => ({ ...column, className: 'number' }));
}

function voteLine({ majority, agreement }: BenchmarkReport): unknown {
  if (majority === undefined) return nothing;
  const open = majority.split + majority.tooFew;
  const judges = String(agreement?.judges.length ?? 0);
  return html`<p class="muted">
    ${t`Majority of ${judges}: ${countWords(majority.verdicts, 'verdict', 'verdicts')}, ${open === 0 ? t`each with a label that more than half of the judges gave.` : t`${String(open)} unscored, because no label came from more than half of the judges.`}`}
  </p>`;
}

export function judgesAgreementView(report: BenchmarkReport, actions: ReportActions): unknown {
  const { agreement, id } = report;
  if (agreement === undefined) return nothing;
  const { judges, dimensions, cases } = agreement;
  const isOrdered = dimensions.some(({ ordinal }) => ordinal !== undefined);
  const columns = columnsOf(report, isOrdered, actions);
  const show = (): void => actions.showCases({ benchmark: id, outcome: 'disagreeing' });
  return html`<section class="judges-agreement" aria-labelledby="agreement-${id}">
    <h3 id="agreement-${id}">${t`Agreement between the ${judges.length} judges`}</h3>
    <p class="muted">
      ${
        cases === 0
          ? t`They agree in every case.`
          : html`${sentence`They disagree about something in ${link(countWords(cases, 'case', 'cases'), show)}.`}`
      }
    </p>
    <table class="agreement ${isOrdered ? 'ranked' : ''}" role="table" aria-labelledby="agreement-${id}">
      ${tableHead(t`Decision`, columns)}
      <tbody role="rowgroup">
        ${dimensions.map(
          (one) =>
            html`<tr role="row">
              <th role="rowheader" scope="row" dir="auto">${visibleLine(one.title)}</th>
              ${columns.map((column) => column.cell(one))}
            </tr>`,
        )}
      </tbody>
    </table>
    ${voteLine(report)}
  </section>`;
}
