import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { CaseVerdict } from '../../src/core/report/reportModel';
import { outcomeMark, outcomeWords } from '../charts/outcomeMark';
import { modelText } from '../text/modelText';
import { visibleLine } from '../text/visibleText';

function evidenceView(evidence: string | undefined): unknown {
  if (evidence === undefined || evidence.trim() === '') return nothing;
  return html`<blockquote class="evidence" aria-label="Quoted from the reply">
    ${modelText(evidence, 'plain')}
  </blockquote>`;
}

function verdictView(verdict: CaseVerdict, severalJudges: boolean): TemplateResult {
  const facts = [
    verdict.turn === undefined ? '' : `turn ${String(verdict.turn)}`,
    severalJudges ? verdict.judgeModel : '',
    verdict.attempts > 1 ? `asked ${String(verdict.attempts)} times` : '',
  ].filter((fact) => fact !== '');
  const tip = `${verdict.question} (${verdict.version})`;
  return html`<li class="verdict">
    <div class="verdict-head">
      <span class="verdict-title has-tip" tabindex="0" data-tip=${visibleLine(tip)}
        ><bdi>${visibleLine(verdict.judgeTitle)}</bdi></span
      >
      <span class="verdict-label ${verdict.outcome}">
        ${outcomeMark(verdict.outcome)}
        <bdi>${verdict.outcome === 'unscored' ? 'unscored' : visibleLine(verdict.label)}</bdi>
        <span class="sr-only">${outcomeWords[verdict.outcome]}</span>
      </span>
      ${facts.length === 0 ? nothing : html`<span class="muted">${visibleLine(facts.join(' · '))}</span>`}
    </div>
    <div class="verdict-body">
      ${verdict.problem === undefined ? nothing : html`<p class="problem" dir="auto">${visibleLine(verdict.problem)}</p>`}
      ${verdict.reasoning === undefined ? nothing : modelText(verdict.reasoning)} ${evidenceView(verdict.evidence)}
      ${
        verdict.reasoning === undefined && verdict.problem === undefined
          ? html`<p class="muted">The judge gave no reason.</p>`
          : nothing
      }
    </div>
  </li>`;
}

/** Every verdict on a case with the judge's reason. What failed stands first, what could not be read last. */
export function verdictList(verdicts: readonly CaseVerdict[]): TemplateResult {
  if (verdicts.length === 0) return html`<p class="muted">No verdict yet.</p>`;
  const severalJudges = new Set(verdicts.map((verdict) => verdict.judgeModel)).size > 1;
  const order: readonly CaseVerdict['outcome'][] = ['undesired', 'partial', 'neutral', 'desired', 'unscored'];
  const sorted = [...verdicts].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return html`<ul class="verdicts" aria-label="Verdicts">
    ${sorted.map((verdict) => verdictView(verdict, severalJudges))}
  </ul>`;
}
