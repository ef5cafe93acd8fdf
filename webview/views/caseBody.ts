import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { CaseDetail } from '../../src/core/report/reportModel';
import { modelText } from '../text/modelText';
import { visibleLine } from '../text/visibleText';
import { dialogueView } from './dialogue';
import { verdictList } from './verdictList';

type Member = Omit<CaseDetail, 'sibling'>;

function disclosure(title: string, content: unknown): TemplateResult {
  return html`<details class="disclosure">
    <summary>${title}</summary>
    ${content}
  </details>`;
}

/** One member of a pair, or the only one. `shared` leaves out the turns that the other member shows already. */
function memberView(member: Member, heading: string | undefined, shared: number): TemplateResult {
  const { turns, rawReplies, failure, system, facts } = member;
  return html`<div class="member">
    ${heading === undefined ? nothing : html`<h3 dir="auto">${visibleLine(heading)}</h3>`}
    ${shared > 0 ? html`<p class="muted">Same dialogue before it.</p>` : nothing} ${dialogueView(turns.slice(shared))}
    ${failure === undefined ? nothing : html`<p class="problem" dir="auto">${visibleLine(failure)}</p>`}
    ${rawReplies.map(({ turn, text }) =>
      disclosure(
        rawReplies.length > 1
          ? `Reply ${String(turn)} as it came, thinking included`
          : 'Reply as it came, thinking included',
        modelText(text, 'plain'),
      ),
    )}
    <h4>Verdicts</h4>
    ${verdictList(member.verdicts)}
    ${
      facts.length === 0
        ? nothing
        : html`<dl class="case-facts">
            ${facts.map(
              (fact) =>
                html`<div>
                  <dt>${visibleLine(fact.label)}</dt>
                  <dd>${modelText(fact.value)}</dd>
                </div>`,
            )}
          </dl>`
    }
    ${shared > 0 || system.trim() === '' ? nothing : disclosure('System prompt as it was sent', modelText(system, 'plain'))}
  </div>`;
}

/** Turns with which both members begin. */
function sharedTurns(a: Member, b: Member): number {
  let count = 0;
  while (count < a.turns.length && a.turns[count]?.role === 'given' && a.turns[count]?.text === b.turns[count]?.text)
    count += 1;
  return count;
}

/** A case in full; the two members of a contrastive pair stand side by side. */
export function caseBody(detail: CaseDetail): TemplateResult {
  const { sibling } = detail;
  if (sibling === undefined) return html`<div class="members">${memberView(detail, undefined, 0)}</div>`;
  return html`<div class="members pair">
    ${memberView(detail, detail.summary.group, 0)}
    ${memberView(sibling, `${sibling.summary.group}, the other half of the pair`, sharedTurns(sibling, detail))}
  </div>`;
}
