import { html, nothing, type TemplateResult } from 'lit-html';
import type { ComparisonRowView } from '../../src/core/report/comparisonViewModel';
import { percent, span, whisker } from './intervalBar';

/** Half widths of an axis, as shares of a metric's scale; the smallest that holds all rows is taken. */
const halfWidths = [0.05, 0.1, 0.2, 0.3, 0.5, 1] as const;

/** How far the axis of these rows goes to either side of zero, as a share of a metric's scale. */
export function forestLimit(rows: readonly ComparisonRowView[]): number {
  const farthest = Math.max(
    0,
    ...rows.flatMap(({ forest }) =>
      forest === undefined ? [] : [forest.at, forest.low ?? 0, forest.high ?? 0, forest.noise ?? 0].map(Math.abs),
    ),
  );
  return halfWidths.find((half) => farthest <= half) ?? 1;
}

/**
 * A difference with its interval about zero, 20 px high and as wide as its place. Right is better where the metric has a
 * better end, else right is more. The shaded strip is what two runs of one prompt differ by, outlined where only the judge's part
 * of that is known.
 */
export function forestPlot(
  { forest, word, noiseCovers }: ComparisonRowView,
  limit: number,
  words: string,
): TemplateResult {
  if (forest === undefined) return html`<span class="muted">not in both runs</span>`;
  const { at, low, high, noise, good } = forest;
  const place = (share: number): number =>
    50 + 50 * Math.max(-1, Math.min(1, (good === 'left' ? -share : share) / limit));
  const strip = 50 * Math.min(1, (noise ?? 0) / limit);
  return html`<svg class="forest ${word}" role="img" aria-label=${words} height="20" width="100%">
    ${
      noise === undefined
        ? nothing
        : span(`noise ${noiseCovers === 'judge' ? 'lower' : ''}`, 50 - strip, 50 + strip, 2, 16)
    }
    <line class="zero" x1="50%" x2="50%" y1="0" y2="20"></line>
    ${low === undefined || high === undefined ? nothing : whisker(place(low), place(high), 10, 3.5)}
    <circle class="dot ${good === undefined ? 'undirected' : ''}" cx=${percent(place(at))} cy="10" r="4"></circle>
  </svg>`;
}
