import type { LabellingView } from '../../src/core/report/labellingView';

/** Keeps the keyboard where label mode needs it, and in sight what it is about. */
export class LabelFocus {
  /** What was in sight when the focus was last put somewhere. */
  #sight: string | undefined;
  /** The row that was last brought into sight. */
  #row: string | undefined;

  /** To be called after the page was drawn; `active` and `writing` are rows. */
  drawn(view: LabellingView | undefined, active: string | undefined, writing: string | undefined): void {
    if (view === undefined) {
      this.#sight = undefined;
      this.#row = undefined;
      return;
    }
    this.#showRow(active);
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const sight = view.kind === 'setup' ? 'setup' : `${view.place?.id ?? 'done'} ${writing ?? ''}`;
    if (sight === this.#sight && !isLost) return;
    this.#sight = sight;
    const id = view.kind === 'setup' ? 'label-start' : view.place === undefined ? 'label-done' : 'label-rows';
    const target = document.getElementById(writing === undefined ? id : 'label-reason');
    target?.focus({ preventScroll: writing === undefined });
    // A reply is read from its end: what was said before it is above.
    if (writing === undefined) lastReply()?.scrollIntoView({ block: 'nearest' });
  }

  /** The labels of the row in question are in sight, however low the window is. */
  #showRow(active: string | undefined): void {
    if (active === this.#row) return;
    this.#row = active;
    const row = document.querySelector('.label-row.active');
    row?.scrollIntoView({ block: 'nearest' });
    // One that is higher than the window is read from its beginning.
    row?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }
}

/** Scrolls the dialogue by so many windows of it. */
export function scrollDialogue(pages: number): void {
  const dialogue = document.getElementById('label-dialogue');
  dialogue?.scrollBy({ top: pages * 0.85 * dialogue.clientHeight });
}

function lastReply(): Element | undefined {
  return [...(document.getElementById('label-dialogue')?.querySelectorAll('.turn.reply') ?? [])].at(-1);
}
