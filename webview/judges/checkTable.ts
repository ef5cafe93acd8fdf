import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { JudgeCardRow, JudgeCheck } from '../../src/core/report/judgesViewModel';
import { icon } from '../charts/icons';
import { formatLevel, cardFigure } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { judgeCard } from './judgeCard';
import { cardId, type JudgesPage } from './judgesPage';

interface Column {
  readonly id: string;
  readonly title: string;
  /** What it is, for a tooltip. */
  readonly tip: string;
  /** The same where the labels are another judge's. */
  readonly tipByJudge?: string;
}

const columns: readonly Column[] = [
  {
    id: 'kappa',
    title: 'Kappa',
    tip: 'Cohen’s kappa: agreement beyond what chance gives; within each tutor where the labels name several',
  },
  { id: 'kappa-interval', title: 'Interval', tip: 'Interval of kappa over dialogues or problems' },
  {
    id: 'pooled',
    title: 'Pooled',
    tip: 'Kappa over the replies of all tutors together: telling tutors apart counts, too, so trust does not go by it',
  },
  {
    id: 'n',
    title: 'n',
    tip: 'Human labels that the judge was asked about',
    tipByJudge: 'Labels of the other judge that this one was asked about',
  },
  { id: 'failed', title: 'Failed', tip: 'Labels without a usable verdict; they count as misses' },
  {
    id: 'agreement',
    title: 'Agreement',
    tip: 'Share of n on which judge and people say the same',
    tipByJudge: 'Share of n on which both judges say the same',
  },
  { id: 'deviation', title: 'Deviation', tip: 'Mean distance between the two, in steps of the scale' },
  { id: 'macro-f1', title: 'Macro-F1', tip: 'Mean F1 of the labels: what finding the rare ones is worth' },
  { id: 'pearson', title: 'Pearson', tip: 'Correlation of the labels as numbers; MRBench’s AC' },
  {
    id: 'majority',
    title: 'Majority',
    tip: 'Agreement and macro-F1 of always saying the commonest human label: what a judge must beat',
    tipByJudge: 'Agreement and macro-F1 of always saying the other judge’s commonest label',
  },
  { id: 'version', title: 'Version', tip: 'Version of the judge that was checked' },
];

/** Columns and the name before them. */
const width = columns.length + 1;

function intervalCell({ kappaCi }: JudgeCardRow): TemplateResult {
  if (kappaCi === undefined) return html`n/a`;
  return html`<span data-tip=${`${formatLevel(kappaCi.level)} interval of kappa`}
    >${cardFigure(kappaCi.low)} to ${cardFigure(kappaCi.high)}</span
  >`;
}

function majorityCell({ majority }: JudgeCardRow): TemplateResult {
  if (majority === undefined) return html`n/a`;
  const tip = `Always saying “${visibleLine(majority.label)}”: agreement and macro-F1`;
  return html`<span data-tip=${tip}>${cardFigure(majority.agreement)} / ${cardFigure(majority.macroF1)}</span>`;
}

function versionCell({ version, older, learned }: JudgeCardRow): TemplateResult {
  return html`<span
    class="version"
    data-tip=${`${visibleLine(version)}${older ? `, not the ${learned === true ? 'version' : 'wording'} in use` : ''}`}
    >${visibleLine(shortVersion(version))}</span
  >`;
}

function cellOf(id: string, row: JudgeCardRow): unknown {
  switch (id) {
    case 'kappa':
      return cardFigure(row.kappa);
    case 'kappa-interval':
      return intervalCell(row);
    case 'pooled':
      return row.tutors === undefined ? '–' : cardFigure(row.pooledKappa);
    case 'n':
      return row.n.toLocaleString('en');
    case 'failed':
      return row.failed.toLocaleString('en');
    case 'agreement':
      return cardFigure(row.agreement);
    case 'deviation':
      return cardFigure(row.deviation);
    case 'macro-f1':
      return cardFigure(row.macroF1);
    case 'pearson':
      return cardFigure(row.pearson);
    case 'majority':
      return majorityCell(row);
    default:
      return versionCell(row);
  }
}

