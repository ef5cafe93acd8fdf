import { html, nothing } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { PanelAction } from '../../src/protocol/panelState';
import { icon } from '../charts/icons';
import type { PanelActions } from '../panelActions';

interface MenuState {
  readonly open: boolean;
  readonly hasReport: boolean;
  readonly canRestart: boolean;
  readonly trusted: boolean;
}

interface MenuItem {
  readonly label: string;
  readonly action: PanelAction;
  readonly enabled: boolean;
}

function itemsOf({ hasReport, canRestart, trusted }: MenuState): readonly MenuItem[] {
  const restart: MenuItem = { label: 'Evaluate from the start', action: 'evaluate', enabled: true };
  return [
    ...(canRestart ? [restart] : []),
    { label: 'Export report…', action: 'exportReport', enabled: hasReport },
    { label: 'Calibrate judge…', action: 'calibrateJudge', enabled: trusted },
    { label: 'Open log', action: 'openLog', enabled: true },
    { label: 'Set API key…', action: 'setApiKey', enabled: true },
  ];
}

function moveFocus(event: KeyboardEvent, step: (index: number, count: number) => number): void {
  const menu = event.currentTarget as HTMLElement;
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const index = items.findIndex((item) => item === document.activeElement);
  items[step(index, items.length)]?.focus();
  event.preventDefault();
}

function onKey(event: KeyboardEvent, actions: PanelActions): void {
  switch (event.key) {
    case 'ArrowDown': {
      moveFocus(event, (index, count) => (index + 1) % count);
      return;
    }
    case 'ArrowUp': {
      moveFocus(event, (index, count) => (index - 1 + count) % count);
      return;
    }
    case 'Home': {
      moveFocus(event, () => 0);
      return;
    }
    case 'End': {
      moveFocus(event, (_index, count) => count - 1);
      return;
    }
    case 'Escape':
      event.stopPropagation();
      {
        actions.toggleMenu();
        return;
      }
    case 'Tab': {
      actions.toggleMenu();
      return;
    }
  }
}

/** The header's "…": a menu button as the ARIA practices describe it. Opening moves the focus to the first item. */
export function moreMenu(state: MenuState, actions: PanelActions): TemplateResult {
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
      aria-expanded=${String(state.open)}
      @click=${() => actions.toggleMenu()}
    >
      ${icon('more')}
    </button>
    ${
      state.open
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
