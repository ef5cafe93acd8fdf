import type { LabelFigure, LabelRow, LabelWork } from '../../src/core/labels/labellingView';
import { formatCount, formatValue } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';
import { keyOfChoice } from './labelKeys';

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

/** Agreement and kappa in a few words. */
export function figureWords(figure: LabelFigure): string {
  if (figure.kind === 'hidden') return `after ${formatCount(figure.needed, 'label', 'labels')}`;
  const { agreement, kappa, failed } = figure;
  const agrees = agreement === undefined ? 'n/a' : formatValue(100 * agreement, 'percent');
  const missing = failed === 0 ? '' : `, ${formatCount(failed, 'failure', 'failures')}`;
  return `${agrees}, kappa ${kappa === undefined ? 'n/a' : formatValue(kappa, 'level')}${missing}`;
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
