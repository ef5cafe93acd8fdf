import { html, nothing, type TemplateResult } from 'lit-html';
import type { ConfusionView, JudgeCardRow, JudgeCheck, TutorRow } from '../../src/core/report/judgesViewModel';
import { icon } from '../charts/icons';
import { cssVariables } from '../dom/cssVariables';
import { cardFigure, formatLevel } from '../text/formatValue';
import { visibleLine, visibleText } from '../text/visibleText';
import { disagreementList } from './disagreementList';
import type { JudgesPage } from './judgesPage';

/** Whether to rely on the judge, in a sentence. */
function answer({
  status,
  reason,
  beats = 'better than the majority label',
  kappa,
  kappaCi,
  clusters,
  tutors,
}: JudgeCardRow): TemplateResult {
  if (status === 'beaten') {
    return html`<p class="card-answer beaten">
      ${icon('warning')}<span dir="auto">Not to be relied on: ${visibleLine(reason ?? '')}.</span>
    </p>`;
  }
  if (status !== 'checked') {
    const head = status === 'few' ? 'Too few labels' : 'Unchecked';
    return html`<p class="card-answer beaten">
      ${icon('warning')}<span dir="auto">${head}: ${visibleLine(reason ?? '')}.</span>
    </p>`;
  }
  const interval =
    kappaCi === undefined
      ? ''
      : `, ${formatLevel(kappaCi.level)} interval ${cardFigure(kappaCi.low)} to ${cardFigure(kappaCi.high)}`;
  return html`<p class="card-answer">
    ${icon('check')}<span
      >${beats.charAt(0).toUpperCase()}${beats.slice(1)}${tutors === undefined ? '' : `, within ${tutors.length} tutors`}:
      kappa ${cardFigure(kappa)}${interval}, over ${clusters.toLocaleString('en')} dialogues or problems.</span
    >
  </p>`;
}

/** What must be known of the figures besides. */
function remarks({
  older,
  learned,
  ownWording,
  version,
  heldOut,
  trainedDialogues,
  measuredOn,
  n,
  failed,
  counts,
}: JudgeCardRow): readonly string[] {
  const lost = failed.toLocaleString('en');
  return [
    ...(ownWording === true
      ? [
          'A wording of your own was checked. The command line sets it beside the built-in text: calibrate … --judge-wording DIR.',
        ]
      : []),
    ...(older
      ? [
          `Another ${learned === true ? 'version' : 'wording'} of the judge was checked than the one in use: ${visibleLine(version)}. Calibrate again.`,
        ]
      : []),
    ...(heldOut === 0
      ? []
      : [
          `The judge learned from ${heldOut === n ? 'these' : heldOut.toLocaleString('en')} replies. A model that had not seen ${
            heldOut === n ? 'them' : 'those'
          } answered in its place, so the figures are not on its own training replies.`,
        ]),
    ...(trainedDialogues === undefined
      ? []
      : [
          `${trainedDialogues.toLocaleString('en')} of the replies are new to the judge, but it was trained on their dialogues: the figures on them are not held out, and kinder than on other dialogues.`,
        ]),
    ...(measuredOn === undefined ? [] : [`The judge was ${visibleLine(measuredOn)}.`]),
    ...(failed === 0 ? [] : [`${lost} labels got no usable verdict. They count as misses and are not in the list.`]),
    ...(counts
      ? []
      : ['No badge goes by this card: another one is newer, has more labels, or is of the wording in use.']),
  ];
}

function detailView(check: JudgeCheck, page: JudgesPage): unknown {
  const { open, view, actions } = page;
  if (open.kind === 'loading') return html`<p class="muted">Reading the calibration’s run…</p>`;
  if (open.kind === 'missing') return html`<p class="muted">This card is no longer there.</p>`;
  const { confusion, disagreements, problem } = open.detail;
  return html`${
    confusion === undefined
      ? nothing
      : html`<h3>Confusion</h3>
          ${confusionMatrix(confusion, check.gold.by)}`
  }
  ${
    problem === undefined
      ? nothing
      : html`<h3>Disagreements</h3>
          <p class="muted" dir="auto">${visibleText(problem)}</p>`
  }
  ${
    disagreements === undefined
      ? nothing
      : disagreementList(disagreements, {
          gold: check.gold.name,
          by: check.gold.by,
          drawn: view.listed,
          showMore: () => actions.showMore(),
        })
  }`;
}

