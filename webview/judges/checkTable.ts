import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { JudgeCardRow, JudgeCheck } from '../../src/core/report/judgesViewModel';
import { t, wholeNumber } from '../../src/core/text/countWords';
import { formatLevel, formatRange } from '../../src/core/text/formatNumber';
import { icon } from '../charts/icons';
import { plainButton } from '../dom/elements';
import { cell, tableHead } from '../dom/table';
import { visibleLine } from '../text/visibleText';
import { cardStatistic, judgeCard, standings } from './judgeCard';
import { cardId, type JudgesPane } from './judgesPane';

interface JudgeColumn {
  readonly id: string;
  readonly title: string;
  readonly tip: string;
  /** The tip where another judge gave the labels. */
  readonly tipByJudge?: string;
  readonly content: (row: JudgeCardRow) => unknown;
}

const columns: readonly JudgeColumn[] = [
  {
    id: 'kappa',
    title: t`Kappa`,
    tip: t`Cohen’s kappa: agreement beyond chance; within each tutor where the labels name several`,
    content: (row) => cardStatistic((row.within ?? row).kappa),
  },
  {
    id: 'kappa-interval',
    title: t`Interval`,
    tip: t`Interval of kappa over dialogues or problems`,
    content: (row) => {
      const { kappaCi: ci } = row.within ?? row;
      if (ci === null) return 'n/a';
      return html`<span data-tip=${t`${formatLevel(ci.level)} interval of kappa`}>${formatRange(ci, 'share')}</span>`;
    },
  },
  {
    id: 'n',
    title: 'n',
    tip: t`Human labels that the judge was asked about`,
    tipByJudge: t`Labels of the other judge that this one was asked about`,
    content: ({ n }) => wholeNumber(n),
  },
  {
    id: 'failed',
    title: t`Failed`,
    tip: t`Labels without a usable verdict; they count as misses`,
    content: ({ failed }) => wholeNumber(failed),
  },
  {
    id: 'agreement',
    title: t`Agreement`,
    tip: t`Share of n on which judge and people agree`,
    tipByJudge: t`Share of n on which both judges agree`,
    content: ({ agreement }) => cardStatistic(agreement),
  },
  {
    id: 'majority',
    title: t`Majority`,
    tip: t`Agreement and macro-F1 of always giving the most frequent human label: a judge must beat this`,
    tipByJudge: t`Agreement and macro-F1 of always giving the other judge’s most frequent label`,
    content: majority,
  },
];

/** Shown with the card alone. */
function details({ within, kappa, deviation, macroF1, pearson }: JudgeCardRow): readonly (readonly string[])[] {
  const ofAll = t`Kappa over the replies of all tutors together. It also rewards telling tutors apart, so trust does not depend on it`;
  const ofLabels = t`Mean F1 of the labels: rare labels count as much as frequent ones`;
  return [
    [t`Pooled`, within === undefined ? '–' : cardStatistic(kappa), ofAll],
    [t`Deviation`, cardStatistic(deviation), t`Mean distance between the two, in steps of the scale`],
    [t`Macro-F1`, cardStatistic(macroF1), ofLabels],
    [t`Pearson`, cardStatistic(pearson), t`Correlation of the labels as numbers`],
  ];
}

function majority({ majority: one }: JudgeCardRow): unknown {
  if (one === null) return 'n/a';
  const tip = t`Always giving “${visibleLine(String(one.label))}”: agreement and macro-F1`;
  return html`<span data-tip=${tip}>${cardStatistic(one.agreement)} / ${cardStatistic(one.macroF1)}</span>`;
}

function tag(words: string, tip: unknown = nothing, className = ''): TemplateResult {
  return html`<span class="card-tag ${className}" data-tip=${tip}>${words}</span>`;
}

function tagsOf(row: JudgeCardRow): readonly unknown[] {
  const { status, reason = '', older, promptOverride, judgeVersion, measuredOn } = row;
  return [
    promptOverride === true ? tag(t`custom prompt`) : nothing,
    older ? tag(t`other prompt`, visibleLine(judgeVersion)) : nothing,
    status === 'checked'
      ? nothing
      : tag(standings[status], visibleLine(reason), status === 'beaten' ? 'beaten-tag' : ''),
    measuredOn && tag(t`other material`, visibleLine(measuredOn)),
  ];
}

function rowView(row: JudgeCardRow, check: JudgeCheck, pane: JudgesPane): TemplateResult {
  const { key, title, question, status } = row;
  const open = pane.view.open === key;
  const name = html`${icon(open ? 'down' : 'right')}<span dir="auto">${visibleLine(title)}</span>`;
  const card = (): TemplateResult =>
    html`<tr role="row" class="card-place">
      <td role="cell" colspan=${columns.length + 1}>
        <p class="card-details muted">
          ${details(row).map(([name, value, tip]) => html`<span data-tip=${tip}>${name} ${value}</span>`)}
        </p>
        ${judgeCard(row, check, pane)}
      </td>
    </tr>`;
  return html`<tr role="row" class="card-line ${status} ${open ? 'open' : ''}">
      <th role="rowheader" scope="row">
        ${plainButton('card-name', name, () => pane.toggleCard(key), { id: cardId(key), expanded: open, tip: visibleLine(question) })}
        ${tagsOf(row)}
      </th>
      ${columns.map(({ id, title: column, content }) =>
        cell(`number of-${id}`, html`<span class="cell-name" aria-hidden="true">${column}</span> ${content(row)}`),
      )}
    </tr>
    ${open ? card() : nothing}`;
}

export function checkTable(check: JudgeCheck, label: string, pane: JudgesPane): TemplateResult {
  const heads = columns.map(({ id, title, tip, tipByJudge = tip }) => ({
    className: `of-${id}`,
    title,
    tip: check.gold.by === 'judge' ? tipByJudge : tip,
  }));
  return html`<table class="check-table" role="table" aria-label=${label}>
    ${tableHead(t`Dimension`, heads, 'card-columns')}
    <tbody role="rowgroup">
      ${repeat(
        check.rows,
        ({ key }) => key,
        (row) => rowView(row, check, pane),
      )}
    </tbody>
  </table>`;
}
