import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { CaseSummary, VerdictChip } from '../../src/core/report/reportModel';
import { outcomeMark, outcomeWords } from '../charts/outcomeMark';
import { cssVariables } from '../dom/cssVariables';
import { visibleLine } from '../text/visibleText';

/** More marks than this say no more; the case itself shows all. */
const mostMarks = 24;

/** A verdict in words: judge, label, outcome, and the judge model when there are several. */
export function describeChip(chip: VerdictChip, severalJudges: boolean): string {
  const by = severalJudges ? ` by ${chip.judgeModel}` : '';
  const turn = chip.turn === undefined ? '' : `, turn ${String(chip.turn)}`;
  const label = chip.outcome === 'unscored' ? '' : ` ${chip.label},`;
  return visibleLine(`${chip.judgeTitle}${turn}:${label} ${outcomeWords[chip.outcome]}${by}`);
}

const statusWords: Readonly<Record<CaseSummary['status'], string>> = {
  waiting: 'waiting',
  replied: 'replied, not judged yet',
  judged: '',
  noReply: 'no reply',
  notApplicable: 'skipped: has images',
  failed: 'call failed',
};

export interface RowPlace {
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly active: boolean;
  readonly open: boolean;
  readonly severalJudges: boolean;
  readonly showRepeat: boolean;
  readonly onOpen: (id: string) => void;
}

function marks(summary: CaseSummary, severalJudges: boolean): TemplateResult {
  const shown = summary.chips.slice(0, mostMarks);
  const rest = summary.chips.length - shown.length;
  return html`<span class="marks">
    ${shown.map((chip) => html`<span class="mark-place" title=${describeChip(chip, severalJudges)}>${outcomeMark(chip.outcome)}</span>`)}
    ${rest > 0 ? html`<span class="muted">+${rest}</span>` : nothing}
  </span>`;
}

/** One case of the list as an option. Its name for a screen reader spells the marks out. */
export function caseRow(summary: CaseSummary, place: RowPlace): TemplateResult {
  const status = statusWords[summary.status];
  const repeatWords = place.showRepeat ? `repeat ${String(summary.repeat + 1)}` : '';
  const quote = visibleLine(summary.quote);
  const title = visibleLine(summary.title);
  const words = [
    summary.group,
    quote,
    title,
    repeatWords,
    status,
    ...summary.chips.slice(0, mostMarks).map((chip) => describeChip(chip, place.severalJudges)),
  ];
  return html`<div
    class="case-row ${place.open ? 'open' : ''}"
    role="option"
    id="case-${place.index}"
    data-case=${summary.id}
    aria-label=${words.filter((word) => word !== '').join('. ')}
    aria-selected=${String(place.open)}
    aria-posinset=${place.index + 1}
    aria-setsize=${place.count}
    tabindex=${place.active ? 0 : -1}
    ${cssVariables({ '--top': `${String(place.top)}px` })}
    @click=${() => place.onOpen(summary.id)}
  >
    <span class="case-group" dir="auto">${visibleLine(summary.group)}</span>
    <span class="case-words"
      ><bdi class="case-quote">“${quote}”</bdi>
      <bdi class="case-title">${title}${repeatWords === '' ? nothing : ` · ${repeatWords}`}</bdi></span
    >
    <span class="case-state">
      ${status === '' ? nothing : html`<span class="case-status ${summary.status}">${status}</span>`}
      ${summary.chips.length === 0 ? nothing : marks(summary, place.severalJudges)}
    </span>
  </div>`;
}
