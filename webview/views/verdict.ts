import { html, nothing, type TemplateResult } from 'lit-html';
import type { CaseVerdict } from '../../src/core/results/reportModel';
import { outcomeMark, outcomeWords } from '../charts/outcomeMark';
import { modelText } from '../text/modelText';
import { visibleLine } from '../text/visibleText';

/** The words that a judge quotes, and that they are not in the reply where that is so. */
function evidenceView({ evidence, evidenceFound }: Pick<CaseVerdict, 'evidence' | 'evidenceFound'>): unknown {
  if (evidence === undefined || evidence.trim() === '') return nothing;
  const isMissing = evidenceFound === false;
  return html`<blockquote class="evidence" aria-label=${isMissing ? 'Quoted by the judge' : 'Quoted from the reply'}>
    ${modelText(evidence, 'plain')}${isMissing ? html`<span class="muted">(not found in the reply)</span>` : nothing}
  </blockquote>`;
}

/** Outcome and label: what a reader looks for first. */
export function verdictLabel({ outcome, label }: Pick<CaseVerdict, 'outcome' | 'label'>): TemplateResult {
  return html`<span class="verdict-label ${outcome}">
    ${outcomeMark(outcome)}
    <bdi>${outcome === 'unscored' ? 'unscored' : visibleLine(label)}</bdi>
    <span class="sr-only">${outcomeWords[outcome]}</span>
  </span>`;
}

function tagList(tags: readonly string[] | undefined): unknown {
  if (tags === undefined || tags.length === 0) return nothing;
  return html`<ul class="criterion-tags" aria-label="Tags">
    ${tags.map((tag) => html`<li dir="auto">${visibleLine(tag)}</li>`)}
  </ul>`;
}

/** Why a judge said so, or what it failed on, with its quotation. */
export function verdictReasons(
  verdict: Pick<CaseVerdict, 'problem' | 'reasoning' | 'evidence' | 'evidenceFound'>,
): TemplateResult {
  const { problem, reasoning } = verdict;
  return html`${problem === undefined ? nothing : html`<p class="problem" dir="auto">${visibleLine(problem)}</p>`}
  ${reasoning === undefined ? nothing : modelText(reasoning)} ${evidenceView(verdict)}`;
}

function bodyView(verdict: CaseVerdict): TemplateResult {
  const isBare = verdict.reasoning === undefined && verdict.problem === undefined;
  return html`${verdictReasons(verdict)} ${isBare ? html`<p class="muted">The judge gave no reason.</p>` : nothing}`;
}

/** A verdict on a criterion is named by what the criterion says; any other by its judge. */
export function verdictView(verdict: CaseVerdict, severalJudges: boolean): TemplateResult {
  const facts = [
    severalJudges ? verdict.judgeModel : '',
    verdict.attempts > 1 ? `asked ${String(verdict.attempts)} times` : '',
  ].filter((fact) => fact !== '');
  const factLine = facts.length === 0 ? nothing : html`<span class="muted">${visibleLine(facts.join(' · '))}</span>`;
  const tip = visibleLine(`${verdict.question} (${verdict.version})`);
  const title = html`<span class="verdict-title has-tip" tabindex="0" data-tip=${tip}
    ><bdi>${visibleLine(verdict.judgeTitle)}</bdi></span
  >`;
  if (verdict.criterion === undefined || verdict.criterion.trim() === '') {
    return html`<li class="verdict">
      <div class="verdict-head">${title} ${verdictLabel(verdict)} ${factLine}</div>
      <div class="verdict-body">${bodyView(verdict)}</div>
    </li>`;
  }
  return html`<li class="verdict on-criterion">
    <div class="verdict-head">${verdictLabel(verdict)} ${title} ${factLine}</div>
    <div class="verdict-body">
      <div class="criterion">${modelText(verdict.criterion)}</div>
      ${tagList(verdict.tags)} ${bodyView(verdict)}
    </div>
  </li>`;
}
