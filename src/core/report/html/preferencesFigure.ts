import type { PreferencePicture } from '../reportModel';
import { escapeHtml } from './escapeHtml';
import { noVerdictYet, pictureHead } from './pictureHead';

type Row = PreferencePicture['groups'][number]['rows'][number];

const preferences = ['win', 'tie', 'lose'] as const;
const words: Readonly<Record<(typeof preferences)[number], string>> = { win: 'better', tie: 'equal', lose: 'worse' };

/** A narrower part of a bar has no room for its count. Percent. */
const roomForCount = 6;

/** Wins, ties and losses against the reference, one bar a criterion. `named` says whose verdicts they are. */
export function preferencesFigure(picture: PreferencePicture, named: boolean): string {
  const { groups } = picture;
  if (!groups.some(({ rows }) => rows.some((row) => totalOf(row) > 0)))
    return `<figure class="picture">\n${pictureHead(picture, named)}\n${noVerdictYet}\n</figure>`;
  const legend = preferences.map(
    (one) =>
      `<li><svg width="11" height="11" aria-hidden="true"><rect class="preference-${one}" x=".5" y=".5" width="10" height="10"/></svg> ${words[one]}</li>`,
  );
  return `<figure class="picture">
${pictureHead(picture, named, ' A tie is no win.')}
<ul class="legend">${legend.join('')}</ul>
<div class="levels levels-rows">
${groups.map(({ label, rows }) => `<p class="bars-group">${escapeHtml(label)}</p>\n${rows.map(rowOf).join('\n')}`).join('\n')}
</div>
</figure>`;
}

function totalOf({ win, tie, lose }: Row): number {
  return win + tie + lose;
}

function rowOf(row: Row): string {
  const total = totalOf(row);
  const unscored = row.unscored === 0 ? '' : `, ${row.unscored} unscored`;
  const counts = preferences.map((one) => `${words[one]} ${row[one]}`).join(', ');
  const bar =
    total === 0
      ? '<span class="muted">no verdict yet</span>'
      : `<svg role="img" aria-label="${escapeHtml(`${row.label}: ${counts}`)}" width="100%" height="22">${segments(row, total)}</svg>`;
  return `<div class="levels-row"><span>${escapeHtml(row.label)}</span><span>${bar}</span><span class="figure">n ${total}${unscored}</span></div>`;
}

function segments(row: Row, total: number): string {
  let from = 0;
  return preferences
    .map((one) => {
      const width = (row[one] / total) * 100;
      const x = from;
      from += width;
      if (width === 0) return '';
      const count =
        width < roomForCount
          ? ''
          : `<text class="on-${one}" x="${(x + width / 2).toFixed(2)}%" y="15.5">${row[one]}</text>`;
      return `<rect class="preference-${one}" x="${x.toFixed(2)}%" width="${width.toFixed(2)}%" y="1" height="20"/>${count}`;
    })
    .join('');
}
