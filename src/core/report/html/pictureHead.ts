import type { BenchmarkPicture } from '../reportModel';
import { escapeHtml } from './escapeHtml';

/** A figure's title and explanation, what else is to be said (`more`, markup), and whose verdicts it shows when `named`. */
export function pictureHead({ title, explain, judge }: BenchmarkPicture, named: boolean, more = ''): string {
  const by = named ? ` First judge: ${escapeHtml(judge)}.` : '';
  return `<figcaption><strong>${escapeHtml(title)}</strong> <span class="muted">${escapeHtml(explain)}${more}${by}</span></figcaption>`;
}

/** What stands in a figure that has nothing to draw. */
export const noVerdictYet = '<p class="muted">No verdict yet.</p>';
