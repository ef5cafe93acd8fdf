import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaseSummary, VerdictChip } from '../../src/core/results/reportModel';
import { outcomeMark, outcomeWords } from '../charts/outcomeMark';
import { cssVariables } from '../dom/cssVariables';
import type { ListPlace, RowListState } from '../dom/rowList';
import type { Outcome } from '../reportTypes';
import { visibleLine } from '../text/visibleText';
import type { ViewState } from '../viewState';
import type { CaseIndex } from './caseIndex';

/** More marks than this are counted by outcome: a row has no room for them, and the case itself shows all. */
const mostMarks = 8;

/** A verdict in words: judge, label, outcome, and the judge model when there are several. */
function describeChip(chip: VerdictChip, severalJudges: boolean): string {
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
  refused: 'refused',
  notApplicable: 'skipped: has images',
  failed: 'call failed',
};

/** What a list's rows need say. */
interface RowWords {
  readonly severalJudges: boolean;
  readonly showRepeat: boolean;
  /** Title of the case's benchmark where rows of several stand in one list, else empty. */
  readonly benchmark: string;
}

/** The row's verdicts in words, one by one where they are few. */
function markWords({ chips }: CaseSummary, severalJudges: boolean): readonly string[] {
  if (chips.length <= mostMarks) return chips.map((chip) => describeChip(chip, severalJudges));
  return outcomeCounts(chips).map(({ outcome, count }) => `${String(count)} ${outcomeWords[outcome]}`);
}

function marks(summary: CaseSummary, severalJudges: boolean): TemplateResult {
  const { chips } = summary;
  if (chips.length <= mostMarks) {
    return html`<span class="marks">
      ${chips.map((chip) => html`<span class="mark-place" title=${describeChip(chip, severalJudges)}>${outcomeMark(chip.outcome)}</span>`)}
    </span>`;
  }
  return html`<span class="marks counted">
    ${outcomeCounts(chips).map(
      ({ outcome, count }) =>
        html`<span class="mark-count number" title=${`${String(count)} ${outcomeWords[outcome]}`}
          >${outcomeMark(outcome)}${count}</span
        >`,
    )}
  </span>`;
}

/** What a row says of a case: its group, the student's words, tags and marks. */
export function caseRowContent(
  summary: CaseSummary,
  { severalJudges, showRepeat, benchmark }: RowWords,
): TemplateResult {
  const status = statusWords[summary.status];
  const tags = (summary.failureTags ?? []).map(visibleLine);
  return html`<span class="case-group" dir="auto">${groupWords(summary, benchmark)}</span>
    <span class="case-words"
      ><bdi class="case-quote">“${visibleLine(summary.quote)}”</bdi>
      <bdi class="case-title"
        >${tags.map((tag) => html`<span class="case-tag">${tag}</span>`)}${visibleLine(summary.title)}${showRepeat ? ` · ${repeatWords(summary)}` : nothing}</bdi
      ></span
    >
    <span class="case-state">
      ${status === '' ? nothing : html`<span class="case-status ${summary.status}">${status}</span>`}
      ${summary.chips.length === 0 ? nothing : marks(summary, severalJudges)}
    </span>`;
}

function groupWords({ group }: CaseSummary, benchmark: string): string {
  return visibleLine(benchmark === '' ? group : `${benchmark} · ${group}`);
}

function repeatWords({ repeat }: CaseSummary): string {
  return `repeat ${String(repeat + 1)}`;
}

/** The list of cases as `RowList` draws it. */
export function caseRows(
  { shown, severalJudges, repeated, benchmarkTitles }: CaseIndex,
  { activeCase, openCase }: ViewState,
  open: (id: string) => void,
): RowListState<CaseSummary> {
  return {
    rows: shown,
    activeId: activeCase,
    className: `case-rows ${benchmarkTitles.size > 0 ? 'mixed' : ''}`,
    draw: (summary, place) => {
      const benchmark = benchmarkTitles.get(summary.benchmark) ?? '';
      const words = { severalJudges, showRepeat: repeated.has(summary.benchmark), benchmark };
      return caseRow(summary, words, place, { isOpen: summary.id === openCase, open });
    },
  };
}

/** One case of the list as an option. Its name for a screen reader spells the marks out. */
function caseRow(
  summary: CaseSummary,
  rowWords: RowWords,
  place: ListPlace,
  { isOpen, open }: { readonly isOpen: boolean; readonly open: (id: string) => void },
): TemplateResult {
  const words = [
    groupWords(summary, rowWords.benchmark),
    visibleLine(summary.quote),
    visibleLine(summary.title),
    rowWords.showRepeat ? repeatWords(summary) : '',
    statusWords[summary.status],
    ...(summary.failureTags ?? []).map(visibleLine),
    ...markWords(summary, rowWords.severalJudges),
  ];
  return html`<div
    class="case-row ${isOpen ? 'open' : ''}"
    role="option"
    id="case-${place.index}"
    data-case=${summary.id}
    aria-label=${words.filter((word) => word !== '').join('. ')}
    aria-selected=${String(isOpen)}
    aria-posinset=${place.index + 1}
    aria-setsize=${place.count}
    tabindex=${place.active ? 0 : -1}
    ${cssVariables({ '--top': `${String(place.top)}px` })}
    @click=${() => open(summary.id)}
  >
    ${caseRowContent(summary, rowWords)}
  </div>`;
}

/** What is wrong stands first. */
const order: readonly Outcome[] = ['undesired', 'partial', 'neutral', 'desired', 'unscored'];

/** How many verdicts have each outcome; outcomes without any are left out. */
function outcomeCounts(
  chips: readonly VerdictChip[],
): readonly { readonly outcome: Outcome; readonly count: number }[] {
  return order
    .map((outcome) => ({ outcome, count: chips.filter((chip) => chip.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
}
