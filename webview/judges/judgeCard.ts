import { html, nothing, type TemplateResult } from 'lit-html';
import type * as model from '../../src/core/report/judgesViewModel';
import { capitalized, t, wholeNumber } from '../../src/core/text/countWords';
import { decimalText, formatLevel, formatRange } from '../../src/core/text/formatNumber';
import { icon } from '../charts/icons';
import { cssVariables, link, list, scrolledTable } from '../dom/elements';
import { modelText } from '../text/modelText';
import { sentence, visibleLine, visibleText } from '../text/visibleText';
import type { JudgesPane } from './judgesPane';

type Gold = model.JudgeCheck['gold'];

/** A number of a trust card; `n/a`, never 0, where it is undefined. */
export function cardStatistic(value: number | null): string {
  return value === null ? 'n/a' : decimalText(value, 2);
}

export const standings = { beaten: t`not reliable`, unchecked: t`unchecked`, few: t`too few labels` } as const;

function answer(row: model.JudgeCardRow): TemplateResult {
  const { status, reason = '', beats = t`better than the majority label`, clusters, within } = row;
  const { kappa, kappaCi } = within ?? row;
  if (status !== 'checked')
    return html`<p class="card-answer beaten">
      ${icon('warning')}<span dir="auto">${capitalized(standings[status])}: ${visibleLine(reason)}.</span>
    </p>`;
  const interval = kappaCi && t`, ${formatLevel(kappaCi.level)} interval ${formatRange(kappaCi, 'share')}`;
  return html`<p class="card-answer">
    ${icon('check')}<span
      >${sentence`${capitalized(beats)}${within && t`, within ${within.tutors.length} tutors`}: kappa ${cardStatistic(kappa)}${interval}, over ${wholeNumber(clusters)} dialogues or problems.`}</span
    >
  </p>`;
}

function remarks(row: model.JudgeCardRow): readonly string[] {
  const { older, promptOverride, measuredOn, counts } = row;
  return [
    promptOverride === true ? t`A custom judge prompt was checked.` : '',
    older ? t`The check used another judge prompt than the one in use. Calibrate again.` : '',
    measuredOn === undefined ? '' : t`The judge was ${visibleLine(measuredOn)}.`,
    counts ? '' : t`No badge uses this card: another one is newer, has more labels, or is for the judge prompt in use.`,
  ].filter((note) => note !== '');
}

function detailView({ gold }: model.JudgeCheck, pane: JudgesPane): unknown {
  const { detail } = pane;
  if (detail === 'loading') return html`<p class="muted">${t`Reading the calibration’s run…`}</p>`;
  if (detail === 'missing') return html`<p class="muted">${t`This card is no longer there.`}</p>`;
  const { confusion, disagreements, problem } = detail;
  return html`${
    confusion &&
    html`<h3>${t`Confusion`}</h3>
      ${confusionMatrix(confusion, gold.by)}`
  }
  ${
    problem &&
    html`<h3>${t`Disagreements`}</h3>
      <p class="muted" dir="auto">${visibleText(problem)}</p>`
  }
  ${disagreements && disagreementList(disagreements, gold, pane)}`;
}

export function judgeCard(row: model.JudgeCardRow, check: model.JudgeCheck, pane: JudgesPane): TemplateResult {
  const { question, within: { tutors } = { tutors: [] } } = row;
  const notes = remarks(row);
  return html`<div class="judge-card">
    ${question && html`<p class="muted" dir="auto">${visibleLine(question)}</p>`} ${answer(row)}
    ${list(notes, (note) => html`<li dir="auto">${note}</li>`, { className: 'card-notes' })}
    ${tutors.length === 0 ? nothing : tutorTable(tutors)} ${detailView(check, pane)}
  </div>`;
}

function tutorTable(tutors: NonNullable<model.JudgeCardRow['within']>['tutors']): TemplateResult {
  const rows = tutors.map(
    ({ tutor, n, kappa, pearson, agreement, majority }) =>
      html`<tr>
        <th scope="row" dir="auto">${tutor === '' ? t`not named` : visibleLine(tutor)}</th>
        <td class="number">${wholeNumber(n)}</td>
        ${[kappa, pearson, agreement].map((statistic) => html`<td class="number">${cardStatistic(statistic)}</td>`)}
        <td class="number" data-tip=${t`Always giving “${visibleLine(String(majority.label))}”`}>
          ${cardStatistic(majority.agreement)}
        </td>
      </tr>`,
  );
  const heads = [t`Tutor`, 'n', t`Kappa`, t`Pearson`, t`Agreement`, t`Majority`];
  return html`<h3>${t`By tutor`}</h3>
    ${scrolledTable('confusion tutor-table', t`Statistics by tutor`, heads, [rows])}`;
}

