import type { LabellingView, LabelRow, LabelWish, LabelWork } from '../../src/core/labels/labellingView';
import type { LabelRequest, ToPanel } from '../../src/protocol/messages';
import type { PanelActions } from '../panelActions';
import { commandOfKey, type LabelCommand, type LabelMove } from './labelKeys';
import type { LabelActions, LabelPage } from './labelPage';
import { placeWords, rowWords, whyNoUndo } from './labelWords';
import { changedRow, firstOpen, nextOpen, type PendingChoice } from './openRows';
import { ReasonDrafts } from './reasonDrafts';

/** What the pane needs of the page around it. */
interface LabelFrame {
  post(request: LabelRequest): void;
  draw(): void;
  /** Called when label mode is left; the list of cases has the page again. */
  left(): void;
}

/**
 * Label mode in the page. The host keeps the place and the labels; what is kept here is the row that the digits are for, and labels
 * until the host has them, so that typing waits for nothing. A move waits for its answer: no digit may fall on a reply that is not
 * on the screen yet.
 */
export class LabelPane {
  readonly #frame: LabelFrame;
  #view: LabellingView | undefined;
  #wish: LabelWish | undefined;
  #active: string | undefined;
  #pending = new Map<string, PendingChoice>();
  #number = 0;
  /** The number of a move that is not answered yet. */
  #moving: number | undefined;
  /** The number of an undoing that is not answered yet. */
  #undoing: number | undefined;
  #writing: string | undefined;
  #said = '';
  readonly #drafts = new ReasonDrafts();
  readonly #focus = new LabelFocus();

  constructor(frame: LabelFrame) {
    this.#frame = frame;
  }

  get isOpen(): boolean {
    return this.#view !== undefined;
  }

  /** Takes a message of the host. One that brings another view forward ends label mode: the labels are kept. */
  receive(message: ToPanel): void {
    if (message.kind === 'labelling') this.#receive(message.view);
    else if ((message.kind === 'show' || message.kind === 'showJudges') && this.isOpen) {
      this.#receive(undefined);
      this.#frame.post({ do: 'end' });
    }
  }

