import type { HandLabel } from '../store/handLabelLog';

/** Labels in the log's own form, one a line: what `calibrate` reads. */
export function exportedLabels(entries: Iterable<HandLabel>): string {
  return [...entries].map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
