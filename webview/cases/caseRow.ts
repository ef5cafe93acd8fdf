import { html, nothing, type TemplateResult } from 'lit-html';
import { type CaseSummary, type Outcome, outcomeWords, type VerdictChip } from '../../src/core/results/reportModel';
import { outcomeMark, worstFirst } from '../charts/outcomeMark';
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

/** The content of a row in the list of cases. Its marks are spelled out for a screen reader. */
export function caseRow(summary: CaseSummary, index: CaseIndex): TemplateResult {
  const status = statusWords[summary.status];
  const failures = failuresIn(summary, index.failures);
  const place = [index.benchmarkTitles.get(summary.benchmark), summary.group].filter((name) => name !== undefined);
  const isRepeated = index.repeated.has(summary.benchmark);
  return html`<span class="case-words"
      ><bdi class="case-quote">“${visibleLine(summary.quote)}”</bdi>
      <bdi class="case-title"
        >${summary.failureTags?.map((tag) => html`<span class="case-tag">${visibleLine(t(tag))}</span> `)}${visibleLine(summary.title)}${isRepeated ? ` · ${t`repeat ${String(summary.repeat + 1)}`}` : nothing}</bdi
      ></span
    >
    <span class="case-state">
      ${status === '' ? nothing : html`<span class="case-status ${summary.status}">${status}</span>`}
      ${summary.chips.length === 0 ? nothing : html`<span class="marks">${marksOf(summary, index.severalJudges).map(markView)}</span>`}
    </span>
    <span class="case-more"
      ><span dir="auto">${visibleLine(place.join(' · '))}</span
      >${failures.length === 0 ? nothing : html`<span class="case-failures">${failureWords(failures)}</span>`}
      <bdi class="case-reply">${visibleLine(summary.reply)}</bdi></span
    >`;
}
