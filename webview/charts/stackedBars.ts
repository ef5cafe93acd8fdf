import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { LevelsPicture, PreferencePicture } from '../../src/core/results/reportModel';
import { countWords, t } from '../../src/core/text/countWords';
import { visibleLine } from '../text/visibleText';
import { bar } from './intervalBar';
import { barsRow, emptyPicture, legend, pictureCaption } from './pictureCaption';

/** Pixels. */
const barHeight = 18;
/** Percent of the bar. A narrower part has no room for its count. */
const roomForCount = 6;

interface Part {
  readonly count: number;
  readonly className: string;
  readonly countClass: string;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** At least one count must be above 0. `inset`: pixels above and below, for the strokes of the parts. */
function drawParts(parts: readonly Part[], inset: number): readonly unknown[] {
  const total = sum(parts.map(({ count }) => count));
  return parts.map(({ count, className, countClass }, index) => {
    if (count === 0) return nothing;
    const from = (sum(parts.slice(0, index).map((part) => part.count)) / total) * 100;
    const width = (count / total) * 100;
    return svg`<rect class=${className} x="${from}%" width="${width}%" y=${inset} height=${barHeight - 2 * inset}></rect>
      ${width < roomForCount ? nothing : svg`<text class=${countClass} x="${from + width / 2}%" y="13">${count}</text>`}`;
  });
}

function legendMark(className: string): TemplateResult {
  return html`<svg width="10" height="10" aria-hidden="true">
    <rect class=${className} x="0.5" y="0.5" width="9" height="9"></rect>
  </svg>`;
}

/** Spreads four shades over the levels: the lowest and the highest look the same in every picture. */
function shadeOf(level: number, levels: number): string {
  return String(Math.round((level * 3) / Math.max(1, levels - 1)));
}

function levelsRow({ levels }: LevelsPicture, { label, counts }: LevelsPicture['groups'][number]): TemplateResult {
  const total = sum(counts);
  const words = counts
    .map((count, level) => `${visibleLine(levels[level] ?? String(level))}: ${String(count)}`)
    .join(', ');
  const parts = counts.map((count, level) => {
    const shade = shadeOf(level, counts.length);
    return { count, className: `level level-${shade}`, countClass: `level-count-${shade}` };
  });
  return html`<div class="levels-row">
    <span class="levels-label" dir="auto">${visibleLine(label)}</span>
    ${
      total === 0
        ? html`<span class="muted">${t`no reply judged yet`}</span>`
        : bar('levels-bar', barHeight, `${visibleLine(label)}: ${words}`, drawParts(parts, 0))
    }
    <span class="levels-total number">${total}</span>
  </div>`;
}

/** One bar for each group, with the number of replies at each level. `named`: the caption names the judge. */
export function levelsPicture(picture: LevelsPicture, named: boolean): TemplateResult {
  const { groups, levels } = picture;
  const total = sum(groups.flatMap(({ counts }) => counts));
  return html`<figure class="picture">
    ${pictureCaption(picture, named, `${countWords(total, 'reply', 'replies')}.`)}
    ${groups.map((group) => levelsRow(picture, group))}
    ${legend(
      t`Levels`,
      levels.map((label, level) => [legendMark(`level level-${shadeOf(level, levels.length)}`), label]),
    )}
  </figure>`;
}

type Row = PreferencePicture['groups'][number]['rows'][number];

/** From left to right. Wins and losses each start at an end of the bar, so that bars can be compared. */
const preferences = [
  ['win', t`better`],
  ['tie', t`equal`],
  ['lose', t`worse`],
] as const;

function totalOf({ win, tie, lose }: Row): number {
  return win + tie + lose;
}

function preferenceBar(row: Row): TemplateResult {
  const total = totalOf(row);
  const counts = preferences.map(
    ([key, words]) => `${words} ${String(row[key])} (${((row[key] / total) * 100).toFixed(1)}%)`,
  );
  const unscored = row.unscored === 0 ? '' : t`; ${String(row.unscored)} unscored, left out`;
  const label = `${visibleLine(row.label)}: ${counts.join(', ')}, n ${String(total)}${unscored}`;
  const parts = preferences.map(([key]) => ({
    count: row[key],
    className: `preference ${key}`,
    countClass: `count-${key}`,
  }));
  return bar('preference-bar', barHeight, label, drawParts(parts, 1), true);
}

function preferenceRow(row: Row): TemplateResult {
  const total = totalOf(row);
  const unscored = html` <span class="excluded">${t`${row.unscored} unscored`}</span>`;
  const drawn = total === 0 ? html`<span class="muted">${t`no verdict yet`}</span>` : preferenceBar(row);
  return barsRow(row.label, drawn, html`${total}${row.unscored === 0 ? nothing : unscored}`);
}

/** Wins, ties and losses against the reference, one bar for each criterion. `named`: the caption names the judge. */
export function preferencesPicture(picture: PreferencePicture, named: boolean): TemplateResult {
  const { groups } = picture;
  if (groups.every(({ rows }) => rows.every((row) => totalOf(row) === 0))) return emptyPicture(picture, named);
  return html`<figure class="picture preferences">
    ${pictureCaption(picture, named, t`A tie is not a win.`)}
    ${legend(
      t`Parts of the bars`,
      preferences.map(([key, words]) => [legendMark(`preference ${key}`), words]),
    )}
    <div class="bars">
      ${groups.map(
        ({ label, rows }) =>
          html`<h3 class="bars-group" dir="auto">${visibleLine(label)}</h3>
            ${rows.map(preferenceRow)}`,
      )}
    </div>
  </figure>`;
}
