import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { DisagreementView, JudgeCardDetail } from '../../src/core/report/judgesViewModel';
import { formatCount } from '../text/formatValue';
import { modelText } from '../text/modelText';
import { visibleLine } from '../text/visibleText';

export interface DisagreementPlace {
  /** File of the labels. */
  readonly gold: string;
  /** Whose labels they are. */
  readonly by: 'people' | 'judge';
  /** How many are drawn. */
  readonly drawn: number;
  readonly showMore: () => void;
}

function side(who: string, label: string, reason: string | undefined): TemplateResult {
  return html`<div class="opinion">
    <p class="opinion-label"><span class="muted">${who}</span> <bdi class="strong">${visibleLine(label)}</bdi></p>
    ${reason === undefined ? html`<p class="muted">no reason given</p>` : modelText(reason)}
  </div>`;
}

function itemView(one: DisagreementView, gold: string, by: 'people' | 'judge'): TemplateResult {
  const { sampleId, quote, tutor, turn, criterionId, labelledBy } = one;
  const place = [
    sampleId,
    tutor === '' ? '' : `reply of ${tutor}`,
    turn === undefined ? '' : `turn ${String(turn)}`,
    criterionId === undefined ? '' : `criterion ${criterionId}`,
    labelledBy.length === 0 ? `labelled in ${gold}` : `labelled by ${labelledBy.join(', ')}`,
  ].filter((words) => words !== '');
  return html`<li class="disagreement">
    <p class="disagreement-place muted" dir="auto">${place.map(visibleLine).join(' · ')}</p>
    ${quote.trim() === '' ? nothing : html`<p class="disagreement-quote" dir="auto">“${visibleLine(quote)}”</p>`}
    ${
      one.reply === ''
        ? html`<p class="muted">The source has no words of the reply.</p>`
        : html`<div class="disagreement-reply">${modelText(one.reply)}</div>`
    }
    <div class="opinions">
      ${side(labelledBy.length === 1 ? visibleLine(labelledBy[0] ?? '') : by === 'people' ? 'People' : 'Other judge', one.human, one.humanReason)}
      ${side('Judge', one.judge, one.judgeReason)}
    </div>
  </li>`;
}

/** The replies on which judge and people say different things, with both reasons; the widest apart first. */
export function disagreementList(
  { total, listed }: NonNullable<JudgeCardDetail['disagreements']>,
  { gold, by, drawn, showMore }: DisagreementPlace,
): TemplateResult {
  const shown = listed.slice(0, drawn);
  const left = listed.length - shown.length;
  return html`<h3>Disagreements <span class="muted number">${total.toLocaleString('en')}</span></h3>
    ${
      total === 0
        ? html`<p class="muted">Judge and people say the same wherever there is a verdict.</p>`
        : html`<p class="muted">
            Widest apart first. A first look often finds a gap in a rubric rather than a bad judge.
          </p>`
    }
    <ul class="disagreements" aria-label="Disagreements">
      ${shown.map((one) => itemView(one, gold, by))}
    </ul>
    ${
      left > 0
        ? html`<button class="link" type="button" @click=${showMore}>
            Show more (${left.toLocaleString('en')} left)
          </button>`
        : total > listed.length
          ? html`<p class="muted">
              ${formatCount(total - listed.length, 'more is', 'more are')} not listed here; the command line writes all
              of them with
              <code>--disagreements FILE</code>.
            </p>`
          : nothing
    }`;
}
