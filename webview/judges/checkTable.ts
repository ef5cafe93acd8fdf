import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { JudgeCardRow, JudgeCheck } from '../../src/core/report/judgesViewModel';
import { icon } from '../charts/icons';
import { cardFigure, formatLevel } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { judgeCard } from './judgeCard';
import { cardId, type JudgesPane } from './judgesPane';

interface Column {
  readonly id: string;
  readonly title: string;
  readonly tip: string;
  /** The same where the labels are another judge's. */
  readonly tipByJudge?: string;
  readonly cell: (row: JudgeCardRow) => unknown;
}

const columns: readonly Column[] = [
  {
    id: 'kappa',
    title: 'Kappa',
    tip: 'Cohen’s kappa: agreement beyond what chance gives; within each tutor where the labels name several',
    cell: ({ kappa }) => cardFigure(kappa),
  },
  { id: 'kappa-interval', title: 'Interval', tip: 'Interval of kappa over dialogues or problems', cell: intervalCell },
  {
    id: 'pooled',
    title: 'Pooled',
    tip: 'Kappa over the replies of all tutors together: telling tutors apart counts, too, so trust does not go by it',
    cell: ({ tutors, pooledKappa }) => (tutors === undefined ? '–' : cardFigure(pooledKappa)),
  },
  {
    id: 'n',
    title: 'n',
    tip: 'Human labels that the judge was asked about',
    tipByJudge: 'Labels of the other judge that this one was asked about',
    cell: ({ n }) => n.toLocaleString('en'),
  },
  {
    id: 'failed',
    title: 'Failed',
    tip: 'Labels without a usable verdict; they count as misses',
    cell: ({ failed }) => failed.toLocaleString('en'),
  },
  {
    id: 'agreement',
    title: 'Agreement',
    tip: 'Share of n on which judge and people say the same',
    tipByJudge: 'Share of n on which both judges say the same',
    cell: ({ agreement }) => cardFigure(agreement),
  },
  {
    id: 'deviation',
    title: 'Deviation',
    tip: 'Mean distance between the two, in steps of the scale',
    cell: ({ deviation }) => cardFigure(deviation),
  },
  {
    id: 'macro-f1',
    title: 'Macro-F1',
    tip: 'Mean F1 of the labels: what finding the rare ones is worth',
    cell: ({ macroF1 }) => cardFigure(macroF1),
  },
  {
    id: 'pearson',
    title: 'Pearson',
    tip: 'Correlation of the labels as numbers; MRBench’s AC',
    cell: ({ pearson }) => cardFigure(pearson),
  },
  {
    id: 'majority',
    title: 'Majority',
    tip: 'Agreement and macro-F1 of always saying the commonest human label: what a judge must beat',
    tipByJudge: 'Agreement and macro-F1 of always saying the other judge’s commonest label',
    cell: majorityCell,
  },
  { id: 'version', title: 'Version', tip: 'Version of the judge that was checked', cell: versionCell },
];

function intervalCell({ kappaCi }: JudgeCardRow): unknown {
  if (kappaCi === undefined) return 'n/a';
  return html`<span data-tip=${`${formatLevel(kappaCi.level)} interval of kappa`}
    >${cardFigure(kappaCi.low)} to ${cardFigure(kappaCi.high)}</span
  >`;
}

function majorityCell({ majority }: JudgeCardRow): unknown {
  if (majority === null) return 'n/a';
  const tip = `Always saying “${visibleLine(String(majority.label))}”: agreement and macro-F1`;
  return html`<span data-tip=${tip}>${cardFigure(majority.agreement)} / ${cardFigure(majority.macroF1)}</span>`;
}

function versionCell({ judgeVersion, older, learned }: JudgeCardRow): TemplateResult {
  const other = older ? `, not the ${learned === true ? 'version' : 'wording'} in use` : '';
  return html`<span class="version" data-tip=${`${visibleLine(judgeVersion)}${other}`}
    >${visibleLine(shortVersion(judgeVersion))}</span
  >`;
}

function tag(words: string, tip: unknown = nothing, className = ''): TemplateResult {
  return html`<span class="card-tag ${className}" data-tip=${tip}>${words}</span>`;
}

const standings = { beaten: 'not to be relied on', unchecked: 'unchecked', few: 'too few labels' } as const;

function tagsOf(row: JudgeCardRow, check: JudgeCheck): readonly unknown[] {
  const { status, reason = '', older, learned, ownWording, heldOut, measuredOn, n } = row;
  return [
    ownWording === true ? tag('own wording') : nothing,
    older ? tag(learned === true ? 'other version' : 'other wording') : nothing,
    status === 'checked'
      ? nothing
      : tag(standings[status], visibleLine(reason), status === 'beaten' ? 'beaten-tag' : ''),
    measuredOn && tag('other material', visibleLine(measuredOn)),
    heldOut === 0 || isOutOfFold(check) ? nothing : tag(heldOut === n ? 'out of fold' : 'partly out of fold'),
  ];
}

function rowView(row: JudgeCardRow, check: JudgeCheck, pane: JudgesPane): TemplateResult {
  const { key, title, question, status } = row;
  const open = pane.view.open === key;
  return html`<tr role="row" class="card-line ${status} ${open ? 'open' : ''}">
      <th role="rowheader" scope="row">
        <button
          class="card-name"
          id=${cardId(key)}
          type="button"
          aria-expanded=${String(open)}
          data-tip=${visibleLine(question)}
          @click=${() => pane.toggleCard(key)}
        >
          ${icon(open ? 'down' : 'right')}<span dir="auto">${visibleLine(title)}</span>
        </button>
        ${tagsOf(row, check)}
      </th>
      ${columns.map(
        ({ id, title: name, cell }) =>
          html`<td role="cell" class="number of-${id}">
            <span class="cell-name" aria-hidden="true">${name}</span> ${cell(row)}
          </td>`,
      )}
    </tr>
    ${
      open
        ? html`<tr role="row" class="card-place">
            <td role="cell" colspan=${columns.length + 1}>${judgeCard(row, check, pane)}</td>
          </tr>`
        : nothing
    }`;
}

/** What one calibration found, a line for each dimension; each opens to its card. */
export function checkTable(check: JudgeCheck, label: string, pane: JudgesPane): TemplateResult {
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
        (row) => rowView(row, check, pane),
      )}
    </tbody>
  </table>`;
}

/** Digits of a hash that tell versions apart for a person, as commits are told apart. */
const shortHash = 7;

/** The beginning of the hash of a wording (`name@1a2b3c4d`), or of a judge that learned (`embedded/1-7f3a2c1d9e0b4a55`). */
function shortVersion(version: string): string {
  const learned = /^embedded\/[^-]*-(.+)$/su.exec(version)?.[1];
  if (learned !== undefined) return `learned ${learned.slice(0, shortHash)}`;
  return version.slice(version.lastIndexOf('@') + 1).slice(0, shortHash);
}

/** Whether every label was answered by a model that had not learned from the reply: said once, of the whole check. */
export function isOutOfFold({ rows }: JudgeCheck): boolean {
  return rows.every(({ heldOut, n }) => heldOut > 0 && heldOut === n);
}
