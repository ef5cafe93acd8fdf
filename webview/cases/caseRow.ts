import { html, nothing, type TemplateResult } from 'lit-html';
import { type CaseSummary, type Outcome, outcomeWords, type VerdictChip } from '../../src/core/results/reportModel';
import { outcomeMark, worstFirst } from '../charts/outcomeMark';
import type { RowView } from '../dom/rowList';
import { t, visibleLine } from '../text/visibleText';
import type { CaseIndex } from './caseFilter';

/** A row has no room for more marks. Beyond this number it shows a count for each outcome. */
const mostMarks = 8;

function describeChip(chip: VerdictChip, severalJudges: boolean): string {
  const by = severalJudges ? t` by ${chip.judgeModel}` : '';
  const turn = chip.turn === undefined ? '' : t`, turn ${String(chip.turn)}`;
  const label = chip.outcome === 'unscored' ? '' : ` ${chip.label},`;
  return visibleLine(`${chip.judgeTitle}${turn}:${label} ${outcomeWords[chip.outcome]}${by}`);
}

const statusWords: Readonly<Record<CaseSummary['status'], string>> = {
  waiting: t`waiting`,
  replied: t`replied, not judged yet`,
  judged: '',
  noReply: t`no reply`,
  refused: t`refused`,
  notApplicable: t`skipped: has images`,
  failed: t`call failed`,
};

export interface RowWords {
  readonly severalJudges: boolean;
  readonly showRepeat: boolean;
  /** Title of the benchmark in a list of several benchmarks, else empty. */
  readonly benchmark: string;
  /** What fails in each case, in plain words. */
  readonly failures: CaseIndex['failures'];
}

interface Mark {
  readonly outcome: Outcome;
  readonly words: string;
  /** Where the mark stands for all verdicts of its outcome. */
  readonly count?: number;
}

function marksOf({ chips }: CaseSummary, severalJudges: boolean): readonly Mark[] {
  if (chips.length <= mostMarks)
    return chips.map((chip) => ({ outcome: chip.outcome, words: describeChip(chip, severalJudges) }));
  return worstFirst.flatMap((outcome) => {
    const count = chips.filter((chip) => chip.outcome === outcome).length;
    return count === 0 ? [] : { outcome, words: `${String(count)} ${outcomeWords[outcome]}`, count };
  });
}

function markView({ outcome, words, count }: Mark): TemplateResult {
  const className = count === undefined ? 'mark-place' : 'mark-count number';
  return html`<span class=${className} title=${words}
    >${outcomeMark(outcome)}${count && html`<span aria-hidden="true">${count}</span>`}<span class="sr-only"
      >${words}</span
    >
  </span>`;
}

const mostFailures = 2;

/** In plain words where the benchmark has some, else the dimensions that fail. */
function failuresIn({ id, chips }: CaseSummary, known: CaseIndex['failures']): readonly string[] {
  const failing = chips.filter(({ outcome }) => outcome === 'undesired').map(({ judgeTitle }) => judgeTitle);
  return known.get(id)?.map((failure) => t(failure)) ?? [...new Set(failing)];
}

function failureWords(failures: readonly string[]): string {
  const more = failures.length - mostFailures;
  return visibleLine(failures.slice(0, mostFailures).join('; ') + (more > 0 ? t` and ${String(more)} more` : ''));
}

export function caseRowContent(
  summary: CaseSummary,
  { severalJudges, showRepeat, benchmark, failures: known }: RowWords,
): TemplateResult {
  const status = statusWords[summary.status];
  const failures = failuresIn(summary, known);
  return html`<span class="case-words"
      ><bdi class="case-quote">“${visibleLine(summary.quote)}”</bdi>
      <bdi class="case-title"
        >${summary.failureTags?.map((tag) => html`<span class="case-tag">${visibleLine(t(tag))}</span> `)}${visibleLine(summary.title)}${showRepeat ? ` · ${t`repeat ${String(summary.repeat + 1)}`}` : nothing}</bdi
      ></span
    >
    <span class="case-state">
      ${status === '' ? nothing : html`<span class="case-status ${summary.status}">${status}</span>`}
      ${summary.chips.length === 0 ? nothing : html`<span class="marks">${marksOf(summary, severalJudges).map(markView)}</span>`}
    </span>
    <span class="case-more"
      ><span dir="auto">${visibleLine(benchmark === '' ? summary.group : `${benchmark} · ${summary.group}`)}</span
      >${failures.length === 0 ? nothing : html`<span class="case-failures">${failureWords(failures)}</span>`}
      <bdi class="case-reply">${visibleLine(summary.reply)}</bdi></span
    >`;
}

/** A row of the case list. Its marks are spelled out for a screen reader. */
export function caseRow(
  summary: CaseSummary,
  { severalJudges, repeated, benchmarkTitles, failures: known }: CaseIndex,
  isOpen: boolean,
): RowView {
  const benchmark = benchmarkTitles.get(summary.benchmark) ?? '';
  const showRepeat = repeated.has(summary.benchmark);
  return {
    className: `case-row ${isOpen ? 'open' : ''}`,
    isOpen,
    content: caseRowContent(summary, { severalJudges, showRepeat, benchmark, failures: known }),
  };
}
