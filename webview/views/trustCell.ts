import { html } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { PanelActions } from '../panelActions';
import type { MetricValue } from '../reportTypes';
import { visibleLine } from '../text/visibleText';

/** How far the judges of a metric agree with people: kappa, n and day, or that nobody has checked. Leads to the card. */
export function trustCell({ title, badge }: MetricValue, actions: PanelActions): TemplateResult {
  if (badge === undefined) return html`<td role="cell" class="trust"></td>`;
  const { status, short, n, facts, full, place } = badge;
  const words = status === 'unchecked' ? `${full}: nobody has held the judge against people’s labels` : full;
  return html`<td role="cell" class="trust">
    <button
      class="trust-badge ${status}"
      type="button"
      aria-label=${`Judge of ${visibleLine(title)}: ${visibleLine(words)}. Opens its card.`}
      data-tip=${`${visibleLine(words)}. Click for the card.`}
      @click=${() => actions.showCard(place)}
    >
      <span class="trust-short">${short}</span
      >${facts === '' ? '' : html` <span class="trust-facts">${visibleLine(`n ${n.toLocaleString('en')}, ${facts}`)}</span>`}
    </button>
  </td>`;
}
