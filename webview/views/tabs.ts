import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { PanelActions } from '../panelActions';
import type { Tab } from '../viewState';

interface TabHead {
  readonly tab: Tab;
  readonly title: string;
  readonly count?: number;
  readonly countMeans?: string;
}

function onKey(event: KeyboardEvent, heads: readonly TabHead[], selected: Tab, actions: PanelActions): void {
  const index = heads.findIndex((head) => head.tab === selected);
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: (index - 1 + heads.length) % heads.length,
    ArrowRight: (index + 1) % heads.length,
    Home: 0,
    End: heads.length - 1,
  };
  const target = heads[targets[event.key] ?? -1];
  if (target === undefined) return;
  event.preventDefault();
  actions.showTab(target.tab);
  document.getElementById(`tab-${target.tab}`)?.focus();
}

/** The row of tabs; each controls the panel `panel-<tab>`. Arrow keys move between them. */
export function tabsView(heads: readonly TabHead[], selected: Tab, actions: PanelActions): TemplateResult {
  return html`<div
    class="tabs"
    role="tablist"
    aria-label="Views"
    @keydown=${(event: KeyboardEvent) => onKey(event, heads, selected, actions)}
  >
    ${heads.map(
      ({ tab, title, count, countMeans }) =>
        html`<button
          class="tab"
          id="tab-${tab}"
          role="tab"
          type="button"
          aria-selected=${String(tab === selected)}
          aria-controls="panel"
          tabindex=${tab === selected ? 0 : -1}
          @click=${() => actions.showTab(tab)}
        >
          ${title}${
            count === undefined
              ? nothing
              : html` <span class="badge number">${count}</span><span class="sr-only"> ${countMeans}</span>`
          }
        </button>`,
    )}
  </div>`;
}
