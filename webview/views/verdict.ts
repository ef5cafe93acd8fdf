import { html, nothing, type TemplateResult } from 'lit-html';
import { type CaseVerdict, outcomeWords } from '../../src/core/results/reportModel';
import { outcomeMark, worstFirst } from '../charts/outcomeMark';
import { jumpTo, link, list } from '../dom/elements';
import { modelText } from '../text/modelText';
import { t, visibleLine } from '../text/visibleText';

function evidenceView({ evidence, evidenceFound }: Pick<CaseVerdict, 'evidence' | 'evidenceFound'>): unknown {
  if (evidence === undefined || evidence.trim() === '') return nothing;
  const isMissing = evidenceFound === false;
  return html`<blockquote class="evidence" aria-label=${isMissing ? t`Quoted by the judge` : t`Quoted from the reply`}>
    ${modelText(evidence, 'plain')}${isMissing ? html`<span class="muted">${t`(not found in the reply)`}</span>` : nothing}
  </blockquote>`;
}

export function verdictLabel({ outcome, label }: Pick<CaseVerdict, 'outcome' | 'label'>): TemplateResult {
  return html`<span class="verdict-label ${outcome}">
    ${outcomeMark(outcome)}
    <bdi>${outcome === 'unscored' ? t`unscored` : visibleLine(label)}</bdi>
    <span class="sr-only">${outcomeWords[outcome]}</span>
  </span>`;
}

export function verdictReasons(
  verdict: Pick<CaseVerdict, 'problem' | 'reasoning' | 'evidence' | 'evidenceFound'>,
): TemplateResult {
  const { problem, reasoning } = verdict;
  return html`${problem === undefined ? nothing : html`<p class="problem" dir="auto">${visibleLine(problem)}</p>`}
  ${reasoning === undefined ? nothing : modelText(reasoning)} ${evidenceView(verdict)}`;
}

/** A verdict on a criterion is named by what the criterion says; any other by its judge. */
export function verdictView(verdict: CaseVerdict, severalJudges: boolean): TemplateResult {
  const facts = [
    severalJudges ? verdict.judgeModel : '',
    verdict.attempts > 1 ? t`asked ${String(verdict.attempts)} times` : '',
  ].filter((fact) => fact !== '');
  const factLine = facts.length === 0 ? nothing : html`<span class="muted">${visibleLine(facts.join(' · '))}</span>`;
  const tip = visibleLine(`${verdict.question} (${verdict.version})`);
  const title = html`<span class="verdict-title has-tip" tabindex="0" data-tip=${tip}
    ><bdi>${visibleLine(verdict.judgeTitle)}</bdi></span
  >`;
  const isOnCriterion = verdict.criterion !== undefined && verdict.criterion.trim() !== '';
  const isBare = verdict.reasoning === undefined && verdict.problem === undefined;
  const head = isOnCriterion ? [verdictLabel(verdict), ' ', title] : [title, ' ', verdictLabel(verdict)];
  const criterion = html`<div class="criterion">${modelText(verdict.criterion ?? '')}</div>
    ${list(verdict.tags ?? [], (tag) => html`<li dir="auto">${visibleLine(tag)}</li>`, { className: 'criterion-tags', label: t`Tags` })}`;
  return html`<li class="verdict ${isOnCriterion ? 'on-criterion' : ''}">
    <div class="verdict-head">${head} ${factLine}</div>
    <div class="verdict-body">
      ${isOnCriterion ? criterion : nothing} ${verdictReasons(verdict)}
      ${isBare ? html`<p class="muted">${t`The judge gave no reason.`}</p>` : nothing}
    </div>
  </li>`;
}

function listOf(verdicts: readonly CaseVerdict[], severalJudges: boolean, label: string): TemplateResult {
  const sorted = [...verdicts].sort((a, b) => worstFirst.indexOf(a.outcome) - worstFirst.indexOf(b.outcome));
  return html`<ul class="verdicts" aria-label=${label}>
    ${sorted.map((verdict) => verdictView(verdict, severalJudges))}
  </ul>`;
}

/** The id of the verdicts on one reply. `member` tells the halves of a pair apart. */
export function verdictsId(member: string, turn: number): string {
  return `${member}-verdicts-${String(turn)}`;
}

export function replyId(member: string, turn: number): string {
  return `${member}-reply-${String(turn)}`;
}

/** The heading of the verdicts on one reply, with a way back to it. */
export function replyHead(member: string, turn: number): TemplateResult {
  const back = html`${t`To the reply`}<span class="sr-only"> ${turn}</span>`;
  return html`${t`Reply ${turn}`} ${link(back, () => jumpTo(replyId(member, turn)))}`;
}

/** Verdicts on one reply stand together, with a way back to it; those on the whole dialogue come first. */
export function verdictList(verdicts: readonly CaseVerdict[], replies: number, member: string): TemplateResult {
  if (verdicts.length === 0) return html`<p class="muted">${t`No verdict.`}</p>`;
  const severalJudges = new Set(verdicts.map((verdict) => verdict.judgeModel)).size > 1;
  const turns = [...new Set(verdicts.flatMap(({ turn }) => turn ?? []))].sort((a, b) => a - b);
  if (replies < 2 || turns.length === 0) return listOf(verdicts, severalJudges, t`Verdicts`);
  const whole = verdicts.filter(({ turn }) => turn === undefined);
  const ofTurn = (turn: number): TemplateResult => {
    const own = verdicts.filter((verdict) => verdict.turn === turn);
    const id = verdictsId(member, turn);
    return html`<h5 aria-level="4" class="turn-verdicts" id=${id} tabindex="-1">${replyHead(member, turn)}</h5>
      ${listOf(own, severalJudges, t`Verdicts on reply ${String(turn)}`)}`;
  };
  return html`${
    whole.length === 0
      ? ''
      : html`<h5 aria-level="4">${t`Whole dialogue`}</h5>
          ${listOf(whole, severalJudges, t`Verdicts on the whole dialogue`)}`
  }
  ${turns.map(ofTurn)}`;
}
