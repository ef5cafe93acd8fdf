import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { LevelsPicture } from '../../src/core/results/reportModel';
import { formatCount } from '../text/formatValue';
import { visibleLine } from '../text/visibleText';

/** Shades in the style sheet, counted from 0. */
const lastShade = 3;

/** Levels are spread over all shades, so that the lowest and the highest look alike in every picture. */
function shadeOf(level: number, levels: number): number {
  return Math.round((level * lastShade) / Math.max(1, levels - 1));
}

/** The part of a bar that one level takes; not for a bar of nothing. */
function segment(counts: readonly number[], level: number): unknown {
  const total = sum(counts);
  const count = counts[level] ?? 0;
  if (count === 0) return nothing;
  const [from, width] = [(sum(counts.slice(0, level)) / total) * 100, (count / total) * 100];
  const shade = shadeOf(level, counts.length);
  return svg`<rect class="level level-${shade}" x="${from}%" width="${width}%" y="0" height="18"></rect>
    ${width < 6 ? nothing : svg`<text class="level-count-${shade}" x="${from + width / 2}%" y="13">${count}</text>`}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function row({ levels }: LevelsPicture, { label, counts }: LevelsPicture['groups'][number]): TemplateResult {
  const total = sum(counts);
  const words = counts
    .map((count, level) => `${visibleLine(levels[level] ?? String(level))}: ${String(count)}`)
    .join(', ');
  return html`<div class="levels-row">
    <span class="levels-label" dir="auto">${visibleLine(label)}</span>
    ${
      total === 0
        ? html`<span class="muted">no reply judged yet</span>`
        : html`<svg
            class="levels-bar"
            role="img"
            aria-label=${`${label}: ${words}`}
            data-tip=${words}
            height="18"
            width="100%"
          >
            ${counts.map((_, level) => segment(counts, level))}
          </svg>`
    }
    <span class="levels-total number">${total}</span>
  </div>`;
}

/** Stacked bars, one per group: how many replies reach each level. `named` says whose verdicts they are. */
export function levelsPicture(picture: LevelsPicture, named: boolean): TemplateResult {
  const total = sum(picture.groups.flatMap(({ counts }) => counts));
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
