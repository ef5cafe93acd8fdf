import { html, noChange, nothing, type TemplateResult } from 'lit-html';
import { Directive, directive, type ElementPart } from 'lit-html/directive.js';
import { icon, type IconName } from '../charts/icons';
import { t, visibleLine, visibleText } from '../text/visibleText';

interface ElementOptions {
  readonly id?: string;
  readonly className?: string;
  readonly tip?: string | undefined;
  /** Its name for a screen reader, where the words alone do not say enough. */
  readonly label?: string;
  readonly enabled?: boolean;
  readonly primary?: boolean;
  readonly describedBy?: string;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
  readonly open?: boolean;
}

export function button(
  words: string,
  onClick: () => void,
  { id, className, tip, label, enabled = true, primary = false }: ElementOptions = {},
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

/** `enabled: false` sets only `aria-disabled`, so that the button keeps the focus when it becomes unusable. */
export function plainButton(
  className: string,
  content: unknown,
  onClick: () => void,
  { id, tip, label, enabled, describedBy, expanded, pressed }: ElementOptions = {},
): TemplateResult {
  return html`<button
    class=${className}
    id=${id ?? nothing}
    type="button"
    aria-label=${label ?? nothing}
    aria-describedby=${describedBy ?? nothing}
    aria-description=${label === undefined ? (tip ?? nothing) : nothing}
    aria-expanded=${expanded ?? nothing}
    aria-pressed=${pressed ?? nothing}
    aria-disabled=${enabled === undefined ? nothing : !enabled}
    data-tip=${tip ?? nothing}
    @click=${() => enabled !== false && onClick()}
  >
    ${content}
  </button>`;
}

export function link(
  words: unknown,
  onClick: () => void,
  { className = '', ...others }: ElementOptions = {},
): TemplateResult {
  return plainButton(`link ${className}`, words, onClick, others);
}

export function iconButton(
  name: IconName,
  label: string,
  onClick: () => void,
  { enabled = true, tip = label }: ElementOptions = {},
): TemplateResult {
  return plainButton('icon-button', icon(name), onClick, { label, tip, enabled });
}

/** A foldable section. With `toggled`, the content is drawn only while `open`, and every change is reported. */
export function disclosure(
  title: unknown,
  content: () => unknown,
  { id, className = '', open = false }: ElementOptions = {},
  toggled?: (open: boolean) => void,
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

export interface Option {
  readonly value: string;
  readonly title: string;
  /** The heading above it in the list. */
  readonly group?: string;
}

/** A drop-down list. */
export function select(
  chosen: string,
  choices: readonly Option[],
  onChoose: (value: string) => void,
  { id, tip, label }: ElementOptions = {},
): TemplateResult {
  const groupView = (group: string | undefined): unknown => {
    const own = choices.filter((one) => one.group === group);
    const options = own.map(
      ({ value, title }) => html`<option value=${value} ?selected=${value === chosen}>${visibleLine(title)}</option>`,
    );
    return group === undefined ? options : html`<optgroup label=${group}>${options}</optgroup>`;
  };
  return html`<select
    id=${id ?? nothing}
    aria-label=${label ?? nothing}
    data-tip=${tip ?? nothing}
    .value=${chosen}
    @change=${(event: Event) => onChoose((event.target as HTMLSelectElement).value)}
  >
    ${[...new Set(choices.map(({ group }) => group))].map(groupView)}
  </select>`;
}

/** A drop-down list with its name beside or above it. */
export function picker(
  className: string,
  name: unknown,
  chosen: string,
  choices: readonly Option[],
  onChoose: (value: string) => void,
  options: ElementOptions = {},
): TemplateResult {
  return html`<label class=${className}
    ><span class="muted">${name}</span> ${select(chosen, choices, onChoose, options)}</label
  >`;
}

export function checkbox(
  id: string,
  words: unknown,
  checked: boolean,
  onChange: (checked: boolean) => void,
): TemplateResult {
  const change = (event: Event): void => onChange((event.target as HTMLInputElement).checked);
  return html`<label class="check"
    ><input type="checkbox" id=${id} .checked=${checked} @change=${change} /> ${words}</label
  >`;
}

/** One item for each entry; no list without entries. */
export function list<Entry>(
  all: readonly Entry[],
  draw: (entry: Entry, place: number) => unknown,
  { id, className, label }: ElementOptions = {},
): unknown {
  if (all.length === 0) return nothing;
  return html`<ul
    class=${className ?? nothing}
    id=${id ?? nothing}
    tabindex=${id === undefined ? nothing : -1}
    aria-label=${label ?? nothing}
  >
    ${all.map(draw)}
  </ul>`;
}

const severities = {
  error: { name: 'error', words: t`Error: ` },
  warning: { name: 'warning', words: t`Warning: ` },
  info: { name: 'info', words: '' },
  simulated: { name: 'beaker', words: '' },
} as const;
export type Severity = keyof typeof severities;

/** The content of an element with the class `notice`. */
export function notice(severity: Severity, content: unknown, buttons: readonly TemplateResult[] = []): TemplateResult {
  const { name, words } = severities[severity];
  return html`${icon(name)}<span class="notice-text"
      >${words && html`<span class="sr-only">${words}</span>`}${content}</span
    >${buttons.length === 0 ? nothing : html`<span class="notice-buttons">${buttons}</span>`}`;
}

/** Why something is missing; untrusted. */
export function problemNotice(problem: string): TemplateResult {
  return html`<p class="notice error">${notice('error', html`<span dir="auto">${visibleText(problem)}</span>`)}</p>`;
}

/** What stands where there is nothing to show yet, with what can be done about it. */
export function waiting(
  title: string,
  texts: readonly unknown[],
  actions: readonly TemplateResult[] = [],
): TemplateResult {
  return html`<section class="waiting">
    <h2>${title}</h2>
    ${texts.map((text) => html`<p dir="auto">${text}</p>`)}
    ${actions.length === 0 ? nothing : html`<p class="waiting-actions">${actions}</p>`}
  </section>`;
}

/** A table that scrolls within its place. Each of its bodies is a list of rows. */
export function scrolledTable(
  className: string,
  label: string,
  heads: readonly string[],
  bodies: readonly unknown[],
): TemplateResult {
  return html`<div class=${className} tabindex="0" role="region" aria-label=${label}>
    <table>
      ${columnHeads(heads)}
      ${bodies.map(
        (rows) =>
          html`<tbody>
            ${rows}
          </tbody>`,
      )}
    </table>
  </div>`;
}

export function columnHeads(names: readonly string[]): TemplateResult {
  return html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
  </thead>`;
}

/** Brings an element into sight and puts the keyboard there; nothing happens when there is none of that id. */
export function jumpTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}

/** A view that scrolls. Its class is its name, and its id once its content is there: that keeps the place. */
export function scrollBox(name: string, content: unknown, isThere = true): TemplateResult {
  return html`<div class=${name} id=${isThere ? name : nothing}><div class="${name}-content">${content}</div></div>`;
}

interface KeyMoves {
  /** Which arrows move: those along a row, those along a column, or both with Up for more. */
  readonly arrows: 'row' | 'column' | 'slider';
  readonly page?: number;
  readonly wraps?: boolean;
}

/** The index that a key moves to, whose default is then prevented; `undefined` for a key that does not move. */
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

type Variables = Readonly<Record<`--${string}`, string>>;

/** Sets custom properties through the CSSOM, as the page's policy forbids the style attributes of `styleMap`. */
class CssVariables extends Directive {
  override render(_values: Variables): symbol {
    return noChange;
  }

  override update({ element }: ElementPart, [values]: [Variables]): symbol {
    for (const [name, value] of Object.entries(values)) (element as HTMLElement).style.setProperty(name, value);
    return noChange;
  }
}

/** Use as `<div ${cssVariables({ '--y': '12px' })}>`; the style sheet says what the variable does. */
export const cssVariables = directive(CssVariables);