  /** What to draw; `undefined` while label mode is closed. */
  page(panel: PanelActions): LabelPage | undefined {
    const view = this.#view;
    if (view === undefined) return undefined;
    const pending = new Map([...this.#pending].map(([slot, { choice }]) => [slot, choice]));
    const drafts = this.#drafts.ofPlace(this.#work?.place);
    return {
      setup: view.kind === 'setup' ? { ...view, wish: this.#wish ?? view.wish } : undefined,
      work:
        view.kind === 'work'
          ? { work: view, active: this.#active, pending, writing: this.#writing, drafts, panel }
          : undefined,
      said: this.#said,
      actions: this.#actions,
    };
  }

  /** Puts the keyboard where it belongs. Call after the page is drawn. */
  drawn(): void {
    this.#focus.drawn(this.#view, this.#active, this.#writing);
  }

  #receive(view: LabellingView | undefined): void {
    const before = this.#view;
    this.#view = view;
    if (view?.kind !== 'work') this.#drafts.clear();
    if (view === undefined) {
      this.#pending.clear();
      this.#moving = undefined;
      this.#undoing = undefined;
      this.#writing = undefined;
      this.#said = '';
      if (before !== undefined) this.#frame.left();
      return;
    }
    if (view.kind === 'setup') {
      this.#wish = view.wish;
      return;
    }
    this.#number = Math.max(this.#number, view.answered);
    this.#drafts.settle(view.place);
    if (this.#moving !== undefined && view.answered >= this.#moving) this.#moving = undefined;
    const takenBack = this.#takenBack(before, view);
    for (const [slot, { number }] of this.#pending) if (number <= view.answered) this.#pending.delete(slot);
    if (view.problem !== undefined) this.#said = `Not kept. ${view.problem}`;
    if (takenBack !== undefined) {
      this.#active = takenBack.slot;
      this.#said = `Label taken back. ${rowWords(takenBack)}`;
    }
    const known = before?.kind === 'work' ? before.place?.id : undefined;
    if (before?.kind === 'work' && view.place?.id === known) return;
    this.#pending.clear();
    this.#writing = undefined;
    this.#active = firstOpen(view.place)?.slot;
    this.#said = placeWords(view, this.#row(view.place));
  }

  /** The row of the same reply whose label an undoing took away: it is the next to be labelled. */
  #takenBack(before: LabellingView | undefined, view: LabelWork): LabelRow | undefined {
    if (this.#undoing === undefined || view.answered < this.#undoing) return undefined;
    this.#undoing = undefined;
    return changedRow(before?.kind === 'work' ? before.place : undefined, view.place, this.#pending);
  }

  readonly #actions: LabelActions = {
    choose: (change) => {
      if (this.#wish === undefined) return;
      this.#wish = { ...this.#wish, ...change };
      this.#frame.post({ do: 'choose', wish: this.#wish });
      this.#frame.draw();
    },
    start: () => {
      if (this.#wish !== undefined) this.#frame.post({ do: 'start', wish: this.#wish });
    },
    name: () => this.#frame.post({ do: 'name' }),
    setUp: () => this.#frame.post({ do: 'open' }),
    activate: (slot) => this.#activate(slot),
    label: (slot, choice) => this.#label(slot, choice),
    write: (slot) => this.#write(slot),
    saveReason: (text) => this.#saveReason(text),
    stopWriting: () => this.#stopWriting(),
    takeUp: () => this.#move('takeUp'),
    check: () => this.#frame.post({ do: 'check' }),
    exportLabels: () => this.#frame.post({ do: 'export' }),
    end: () => this.#frame.post({ do: 'end' }),
    onKey: (event) => this.#onKey(event),
  };

  #onKey(event: KeyboardEvent): void {
    // Keys of the views behind it have no say here.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isTyping = (event.target as Element).closest('.label-reason-field, select, input') !== null;
    const isButton = (event.target as Element).closest('button, vscode-button, summary, select') !== null;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (this.#writing === undefined) this.#actions.end();
      else this.#stopWriting();
      return;
    }
    if (isTyping && this.#view?.kind !== 'setup') return;
    if (isButton && (event.key === 'Enter' || event.key === ' ')) return;
    if (this.#view?.kind === 'setup') {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.#actions.start();
      return;
    }
    const command = commandOfKey(event.key);
    if (command === undefined) return;
    event.preventDefault();
    this.#do(command);
  }

  #do(command: LabelCommand): void {
    switch (command.kind) {
      case 'choose':
        if (this.#active !== undefined) this.#label(this.#active, command.choice);
        return;
      case 'move':
        this.#move(command.move);
        return;
      case 'step':
        this.#step(command.by);
        return;
      case 'scroll':
        scrollDialogue(command.pages);
        return;
      case 'undo':
        this.#undo();
        return;
      case 'write':
        if (this.#active !== undefined) this.#write(this.#active);
        return;
      case 'check':
        this.#actions.check();
    }
  }

  get #work(): LabelWork | undefined {
    return this.#view?.kind === 'work' ? this.#view : undefined;
  }

  #row(place = this.#work?.place): LabelRow | undefined {
    return place?.rows.find(({ slot }) => slot === this.#active);
  }

  #label(slot: string, choice: number): void {
    const place = this.#work?.place;
    const row = place?.rows.find((one) => one.slot === slot);
    const chosen = row?.choices[choice];
    if (place === undefined || row === undefined || this.#moving !== undefined) return;
    if (chosen === undefined) {
      this.#say(`There are ${String(row.choices.length)} labels here.`);
      return;
    }
    this.#number += 1;
    this.#pending.set(slot, { choice, number: this.#number });
    const reason = this.#drafts.of(place.id, slot);
    const given = reason === undefined ? {} : { reason };
    this.#frame.post({ do: 'label', number: this.#number, place: place.id, slot, choice, ...given });
    const next = nextOpen(place, slot, this.#pending);
    this.#active = next?.slot ?? slot;
    const left = next === undefined ? 'All rows are labelled.' : next.slot === slot ? '' : rowWords(next);
    this.#say(`${row.title}: ${chosen.title}. ${left}`.trim());
  }

  #activate(slot: string): void {
    this.#active = slot;
    const row = this.#row();
    if (row !== undefined) this.#say(rowWords(row));
  }

  #step(by: number): void {
    const rows = this.#work?.place?.rows ?? [];
    const at = rows.findIndex(({ slot }) => slot === this.#active);
    const row = rows[at + by];
    if (row !== undefined) this.#activate(row.slot);
  }

  #move(move: LabelMove): void {
    if (this.#work === undefined || this.#moving !== undefined) return;
    this.#number += 1;
    this.#moving = this.#number;
    this.#frame.post({ do: move, number: this.#number });
    if (move === 'skip') this.#say('Set aside.');
  }

  #undo(): void {
    if (this.#work === undefined || this.#moving !== undefined) return;
    const place = this.#work.place?.id;
    const why = whyNoUndo(this.#work, this.#row(), this.#pending.size > 0);
    if (why !== undefined) {
      this.#say(why);
      return;
    }
    this.#number += 1;
    this.#moving = this.#number;
    this.#undoing = this.#number;
    const at = place === undefined || this.#active === undefined ? {} : { place, slot: this.#active };
    this.#frame.post({ do: 'undo', number: this.#number, ...at });
  }

  #write(slot: string): void {
    const row = this.#work?.place?.rows.find((one) => one.slot === slot);
    if (row === undefined) return;
    this.#active = slot;
    this.#writing = slot;
    this.#say(`Reason for ${row.title}. Enter keeps it, Escape leaves it.`);
  }

  #saveReason(text: string): void {
    const place = this.#work?.place;
    const slot = this.#writing;
    const row = place?.rows.find((one) => one.slot === slot);
    const choice = slot === undefined ? undefined : (this.#pending.get(slot)?.choice ?? row?.chosen);
    const reason = text.trim();
    this.#writing = undefined;
    if (place === undefined || slot === undefined) return;
    if (choice === undefined) this.#drafts.keep(place.id, slot, reason);
    if (reason === '' || choice === undefined) {
      this.#say(reason === '' ? 'No reason kept.' : 'Reason kept for the label that you choose.');
      return;
    }
    this.#number += 1;
    this.#frame.post({ do: 'label', number: this.#number, place: place.id, slot, choice, reason });
    this.#say('Reason kept.');
  }

  #stopWriting(): void {
    this.#writing = undefined;
    this.#say('No reason kept.');
  }

  #say(words: string): void {
    this.#said = words;
    this.#frame.draw();
  }
}

/** Keeps the keyboard where label mode needs it, and in sight what it is about. */
class LabelFocus {
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
function scrollDialogue(pages: number): void {
  const dialogue = document.getElementById('label-dialogue');
  dialogue?.scrollBy({ top: pages * 0.85 * dialogue.clientHeight });
}

function lastReply(): Element | undefined {
  return [...(document.getElementById('label-dialogue')?.querySelectorAll('.turn.reply') ?? [])].at(-1);
}