/** Rows are the reference labels, columns the judge's. A cell's shade is its share of the row. */
function confusionMatrix({ labels, counts, failed }: model.ConfusionView, by: Gold['by']): TemplateResult {
  const [rows, ofRows] = by === 'people' ? [t`People`, t`people’s`] : [t`Other judge`, t`the other judge’s`];
  const names = labels.map(visibleLine);
  const someFailed = failed.some((count) => count > 0);
  const sumOf = (row: number): number =>
    (counts[row] ?? []).reduce((sum, count) => sum + count, 0) + (failed[row] ?? 0);
  const cell = (count: number, row: number, same: boolean): TemplateResult => {
    const share = sumOf(row) === 0 ? 0 : Math.round((count / sumOf(row)) * 100);
    return html`<td
      class="number ${same ? 'same' : ''} ${count === 0 ? 'none' : ''}"
      ${cssVariables({ '--share': `${String(share)}%` })}
    >
      ${wholeNumber(count)}
    </td>`;
  };
  return html`<div class="confusion" tabindex="0" role="region" aria-label=${t`Confusion matrix`}>
    <table>
      <caption class="sr-only">
        ${t`How often each of the judge’s labels met each of ${ofRows}; rows are ${by === 'people' ? t`people` : t`the other judge`}, columns the judge.`}
      </caption>
      <thead>
        <tr>
          <td class="corner"></td>
          <th scope="colgroup" colspan=${labels.length + (someFailed ? 1 : 0)} class="axis">${t`Judge`}</th>
          <td></td>
        </tr>
        <tr>
          <th scope="col" class="axis">${rows}</th>
          ${names.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}
          ${someFailed ? html`<th scope="col" class="axis">${t`no verdict`}</th>` : nothing}
          <th scope="col" class="axis">${t`all`}</th>
        </tr>
      </thead>
      <tbody>
        ${names.map(
          (name, row) =>
            html`<tr>
              <th scope="row"><bdi>${name}</bdi></th>
              ${labels.map((_, column) => cell(counts[row]?.[column] ?? 0, row, row === column))}
              ${someFailed ? cell(failed[row] ?? 0, row, false) : nothing}
              <td class="number all">${wholeNumber(sumOf(row))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function side(who: string, label: string, reason: string | undefined): TemplateResult {
  return html`<div class="opinion">
    <p class="opinion-label"><span class="muted">${who}</span> <bdi class="strong">${visibleLine(label)}</bdi></p>
    ${reason === undefined ? html`<p class="muted">${t`no reason given`}</p>` : modelText(reason)}
  </div>`;
}

function itemView(one: model.DisagreementView, { name, by }: Gold): TemplateResult {
  const { quote, tutor, turn, criterion, labelledBy, reply } = one;
  const origin = [
    tutor && t`reply of ${tutor}`,
    turn === undefined ? '' : t`turn ${String(turn)}`,
    criterion === undefined ? '' : t`criterion ${criterion}`,
    labelledBy.length === 0 ? t`labelled in ${name}` : t`labelled by ${labelledBy.join(', ')}`,
  ].filter((words) => words !== '');
  const [labeller = ''] = labelledBy;
  const who = labelledBy.length === 1 ? visibleLine(labeller) : by === 'people' ? t`People` : t`Other judge`;
  return html`<li class="disagreement">
    <p class="disagreement-place muted" dir="auto">${origin.map(visibleLine).join(' · ')}</p>
    ${quote.trim() && html`<p class="disagreement-quote" dir="auto">“${visibleLine(quote)}”</p>`}
    ${
      reply === ''
        ? html`<p class="muted">${t`The source does not have the text of the reply.`}</p>`
        : html`<div class="disagreement-reply">${modelText(reply)}</div>`
    }
    <div class="opinions">${side(who, one.human, one.humanReason)} ${side(t`Judge`, one.judge, one.judgeReason)}</div>
  </li>`;
}

function disagreementList(
  { total, listed }: NonNullable<model.JudgeCardDetail['disagreements']>,
  gold: Gold,
  pane: JudgesPane,
): TemplateResult {
  const left = Math.max(0, listed.length - pane.view.listed);
  const unsent = total - listed.length;
  const note = html`<p class="muted">
    ${t`${wholeNumber(unsent)} more not listed here; the command line writes all of them with`}
    <code>--disagreements FILE</code>.
  </p>`;
  const more = link(t`Show more (${wholeNumber(left)} left)`, () => pane.showMore());
  return html`<h3>${t`Disagreements`} <span class="muted number">${wholeNumber(total)}</span></h3>
    <p class="muted">
      ${
        total === 0
          ? t`Judge and people agree wherever there is a verdict.`
          : t`Largest disagreements first. They often show a gap in a rubric rather than a bad judge.`
      }
    </p>
    ${list(listed.slice(0, pane.view.listed), (one) => itemView(one, gold), {
      className: 'disagreements',
      label: t`Disagreements`,
    })}
    ${left > 0 ? more : unsent > 0 ? note : nothing}`;
}
