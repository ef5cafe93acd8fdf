import type {
  LabellingView,
  LabelPlaceView,
  LabelRow,
  LabelWish,
  LabelWork,
} from '../../src/core/labels/labellingView';
import type { LabelRequest, ToPanel } from '../../src/protocol/messages';
import { placeWords, rowWords, whyNoUndo } from './labelWords';

/** What the pane needs of the page around it. */
interface LabelFrame {
  post(request: LabelRequest): void;
  draw(): void;
  /** Called when label mode is left; the list of cases has the page again. */
  left(): void;
}

/**
 * Label mode in the page. The host keeps the place and the labels; what is kept here is the row that the digits are for, and
 * labels until the host has them, so that typing waits for nothing. A move waits for its answer: no digit may fall on a reply
 * that is not on the screen yet.
 */
export class LabelPane {
  readonly #frame: LabelFrame;
  #view: LabellingView | undefined;
  #active: string | undefined;
  /** Choices that are on their way to the file, by row, each with the number of its request. */
  readonly #pending = new Map<string, { readonly choice: number; readonly number: number }>();
  #number = 0;
  /** The number of a move that is not answered yet. */
  #moving: number | undefined;
  /** The number of an undoing that is not answered yet. */
  #undoing: number | undefined;
  #writing: string | undefined;
  /**
   * Reasons that were written before a label was chosen, by place and row. Each waits for its label, also while other replies
   * are looked at, as long as the sitting goes on: a later one may be of another run or person.
   */
  readonly #drafts = new Map<string, string>();
  #said = '';
  /** What was in sight when the focus was last put somewhere. */
  #sight: string | undefined;
  /** The row that was last brought into sight. */
  #shownRow: string | undefined;

  constructor(frame: LabelFrame) {
    this.#frame = frame;
  }

  /** `undefined` while label mode is closed. */
  get view(): LabellingView | undefined {
    return this.#view;
  }

  /** The row that the digits are for. */
  get active(): string | undefined {
    return this.#active;
  }

  /** The row whose reason is being written. */
  get writing(): string | undefined {
    return this.#writing;
  }

  /** What a screen reader is told. */
  get said(): string {
    return this.#said;
  }

  chosenOf({ slot, chosen }: LabelRow): number | undefined {
    return this.#pending.get(slot)?.choice ?? chosen;
  }

  /** The reason of a row, or the one that waits for its label. */
  reasonOf({ slot, reason }: LabelRow): string | undefined {
    return reason ?? this.#drafts.get(this.#draftKey(slot));
  }

  /** Takes a message of the host. One that brings another view forward ends label mode: the labels are kept. */
  receive(message: ToPanel): void {
    if (message.kind === 'labelling') this.#receive(message.view);
    else if ((message.kind === 'show' || message.kind === 'showJudges') && this.#view !== undefined) {
      this.#receive(undefined);
      this.end();
    }
  }

  #receive(view: LabellingView | undefined): void {
    const before = this.#work;
    const wasOpen = this.#view !== undefined;
    this.#view = view;
    if (view?.kind !== 'work') {
      this.#drafts.clear();
      this.#pending.clear();
      this.#moving = undefined;
      this.#undoing = undefined;
      this.#writing = undefined;
      this.#said = '';
      if (view === undefined && wasOpen) this.#frame.left();
      return;
    }
    const { place, answered, problem } = view;
    this.#number = Math.max(this.#number, answered);
    // A label that could not be kept keeps its reason here.
    for (const { slot, reason } of place?.rows ?? [])
      if (reason !== undefined) this.#drafts.delete(this.#draftKey(slot));
    if (this.#moving !== undefined && answered >= this.#moving) this.#moving = undefined;
    const takenBack = this.#takenBack(before?.place, view);
    for (const [slot, { number }] of this.#pending) if (number <= answered) this.#pending.delete(slot);
    if (problem !== undefined) this.#said = `Not kept. ${problem}`;
    if (takenBack !== undefined) {
      this.#active = takenBack.slot;
      this.#said = `Label taken back. ${rowWords(takenBack)}`;
    }
    if (before !== undefined && place?.id === before.place?.id) return;
    this.#pending.clear();
    this.#writing = undefined;
    this.#active = (place?.rows.find(({ chosen }) => chosen === undefined) ?? place?.rows[0])?.slot;
    this.#said = placeWords(view, this.#row());
  }

  /** The row of the same reply whose label an undoing took away: it is the next to be labelled. */
  #takenBack(before: LabelPlaceView | undefined, { place, answered }: LabelWork): LabelRow | undefined {
    if (this.#undoing === undefined || answered < this.#undoing) return undefined;
    this.#undoing = undefined;
    if (before === undefined || before.id !== place?.id) return undefined;
    const stood = new Map(before.rows.map((row) => [row.slot, this.chosenOf(row)]));
    return place.rows.find(({ slot, chosen }) => chosen !== stood.get(slot));
  }

  get #work(): LabelWork | undefined {
    return this.#view?.kind === 'work' ? this.#view : undefined;
  }

