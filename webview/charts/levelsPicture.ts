import { html, nothing, svg } from 'lit-html';
import type { TemplateResult } from 'lit-html';
import type { LevelsPicture } from '../../src/core/results/reportModel';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

interface Segment {
  readonly shade: number;
  readonly count: number;
  /** Percent of the bar. */
  readonly from: number;
  readonly width: number;
}

function segmentsOf(counts: readonly number[]): readonly Segment[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let from = 0;
  return counts.map((count, level) => {
    const width = total === 0 ? 0 : (count / total) * 100;
    const segment = { shade: shadeOf(level, counts.length), count, from, width };
    from += width;
    return segment;
  });
}

/** Shades in the style sheet, counted from 0. */
const lastShade = 3;

/** Levels are spread over all shades, so that the lowest and the highest look alike in every picture. */
function shadeOf(level: number, levels: number): number {
  return Math.round((level * lastShade) / Math.max(1, levels - 1));
}

function drawSegment({ shade, count, from, width }: Segment): TemplateResult {
  if (count === 0) return svg``;
  return svg`<rect class="level level-${shade}" x="${from}%" width="${width}%" y="0" height="18"></rect>
    ${width < 6 ? nothing : svg`<text class="level-count-${shade}" x="${from + width / 2}%" y="13">${count}</text>`}`;
}

function describeGroup(picture: LevelsPicture, counts: readonly number[]): string {
  return counts
    .map((count, level) => `${visibleLine(picture.levels[level] ?? String(level))}: ${String(count)}`)
    .join(', ');
}

function row(picture: LevelsPicture, group: LevelsPicture['groups'][number]): TemplateResult {
  const total = group.counts.reduce((sum, count) => sum + count, 0);
  const words = describeGroup(picture, group.counts);
  return html`<div class="levels-row">
    <span class="levels-label" dir="auto">${visibleLine(group.label)}</span>
    ${
      total === 0
        ? html`<span class="muted">no reply judged yet</span>`
        : html`<svg
            class="levels-bar"
            role="img"
            aria-label=${`${group.label}: ${words}`}
            data-tip=${words}
            height="18"
            width="100%"
          >
            ${segmentsOf(group.counts).map(drawSegment)}
          </svg>`
    }
    <span class="levels-total number">${total}</span>
  </div>`;
}

/** Stacked bars, one per group: how many replies reach each level. `named` says whose verdicts they are. */
export function levelsPicture(picture: LevelsPicture, named: boolean): TemplateResult {
  const total = picture.groups.flatMap((group) => group.counts).reduce((sum, count) => sum + count, 0);
  return html`<figure class="picture">
    <figcaption>
      <strong>${picture.title}</strong>
      <span class="muted"
        >${picture.explain} ${formatCount(total, 'reply', 'replies')}.
        ${named ? html`First judge: <bdi>${visibleLine(picture.judge)}</bdi>.` : nothing}</span
      >
    </figcaption>
    ${picture.groups.map((group) => row(picture, group))}
    <ul class="legend" aria-label="Levels">
      ${picture.levels.map(
        (label, level) =>
          html`<li>
            <svg width="10" height="10" aria-hidden="true">
              <rect class="level level-${shadeOf(level, picture.levels.length)}" width="10" height="10"></rect>
            </svg>
            ${label}
          </li>`,
      )}
    </ul>
  </figure>`;
}
