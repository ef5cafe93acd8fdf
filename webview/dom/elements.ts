import { html, nothing, type TemplateResult } from 'lit-html';
import { icon, type IconName } from '../charts/icons';

/** What a button may say of itself besides its words. */
interface ButtonOptions {
  readonly id?: string;
  readonly className?: string;
  readonly tip?: string;
  /** Its name for a screen reader, where the words alone do not say enough. */
  readonly label?: string;
  readonly enabled?: boolean;
}

export function button(
  words: string,
  onClick: () => void,
  { id, className, tip, label, enabled = true, primary = false }: ButtonOptions & { readonly primary?: boolean } = {},
): TemplateResult {
  return html`<vscode-button
    id=${id ?? nothing}
    class=${className ?? nothing}
    appearance=${primary ? 'primary' : 'secondary'}
    aria-label=${label ?? nothing}
    data-tip=${tip ?? nothing}
    ?disabled=${!enabled}
    @click=${() => enabled && onClick()}
    >${words}</vscode-button
  >`;
}

/** A button in running text. */
export function link(
  words: unknown,
  onClick: () => void,
  { id, className = '', tip, label }: Omit<ButtonOptions, 'enabled'> = {},
): TemplateResult {
  return html`<button
    class="link ${className}"
    id=${id ?? nothing}
    type="button"
    aria-label=${label ?? nothing}
    data-tip=${tip ?? nothing}
    @click=${onClick}
  >
    ${words}
  </button>`;
}

/** Not `disabled`: it may have the focus when it loses its use. */
export function iconButton(
  name: IconName,
  label: string,
  onClick: () => void,
  { enabled = true, tip = label }: Pick<ButtonOptions, 'enabled' | 'tip'> = {},
): TemplateResult {
  return html`<button
    class="icon-button"
    type="button"
    aria-label=${label}
    data-tip=${tip}
    aria-disabled=${String(!enabled)}
    @click=${() => enabled && onClick()}
  >
    ${icon(name)}
  </button>`;
}

/** What can be folded. With `toggled` the content is drawn only while `open`, and a change of that is reported. */
export function disclosure(
  title: unknown,
  content: () => unknown,
  {
    id,
    className = '',
    open = false,
    toggled,
  }: Pick<ButtonOptions, 'id' | 'className'> & {
    readonly open?: boolean;
    readonly toggled?: (open: boolean) => void;
  } = {},
): TemplateResult {
  const onToggle = (event: Event): void => {
    const isOpen = (event.currentTarget as HTMLDetailsElement).open;
    if (isOpen !== open) toggled?.(isOpen);
  };
  return html`<details class="disclosure ${className}" id=${id ?? nothing} ?open=${open} @toggle=${onToggle}>
    <summary>${title}</summary>
    ${open || toggled === undefined ? content() : nothing}
  </details>`;
}

export function columnHeads(names: readonly string[]): unknown {
  return names.map((name) => html`<th scope="col">${name}</th>`);
}

interface KeyMoves {
  /** Which arrows move: those along a row, those along a column, both, or both with Up for more. */
  readonly arrows: 'row' | 'column' | 'both' | 'slider';
  /** How far PageUp and PageDown lead, where they do. */
  readonly page?: number;
  /** After the last comes the first. */
  readonly wraps?: boolean;
}

/** Where a key leads from `index` among `count`, taken from the browser then; `undefined` for a key that moves nowhere. */
export function movedIndex(
  event: KeyboardEvent,
  index: number,
  count: number,
  { arrows, page = 0, wraps = false }: KeyMoves,
): number | undefined {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return undefined;
  const down = arrows === 'slider' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ...(arrows !== 'column' && { ArrowLeft: -1, ArrowRight: 1 }),
    ...(arrows !== 'row' && { ArrowUp: -down, ArrowDown: down }),
    ...(page > 0 && { PageUp: -down * page, PageDown: down * page }),
    Home: -index,
    End: count - 1 - index,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  event.preventDefault();
  return wraps ? (index + step + count) % count : Math.min(count - 1, Math.max(0, index + step));
}