/** A card opened: whether to rely on the judge, its confusion matrix and the replies on which it differs from people. */
export function judgeCard(row: JudgeCardRow, check: JudgeCheck, page: JudgesPage): TemplateResult {
  const notes = remarks(row);
  return html`<div class="judge-card">
    ${row.question === '' ? nothing : html`<p class="muted" dir="auto">${visibleLine(row.question)}</p>`} ${answer(row)}
    ${
      notes.length === 0
        ? nothing
        : html`<ul class="card-notes">
            ${notes.map((note) => html`<li dir="auto">${note}</li>`)}
          </ul>`
    }
    ${row.tutors === undefined || row.tutors.length === 0 ? nothing : tutorTable(row.tutors)} ${detailView(check, page)}
  </div>`;
}

/** How far the judge agrees with people on the replies of each tutor. */
function tutorTable(tutors: readonly TutorRow[]): TemplateResult {
  return html`<h3>By tutor</h3>
    <div class="confusion-place">
      <table class="confusion tutor-table">
        <thead>
          <tr>
            <th scope="col">Tutor</th>
            <th scope="col">n</th>
            <th scope="col">Kappa</th>
            <th scope="col">Pearson</th>
            <th scope="col">Agreement</th>
            <th scope="col">Majority</th>
          </tr>
        </thead>
        <tbody>
          ${tutors.map(
            ({ tutor, n, kappa, pearson, agreement, majority }) =>
              html`<tr>
                <th scope="row" dir="auto">${tutor === '' ? 'not named' : visibleLine(tutor)}</th>
                <td class="number">${n.toLocaleString('en')}</td>
                <td class="number">${cardFigure(kappa)}</td>
                <td class="number">${cardFigure(pearson)}</td>
                <td class="number">${cardFigure(agreement)}</td>
                <td class="number" data-tip=${`Always saying “${visibleLine(majority.label)}”`}>
                  ${cardFigure(majority.agreement)}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** Counts in a table: rows are the labels that the judge is held against, columns the judge's; the shade of a cell is its share of the row. */
function confusionMatrix({ labels, counts, failed }: ConfusionView, by: 'people' | 'judge'): TemplateResult {
  const rows = by === 'people' ? 'People' : 'Other judge';
  const names = labels.map(visibleLine);
  const someFailed = failed.some((count) => count > 0);
  const sumOf = (place: number): number =>
    (counts[place] ?? []).reduce((sum, count) => sum + count, 0) + (failed[place] ?? 0);
  const cell = (count: number, row: number, same: boolean): TemplateResult => {
    const share = sumOf(row) === 0 ? 0 : Math.round((count / sumOf(row)) * 100);
    return html`<td
      class="number ${same ? 'same' : ''} ${count === 0 ? 'none' : ''}"
      ${cssVariables({ '--share': `${String(share)}%` })}
    >
      ${count.toLocaleString('en')}
    </td>`;
  };
  return html`<div class="confusion-place" tabindex="0" role="region" aria-label="Confusion matrix">
    <table class="confusion">
      <caption class="sr-only">
        How often each of the judge’s labels met each of ${by === 'people' ? 'people’s' : 'the other judge’s'}; rows are
        ${by === 'people' ? 'people' : 'the other judge'}, columns the judge.
      </caption>
      <thead>
        <tr>
          <td class="corner"></td>
          <th scope="colgroup" colspan=${labels.length + (someFailed ? 1 : 0)} class="axis">Judge</th>
          <td></td>
        </tr>
        <tr>
          <th scope="col" class="axis">${rows}</th>
          ${names.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}
          ${someFailed ? html`<th scope="col" class="axis">no verdict</th>` : nothing}
          <th scope="col" class="axis">all</th>
        </tr>
      </thead>
      <tbody>
        ${names.map(
          (name, row) =>
            html`<tr>
              <th scope="row"><bdi>${name}</bdi></th>
              ${labels.map((_, column) => cell(counts[row]?.[column] ?? 0, row, row === column))}
              ${someFailed ? cell(failed[row] ?? 0, row, false) : nothing}
              <td class="number all">${sumOf(row).toLocaleString('en')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
