import type {
  LabellingView,
  LabelPositionView,
  LabelRow,
  LabelOptions,
  LabelWork,
} from '../../src/core/labels/labellingView';
import type { FromPanel, MessageOf } from '../../src/protocol/messages';
import { t, visibleLine } from '../text/visibleText';

/** The digit key of a choice. Empty beyond ten choices: those are chosen by mouse or Tab. */
export function keyOfChoice(choice: number): string {
  return choice > 9 ? '' : String((choice + 1) % 10);
}

/** A row for a screen reader: its question, and the labels with their keys. */
function rowWords(row: LabelRow): string {
  const criterion = row.criterion === undefined ? '' : `${visibleLine(row.criterion)}. `;
  const labels = row.choices.map(({ title }, choice) => `${keyOfChoice(choice)} ${visibleLine(title)}`.trim());
  const chosen = row.chosen === undefined ? '' : t` Labelled ${visibleLine(row.choices[row.chosen]?.title ?? '')}.`;
  return `${row.title}. ${criterion}${row.question} ${labels.join(', ')}.${chosen}`;
}

function positionWords({ position, progress }: LabelWork, row: LabelRow | undefined): string {
  if (position === undefined) return t`Nothing is left to label.`;
  const turn = position.turn === undefined ? '' : t` Reply ${String(position.turn)}.`;
  const at = t`${String(progress.done)} of ${String(progress.total)} done.`;
  return `${visibleLine(position.title)}.${turn} ${at} ${row === undefined ? '' : rowWords(row)}`.trim();
}

/**
 * Label mode in the page. The host keeps the position and the labels. The pane keeps labels until the host has stored
 * them, so that typing never waits. A move waits for its answer: a digit must not label a reply that is not shown yet.
 */
export class LabelPane {
  /** `undefined` while label mode is closed. */
  view: LabellingView | undefined;
  /** The row that the digit keys label. */
  active: string | undefined;
  /** Choices that are not stored yet, by row, each with the number of its request. */
  readonly #pending = new Map<string, { readonly choice: number; readonly number: number }>();
  #number = 0;
  /** The numbers of a move and of an undo that are not answered yet. */
  #moving: number | undefined;
  #undoing: number | undefined;
  /** The row whose reason is being written. */
  writing: string | undefined;
  /** What a screen reader is told. */
  said = '';
  /** What was shown when the focus was last set. */
  #sight: string | undefined;
  #shownRow: string | undefined;

  constructor(readonly frame: { post(message: FromPanel): void; draw(): void }) {}

  chosenOf({ slot, chosen }: LabelRow): number | undefined {
    return this.#pending.get(slot)?.choice ?? chosen;
  }

  /** Leaves label mode when another view is shown. The labels are kept. */
  close(): void {
    if (this.view === undefined) return;
    this.receive(undefined);
    this.frame.post({ kind: 'endLabelling' });
  }

