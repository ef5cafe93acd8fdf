import { html } from 'lit-html';
import type { TemplateResult } from 'lit-html';

/** Every key of label mode, as it is listed on the screen. */
const keys: readonly { readonly key: string; readonly means: string }[] = [
  { key: '1–9, 0', means: 'choose the label' },
  { key: '↑ ↓', means: 'row' },
  { key: 'Enter, →', means: 'next' },
  { key: '←', means: 'back' },
  { key: 'u', means: 'undo' },
  { key: 's', means: 'set aside' },
  { key: 'r', means: 'reason' },
  { key: 'PgUp, PgDn', means: 'scroll the dialogue' },
  { key: 'c', means: 'check the judge' },
  { key: 'Esc', means: 'end' },
];

/** The keys with what they do. */
export function keyLegend(): TemplateResult {
  return html`<ul class="label-keys" id="label-keys" aria-label="Keys">
    ${keys.map(({ key, means }) => html`<li><kbd>${key}</kbd> ${means}</li>`)}
  </ul>`;
}

/** A move to another reply, by the name of its request. */
export type LabelMove = 'next' | 'back' | 'skip' | 'takeUp';

/** What a key stands for. */
export type LabelCommand =
  | { readonly kind: 'choose'; readonly choice: number }
  | { readonly kind: 'move'; readonly move: LabelMove }
  | { readonly kind: 'step'; readonly by: number }
  | { readonly kind: 'scroll'; readonly pages: number }
  | { readonly kind: 'undo' | 'write' | 'check' };

const commands: Readonly<Record<string, LabelCommand>> = {
  Enter: { kind: 'move', move: 'next' },
  ArrowRight: { kind: 'move', move: 'next' },
  ArrowLeft: { kind: 'move', move: 'back' },
  s: { kind: 'move', move: 'skip' },
  ArrowDown: { kind: 'step', by: 1 },
  ArrowUp: { kind: 'step', by: -1 },
  PageDown: { kind: 'scroll', pages: 1 },
  PageUp: { kind: 'scroll', pages: -1 },
  u: { kind: 'undo' },
  r: { kind: 'write' },
  c: { kind: 'check' },
};

/** What a key stands for; `undefined` for one that stands for nothing. */
export function commandOfKey(key: string): LabelCommand | undefined {
  const choice = choiceOfKey(key);
  if (choice !== undefined) return { kind: 'choose', choice };
  return Object.hasOwn(commands, key) ? commands[key] : undefined;
}

/** The place among the choices that a digit stands for: 1 to 9, then 0 for the tenth. */
function choiceOfKey(key: string): number | undefined {
  if (!/^[0-9]$/.test(key)) return undefined;
  return key === '0' ? 9 : Number(key) - 1;
}

/** The digit of a choice; empty for those that have none and are chosen by mouse or Tab. */
export function keyOfChoice(place: number): string {
  if (place > 9) return '';
  return place === 9 ? '0' : String(place + 1);
}