function rowView(row: JudgeCardRow, check: JudgeCheck, page: JudgesPage): TemplateResult {
  const { key, title, question, status, reason, older, learned, ownWording, heldOut, measuredOn, n } = row;
  const open = page.view.open === key;
  return html`<tr role="row" class="card-line ${status} ${open ? 'open' : ''}">
      <th role="rowheader" scope="row">
        <button
          class="card-name"
          id=${cardId(key)}
          type="button"
          aria-expanded=${String(open)}
          data-tip=${visibleLine(question)}
          @click=${() => page.actions.toggleCard(key)}
        >
          ${icon(open ? 'down' : 'right')}<span dir="auto">${visibleLine(title)}</span>
        </button>
        ${ownWording === true ? html`<span class="card-tag">own wording</span>` : nothing}
        ${older ? html`<span class="card-tag">${learned === true ? 'other version' : 'other wording'}</span>` : nothing}
        ${
          status === 'beaten'
            ? html`<span class="card-tag beaten-tag" data-tip=${visibleLine(reason ?? '')}>not to be relied on</span>`
            : nothing
        }
        ${status === 'unchecked' ? html`<span class="card-tag" data-tip=${visibleLine(reason ?? '')}>unchecked</span>` : nothing}
        ${status === 'few' ? html`<span class="card-tag" data-tip=${visibleLine(reason ?? '')}>too few labels</span>` : nothing}
        ${measuredOn === undefined ? nothing : html`<span class="card-tag" data-tip=${visibleLine(measuredOn)}>other material</span>`}
        ${heldOut === 0 || isOutOfFold(check) ? nothing : html`<span class="card-tag">${heldOut === n ? 'out of fold' : 'partly out of fold'}</span>`}
      </th>
      ${columns.map(
        ({ id, title: name }) =>
          html`<td role="cell" class="number of-${id}">
            <span class="cell-name" aria-hidden="true">${name}</span> ${cellOf(id, row)}
          </td>`,
      )}
    </tr>
    ${
      open
        ? html`<tr role="row" class="card-place">
            <td role="cell" colspan=${width}>${judgeCard(row, check, page)}</td>
          </tr>`
        : nothing
    }`;
}

/** What one calibration found, a line for each dimension; each opens to its card. */
export function checkTable(check: JudgeCheck, label: string, page: JudgesPage): TemplateResult {
  return html`<table class="check-table" role="table" aria-label=${label}>
    <thead role="rowgroup">
      <tr role="row" class="card-columns">
        <th role="columnheader" scope="col">Dimension</th>
        ${columns.map(
          ({ id, title, tip, tipByJudge = tip }) =>
            html`<th
              role="columnheader"
              scope="col"
              class="of-${id}"
              data-tip=${check.gold.by === 'judge' ? tipByJudge : tip}
            >
              ${title}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${repeat(
        check.rows,
        ({ key }) => key,
        (row) => rowView(row, check, page),
      )}
    </tbody>
  </table>`;
}

/** Digits of a hash that tell versions apart for a person, as commits are told apart. */
const shortHash = 7;

/**
 * A judge's version for people: the beginning of a wording's hash (`name@1a2b3c4d`), and `learned` with the beginning of the hash for a judge that
 * learned from labels (`embedded/1-7f3a2c1d9e0b4a55`).
 */
function shortVersion(version: string): string {
  const learned = /^embedded\/[^-]*-(.+)$/su.exec(version)?.[1];
  if (learned !== undefined) return `learned ${learned.slice(0, shortHash)}`;
  return version.slice(version.lastIndexOf('@') + 1).slice(0, shortHash);
}

/** Whether every label was answered by a model that had not learned from the reply: said once, of the whole check. */
export function isOutOfFold({ rows }: JudgeCheck): boolean {
  return rows.every(({ heldOut, n }) => heldOut > 0 && heldOut === n);
}
