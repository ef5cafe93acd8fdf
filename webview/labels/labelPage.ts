import type { LabelSetup, LabelWish, LabelWork } from '../../src/core/labels/labellingView';
import type { PanelActions } from '../panelActions';

/** What the views of label mode may cause. */
export interface LabelActions {
  /** Keeps a choice of the setup. */
  choose(change: Partial<LabelWish>): void;
  start(): void;
  name(): void;
  setUp(): void;
  activate(slot: string): void;
  /** Gives the label at this place to the row. */
  label(slot: string, choice: number): void;
  write(slot: string): void;
  saveReason(text: string): void;
  stopWriting(): void;
  takeUp(): void;
  check(): void;
  exportLabels(): void;
  end(): void;
  onKey(event: KeyboardEvent): void;
}

/** Label mode at work, with what this page alone knows of it. */
export interface LabelWorkPage {
  readonly work: LabelWork;
  /** The row that the digits are for. */
  readonly active: string | undefined;
  /** Choices that are on their way to the file, by row. */
  readonly pending: ReadonlyMap<string, number>;
  /** The row whose reason is being written. */
  readonly writing: string | undefined;
  /** Reasons that wait for the label of their row. */
  readonly drafts: ReadonlyMap<string, string>;
  readonly panel: PanelActions;
}

/** All that is drawn in label mode. */
export interface LabelPage {
  readonly setup: LabelSetup | undefined;
  readonly work: LabelWorkPage | undefined;
  /** What a screen reader is told. */
  readonly said: string;
  readonly actions: LabelActions;
}
