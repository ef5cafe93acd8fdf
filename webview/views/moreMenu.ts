import { html, nothing, type TemplateResult } from 'lit-html';
import type { PanelAction, PanelState } from '../../src/protocol/panelState';
import { icon } from '../charts/icons';
import { movedIndex } from '../dom/elements';
import type { PanelActions } from '../panelActions';
import { canResume } from './runButton';

interface MenuItem {
  readonly label: string;
  readonly action: PanelAction;
  readonly enabled: boolean;
}

function itemsOf(state: PanelState): readonly MenuItem[] {
  const restart: MenuItem = { label: 'Evaluate from the start', action: 'evaluate', enabled: true };
  return [
    ...(canResume(state) ? [restart] : []),
    { label: 'Export report…', action: 'exportReport', enabled: state.report !== undefined },
    { label: 'Calibrate judge…', action: 'calibrateJudge', enabled: state.trusted },
    { label: 'Open log', action: 'openLog', enabled: true },
    { label: 'Set API key…', action: 'setApiKey', enabled: true },
  ];
}

function onKey(event: KeyboardEvent, actions: PanelActions): void {
  if (event.key === 'Escape') event.stopPropagation();
  if (event.key === 'Escape' || event.key === 'Tab') {
    actions.toggleMenu();
    return;
  }
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=menuitem]')];
  const index = items.findIndex((item) => item === document.activeElement);
  items[movedIndex(event, index, items.length, { arrows: 'column', wraps: true }) ?? -1]?.focus();
}

/** The header's "…": a menu button as the ARIA practices describe it. Opening moves the focus to the first item. */
export function moreMenu(state: PanelState, open: boolean, actions: PanelActions): TemplateResult {
  const choose = (item: MenuItem): void => {
    actions.toggleMenu();
    if (item.enabled) actions.run(item.action);
  };
  return html`<div class="menu-place">
    <button
      class="icon-button"
      id="more"
      type="button"
      aria-label="More actions"
      data-tip="More actions"
      aria-haspopup="menu"
      aria-expanded=${String(open)}
      @click=${() => actions.toggleMenu()}
    >
      ${icon('more')}
    </button>
    ${
      open
        ? html`<div
            class="menu"
            role="menu"
            aria-labelledby="more"
            @keydown=${(event: KeyboardEvent) => onKey(event, actions)}
          >
            ${itemsOf(state).map(
              (item) =>
                html`<button
                  role="menuitem"
                  type="button"
                  tabindex="-1"
                  aria-disabled=${String(!item.enabled)}
                  @click=${() => choose(item)}
                >
                  ${item.label}
                </button>`,
            )}
          </div>`
        : nothing
    }
  </div>`;
}