  receive(view: LabellingView | undefined): void {
    const before = this.#work;
    this.view = view;
    if (view?.kind !== 'work') {
      this.#pending.clear();
      this.#moving = this.#undoing = this.writing = undefined;
      this.said = '';
      return;
    }
    const { position, answered, problem } = view;
    this.#number = Math.max(this.#number, answered);
    if (this.#moving !== undefined && answered >= this.#moving) this.#moving = undefined;
    const takenBack = this.#takenBack(before?.position, view);
    for (const [slot, { number }] of this.#pending) if (number <= answered) this.#pending.delete(slot);
    if (problem !== undefined) this.said = t`Not kept. ${problem}`;
    if (takenBack !== undefined) {
      this.active = takenBack.slot;
      this.said = t`Label taken back. ${rowWords(takenBack)}`;
    }
    if (before !== undefined && position?.id === before.position?.id) return;
    this.#pending.clear();
    this.writing = undefined;
    this.active = (position?.rows.find(({ chosen }) => chosen === undefined) ?? position?.rows[0])?.slot;
    this.said = positionWords(view, this.#row());
  }

  /** The row of this reply whose label an undo removed. It becomes the active row. */
  #takenBack(before: LabelPositionView | undefined, { position, answered }: LabelWork): LabelRow | undefined {
    if (this.#undoing === undefined || answered < this.#undoing) return undefined;
    this.#undoing = undefined;
    if (before === undefined || before.id !== position?.id) return undefined;
    const stood = new Map(before.rows.map((row) => [row.slot, this.chosenOf(row)]));
    return position.rows.find(({ slot, chosen }) => chosen !== stood.get(slot));
  }

  get #work(): LabelWork | undefined {
    return this.view?.kind === 'work' ? this.view : undefined;
  }

  #row(slot = this.active): LabelRow | undefined {
    return this.#work?.position?.rows.find((row) => row.slot === slot);
  }

  choose(change: Partial<LabelOptions>): void {
    if (this.view?.kind !== 'setup') return;
    const options = { ...this.view.options, ...change };
    this.view = { ...this.view, options };
    this.frame.post({ kind: 'chooseLabelling', options });
    this.frame.draw();
  }

  start(): void {
    if (this.view?.kind === 'setup') this.frame.post({ kind: 'startLabelling', options: this.view.options });
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
    c: () => this.frame.post({ kind: 'checkByLabels' }),
    Escape: () => this.#escape(),
  };

  onKey(event: KeyboardEvent): void {
    // Shortcuts of the views behind it must not fire.
    event.stopPropagation();
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isIn = (selector: string): boolean => (event.target as Element).closest(selector) !== null;
    const isSetup = this.view?.kind === 'setup';
    if (key !== 'Escape') {
      if (!isSetup && isIn('.label-reason-field, select, input')) return;
      if ((key === 'Enter' || key === ' ') && isIn('button, vscode-button, summary, select')) return;
    }
    const commands: Readonly<Record<string, () => void>> = isSetup
      ? { Enter: () => this.start(), Escape: () => this.#escape() }
      : this.#commands;
    // 1 to 9, then 0 for the tenth.
    const digit = (): void => this.label(this.active ?? '', (Number(key) + 9) % 10);
    const command = !isSetup && /^[0-9]$/.test(key) ? digit : commands[key];
    if (command === undefined) return;
    event.preventDefault();
    command();
  }

  #escape(): void {
    if (this.writing === undefined) this.frame.post({ kind: 'endLabelling' });
    else this.saveReason('');
  }

  label(slot: string, choice: number): void {
    const position = this.#work?.position;
    const row = this.#row(slot);
    if (position === undefined || row === undefined || this.#moving !== undefined) return;
    const chosen = row.choices[choice];
    if (chosen === undefined) {
      this.#say(t`There are ${String(row.choices.length)} labels here.`);
      return;
    }
    const number = this.#sendLabel(position, slot, choice);
    this.#pending.set(slot, { choice, number });
    // The next row without a label, wrapping around.
    const at = position.rows.indexOf(row);
    const others = [...position.rows.slice(at + 1), ...position.rows.slice(0, at)];
    const next = others.find((one) => this.chosenOf(one) === undefined);
    this.active = next?.slot ?? slot;
    this.#say(`${row.title}: ${chosen.title}. ${next === undefined ? t`All rows are labelled.` : rowWords(next)}`);
  }

  #sendLabel({ id }: LabelPositionView, slot: string, choice: number, reason?: string): number {
    this.#number += 1;
    this.frame.post({ kind: 'giveLabel', number: this.#number, position: id, slot, choice, reason });
    return this.#number;
  }

  activate(slot: string): void {
    this.active = slot;
    const row = this.#row();
    if (row !== undefined) this.#say(rowWords(row));
  }

  #step(by: number): void {
    const rows = this.#work?.position?.rows ?? [];
    const row = rows[rows.findIndex(({ slot }) => slot === this.active) + by];
    if (row !== undefined) this.activate(row.slot);
  }

  move(move: MessageOf<'moveLabelling'>['move']): void {
    if (this.#work === undefined || this.#moving !== undefined) return;
    this.#moving = ++this.#number;
    this.frame.post({ kind: 'moveLabelling', number: this.#number, move });
    if (move === 'skip') this.#say(t`Set aside.`);
  }

  #undo(): void {
    const work = this.#work;
    if (work === undefined || this.#moving !== undefined) return;
    if (!work.canUndo && this.#pending.size === 0) {
      this.#say(t`There is no label to take back.`);
      return;
    }
    this.#moving = this.#undoing = ++this.#number;
    this.frame.post({ kind: 'takeBackLabel', number: this.#number });
  }

  write(slot = this.active): void {
    const row = this.#row(slot);
    if (row === undefined) return;
    this.active = slot;
    if (this.chosenOf(row) === undefined) {
      this.#say(t`Choose a label first.`);
      return;
    }
    this.writing = slot;
    this.#say(t`Reason for ${row.title}. Enter saves it, Escape cancels.`);
  }

  saveReason(text: string): void {
    const position = this.#work?.position;
    const row = this.#row(this.writing);
    const reason = text.trim();
    this.writing = undefined;
    const choice = row && this.chosenOf(row);
    if (position === undefined || row === undefined || choice === undefined || reason === '') {
      this.#say(t`No reason kept.`);
      return;
    }
    this.#sendLabel(position, row.slot, choice, reason);
    this.#say(t`Reason kept.`);
  }

  #say(words: string): void {
    this.said = words;
    this.frame.draw();
  }

  /** Call after drawing. Sets the focus and scrolls to the active row. */
  drawn(): void {
    const view = this.view;
    const writing = this.writing;
    if (view === undefined) {
      this.#sight = this.#shownRow = undefined;
      return;
    }
    if (this.active !== this.#shownRow) {
      this.#shownRow = this.active;
      const row = document.querySelector('.label-row.active');
      row?.scrollIntoView({ block: 'nearest' });
      // A row taller than the window is shown from its top.
      row?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    }
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const sight = view.kind === 'setup' ? 'setup' : `${view.position?.id ?? 'done'} ${writing ?? ''}`;
    if (sight === this.#sight && !isLost) return;
    this.#sight = sight;
    const id = view.kind === 'setup' ? 'label-start' : view.position === undefined ? 'label-done' : 'label-rows';
    const target = document.getElementById(writing === undefined ? id : 'label-reason');
    target?.focus({ preventScroll: writing === undefined });
    if (writing !== undefined) return;
    // Scrolls to the last reply; the dialogue before it is above.
    [...document.querySelectorAll('#label-dialogue .turn.reply')].at(-1)?.scrollIntoView({ block: 'nearest' });
  }
}

function scrollDialogue(pages: number): void {
  const dialogue = document.getElementById('label-dialogue');
  dialogue?.scrollBy({ top: pages * 0.85 * dialogue.clientHeight });
}
