import { countWords } from '../countWords';
import type { LevelsPicture } from '../reportModel';
import { escapeHtml } from './escapeHtml';

const shades = 4;
/** A narrower part of a bar has no room for its count. Percent. */
const roomForCount = 6;

/** Stacked bars, one per group: how many replies reach each level. `named` says whose verdicts they are. */
export function levelsFigure(picture: LevelsPicture, named: boolean): string {
  const { title, explain, judge, levels, groups } = picture;
  const by = named ? ` First judge: ${escapeHtml(judge)}.` : '';
  const legend = levels.map(
    (label, level) =>
      `<li><svg width="10" height="10" aria-hidden="true"><rect class="level-${shade(level, levels.length)}" width="10" height="10"/></svg> ${escapeHtml(label)}</li>`,
  );
  return `<figure class="levels">
<figcaption><strong>${escapeHtml(title)}</strong> <span class="muted">${escapeHtml(explain)}${by}</span></figcaption>
<ul class="legend">${legend.join('')}</ul>
<div class="levels-rows">
${groups.map((group) => groupRow(group, levels)).join('\n')}
</div>
</figure>`;
}

function groupRow({ label, counts }: LevelsPicture['groups'][number], levels: readonly string[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const words = counts.map((count, level) => `${levels[level] ?? String(level)}: ${count}`).join(', ');
  const bar = `<svg role="img" aria-label="${escapeHtml(`${label}: ${words}`)}" width="100%" height="22">${segments(counts, total)}</svg>`;
  return `<div class="levels-row"><span>${escapeHtml(label)}</span><span>${total === 0 ? '<span class="muted">no reply judged</span>' : bar}</span><span class="figure">${countWords(total, 'reply', 'replies')}</span></div>`;
}

function segments(counts: readonly number[], total: number): string {
  let from = 0;
  return counts
    .map((count, level) => {
      const width = total === 0 ? 0 : (count / total) * 100;
      const x = from;
      from += width;
      if (count === 0) return '';
      const number =
        width < roomForCount
          ? ''
          : `<text class="on-level-${shade(level, counts.length)}" x="${(x + width / 2).toFixed(2)}%" y="15.5">${count}</text>`;
      return `<rect class="level-${shade(level, counts.length)}" x="${x.toFixed(2)}%" width="${width.toFixed(2)}%" y="0" height="22"/>${number}`;
    })
    .join('');
}

/** Levels are spread over all shades, so that the lowest and the highest look alike in every picture. */
function shade(level: number, levels: number): number {
  return Math.round((level * (shades - 1)) / Math.max(1, levels - 1));
}
