import type { LabelRow, LabelWork } from '../../src/core/labels/labellingView';
import { visibleLine } from '../text/visibleText';

/** The digit of a choice; empty for those that have none and are chosen by mouse or Tab. */
export function keyOfChoice(place: number): string {
  return place > 9 ? '' : String((place + 1) % 10);
}

/** A decision as a screen reader says it: question and labels with their keys. */
export function rowWords(row: LabelRow): string {
  const criterion = row.criterion === undefined ? '' : `${visibleLine(row.criterion)}. `;
  const labels = row.choices.map(({ title }, place) => `${keyOfChoice(place)} ${visibleLine(title)}`.trim());
  const chosen = row.chosen === undefined ? '' : ` Labelled ${visibleLine(row.choices[row.chosen]?.title ?? '')}.`;
  return `${row.title}. ${criterion}${row.question} ${labels.join(', ')}.${chosen}`;
}

/** Where a person has come to. */
export function placeWords({ place, progress }: LabelWork, row: LabelRow | undefined): string {
  if (place === undefined) return 'Nothing is left to label.';
  const turn = place.turn === undefined ? '' : ` Reply ${String(place.turn)}.`;
  const at = `${String(progress.done)} of ${String(progress.total)} done.`;
  return `${visibleLine(place.title)}.${turn} ${at} ${row === undefined ? '' : rowWords(row)}`.trim();
}

/** Why there is nothing to take back, as a sentence; `undefined` where there is. `row` is the one that the digits are for. */
export function whyNoUndo(work: LabelWork, row: LabelRow | undefined, hasPending: boolean): string | undefined {
  if (work.canUndo || hasPending) return undefined;
  if (row?.chosen === undefined) return 'There is no label to take back.';
  if (work.mode === 'reviewing' && row.mode === 'blind') {
    return 'This label was given blind. It is not taken back with a verdict in sight.';
  }
  return undefined;
}
