import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { ReportActions } from '../panelActions';
import type { MetricValue } from '../reportTypes';
import { visibleLine } from '../text/visibleText';

/** A day is not to be broken at its hyphens. */
function factsView(facts: string): unknown {
  const day = /^\d{4}-\d{2}-\d{2}/u.exec(facts)?.[0];
  return day === undefined ? facts : html`<span class="trust-day">${day}</span>${facts.slice(day.length)}`;
}

/** How far the judges of a metric agree with people: kappa, n and day, or that nobody has checked. Leads to the card. */
export function trustCell({ title, badge }: MetricValue, actions: ReportActions): TemplateResult {
  if (badge === undefined) return html`<td role="cell" class="trust"></td>`;
  const { status, short, n, facts, reason, beats, full, place } = badge;
  if (actions.showCard === undefined) {
    return html`<td role="cell" class="trust">
      <span class="trust-badge ${status}">
        <span class="trust-short">${short}</span>
        ${full === short ? nothing : html`<span class="trust-facts">${visibleLine(full)}</span>`}
      </span>
    </td>`;
  }
  const words =
    status === 'unchecked' && reason === undefined
      ? `${full}: nobody has held the judge against people’s labels`
      : beats === undefined || full.includes(beats)
        ? full
        : `${full}; ${beats}`;
  return html`<td role="cell" class="trust">
    <button
      class="trust-badge ${status}"
      type="button"
      aria-label=${`Judge of ${visibleLine(title)}: ${visibleLine(words)}. Opens its card.`}
      data-tip=${`${visibleLine(words)}. Click for the card.`}
      @click=${() => actions.showCard?.(place)}
    >
      <span class="trust-short">${short}</span
      >${status === 'beaten' ? html` <span class="trust-verdict">not to be relied on</span>` : nothing}${
        facts === ''
          ? nothing
          : html` <span class="trust-facts">n ${n.toLocaleString('en')}, ${factsView(visibleLine(facts))}</span>`
      }
    </button>
  </td>`;
}