  #row(slot = this.#active): LabelRow | undefined {
    return this.#work?.place?.rows.find((row) => row.slot === slot);
  }

  #draftKey(slot: string): string {
    return `${this.#work?.place?.id ?? ''} ${slot}`;
  }

  /** Keeps a choice of the setup. */
  choose(change: Partial<LabelWish>): void {
    if (this.#view?.kind !== 'setup') return;
    const wish = { ...this.#view.wish, ...change };
    this.#view = { ...this.#view, wish };
    this.#frame.post({ do: 'choose', wish });
    this.#frame.draw();
  }

  start(): void {
    if (this.#view?.kind === 'setup') this.#frame.post({ do: 'start', wish: this.#view.wish });
  }

  /** Asks the host for what takes no number. */
  ask(what: 'name' | 'open' | 'check' | 'export'): void {
    this.#frame.post({ do: what });
  }

  end(): void {
    this.#frame.post({ do: 'end' });
  }

  readonly #commands: Readonly<Record<string, () => void>> = {
    Enter: () => this.move('next'),
    ArrowRight: () => this.move('next'),
    ArrowLeft: () => this.move('back'),
    s: () => this.move('skip'),
    ArrowDown: () => this.#step(1),
    ArrowUp: () => this.#step(-1),
    PageDown: () => scrollDialogue(1),
    PageUp: () => scrollDialogue(-1),
    u: () => this.#undo(),
    r: () => this.write(),
    c: () => this.ask('check'),
  };

  onKey(event: KeyboardEvent): void {
    // Keys of the views behind it have no say here.
    event.stopPropagation();
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isIn = (selector: string): boolean => (event.target as Element).closest(selector) !== null;
    const isSetup = this.#view?.kind === 'setup';
    if (key === 'Escape') {
      event.preventDefault();
      if (this.#writing === undefined) this.end();
      else this.#stopWriting();
      return;
    }
    if (!isSetup && isIn('.label-reason-field, select, input')) return;
    if ((key === 'Enter' || key === ' ') && isIn('button, vscode-button, summary, select')) return;
    const isDigit = /^[0-9]$/.test(key);
    const command = isSetup ? (key === 'Enter' ? () => this.start() : undefined) : this.#commands[key];
    if (command === undefined && (isSetup || !isDigit)) return;
    event.preventDefault();
    if (command !== undefined) command();
    // 1 to 9, then 0 for the tenth.
    else if (this.#active !== undefined) this.label(this.#active, (Number(key) + 9) % 10);
  }

  /** Gives the label at this place among the choices to the row. */
  label(slot: string, choice: number): void {
    const place = this.#work?.place;
    const row = this.#row(slot);
    if (place === undefined || row === undefined || this.#moving !== undefined) return;
    const chosen = row.choices[choice];
    if (chosen === undefined) {
      this.#say(`There are ${String(row.choices.length)} labels here.`);
      return;
    }
    this.#number += 1;
    this.#pending.set(slot, { choice, number: this.#number });
    const reason = this.#drafts.get(this.#draftKey(slot));
    this.#frame.post({ do: 'label', number: this.#number, place: place.id, slot, choice, reason });
    // The next row without a label, once around.
    const at = place.rows.indexOf(row);
    const others = [...place.rows.slice(at + 1), ...place.rows.slice(0, at)];
    const next = others.find((one) => this.chosenOf(one) === undefined);
    this.#active = next?.slot ?? slot;
    this.#say(`${row.title}: ${chosen.title}. ${next === undefined ? 'All rows are labelled.' : rowWords(next)}`);
  }

  activate(slot: string): void {
    this.#active = slot;
    const row = this.#row();
    if (row !== undefined) this.#say(rowWords(row));
  }

  #step(by: number): void {
    const rows = this.#work?.place?.rows ?? [];
    const row = rows[rows.findIndex(({ slot }) => slot === this.#active) + by];
    if (row !== undefined) this.activate(row.slot);
  }

  move(move: 'next' | 'back' | 'skip' | 'takeUp'): void {
    if (this.#work === undefined || this.#moving !== undefined) return;
    this.#moving = ++this.#number;
    this.#frame.post({ do: move, number: this.#number });
    if (move === 'skip') this.#say('Set aside.');
  }

  #undo(): void {
    const work = this.#work;
    if (work === undefined || this.#moving !== undefined) return;
    const why = whyNoUndo(work, this.#row(), this.#pending.size > 0);
    if (why !== undefined) {
      this.#say(why);
      return;
    }
    this.#moving = this.#undoing = ++this.#number;
    const at = work.place && this.#active !== undefined ? { place: work.place.id, slot: this.#active } : {};
    this.#frame.post({ do: 'undo', number: this.#number, ...at });
  }

  /** Asks for the reason of a row. */
  write(slot = this.#active): void {
    const row = this.#row(slot);
    if (row === undefined) return;
    this.#active = slot;
    this.#writing = slot;
    this.#say(`Reason for ${row.title}. Enter keeps it, Escape leaves it.`);
  }

  saveReason(text: string): void {
    const place = this.#work?.place;
    const row = this.#row(this.#writing);
    const reason = text.trim();
    this.#writing = undefined;
    if (place === undefined || row === undefined) return;
    const { slot } = row;
    const choice = this.chosenOf(row);
    if (choice === undefined) this.#drafts.set(this.#draftKey(slot), reason);
    if (reason === '') this.#drafts.delete(this.#draftKey(slot));
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

  /** Puts the keyboard where label mode needs it, and in sight what it is about. Call after the page is drawn. */
  drawn(): void {
    const view = this.#view;
    const writing = this.#writing;
    if (view === undefined) {
      this.#sight = undefined;
      this.#shownRow = undefined;
      return;
    }
    if (this.#active !== this.#shownRow) {
      this.#shownRow = this.#active;
      const row = document.querySelector('.label-row.active');
      row?.scrollIntoView({ block: 'nearest' });
      // One that is higher than the window is read from its beginning.
      row?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    }
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const sight = view.kind === 'setup' ? 'setup' : `${view.place?.id ?? 'done'} ${writing ?? ''}`;
    if (sight === this.#sight && !isLost) return;
    this.#sight = sight;
    const id = view.kind === 'setup' ? 'label-start' : view.place === undefined ? 'label-done' : 'label-rows';
    const target = document.getElementById(writing === undefined ? id : 'label-reason');
    target?.focus({ preventScroll: writing === undefined });
    if (writing !== undefined) return;
    // A reply is read from its end: what was said before it is above.
    [...document.querySelectorAll('#label-dialogue .turn.reply')].at(-1)?.scrollIntoView({ block: 'nearest' });
  }
}

/** Scrolls the dialogue by so many windows of it. */
function scrollDialogue(pages: number): void {
  const dialogue = document.getElementById('label-dialogue');
  dialogue?.scrollBy({ top: pages * 0.85 * dialogue.clientHeight });
}
