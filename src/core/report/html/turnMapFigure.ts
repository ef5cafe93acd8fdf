import { countWords } from '../countWords';
import type { TurnMapPicture } from '../reportModel';
import { escapeHtml } from './escapeHtml';
import { noVerdictYet, pictureHead } from './pictureHead';

type Layer = TurnMapPicture['layers'][number];
type Row = Layer['rows'][number];
type Cell = Row['cells'][number];

/** Pixels: a column with its gap, a cell, the bars of the rates. */
const pitch = 20;
const cellSize = 13;
const rateHeight = 36;

/** Each kind of cell once in a layer: hollow, full, barred, nothing. Drawn as one path a row. */
const cellKinds = ['clean', 'failed', 'unscored'] as const;
const cellWords: Readonly<Record<Cell, string>> = {
  clean: 'clean',
  failed: 'failed',
  unscored: 'unscored',
  none: 'no such turn',
};

/** Where in which conversation the tutor gave in: the maps of all judges, one below another. */
export function turnMapFigure(picture: TurnMapPicture, named: boolean): string {
  const { layers, marks } = picture;
  if (!layers.some(({ byTurn }) => byTurn.some(({ judged }) => judged > 0)))
    return `<figure class="picture">\n${pictureHead(picture, named)}\n${noVerdictYet}\n</figure>`;
  const legend = (['failed', 'clean', 'unscored', 'none'] as const).map(
    (cell) =>
      `<li><svg class="cells" width="13" height="13" aria-hidden="true">${cell === 'none' ? '' : cellPath(cell, [0])}</svg> ${cellWords[cell]}</li>`,
  );
  const marked = marks.map(
    ({ turn, label }) => `<li><strong class="turn-mark">${turn}</strong> ${escapeHtml(label)}</li>`,
  );
  return `<figure class="picture turn-map">
${pictureHead(picture, named)}
<ul class="legend">${legend.join('')}</ul>
${marked.length === 0 ? '' : `<ul class="legend marks">${marked.join('')}</ul>`}
${layers.map((layer) => layerTable(layer, picture)).join('\n')}
</figure>`;
}

function layerTable(layer: Layer, { turns, marks }: TurnMapPicture): string {
  const { id, title, rows, byTurn } = layer;
  const name = title.startsWith(id) ? title : `${id} ${title}`;
  const repeated = rows.some(({ repeat }) => repeat > 0);
  const marked = new Set(marks.map(({ turn }) => turn));
  const numbers = columns(turns).map(
    (column) =>
      `<text class="${marked.has(column + 1) ? 'turn-mark' : 'turn-number'}" x="${middle(column)}" y="12">${column + 1}</text>`,
  );
  const width = turns * pitch;
  return `<table class="turn-map"><caption>${escapeHtml(name)} <span class="muted">${countWords(rows.length, 'conversation', 'conversations')}</span></caption>
<thead><tr><th scope="col">Conversation</th><th scope="col"><svg width="${width}" height="16" role="img" aria-label="Turns 1 to ${turns}">${numbers.join('')}</svg></th></tr></thead>
<tbody>
${rows.map((row, index) => conversation(row, rows[index - 1], repeated, width)).join('\n')}
</tbody>
<tfoot><tr><th scope="row">Failure rate by turn, %</th><td>${rates(byTurn, turns, width)}</td></tr></tfoot>
</table>`;
}

function conversation(row: Row, before: Row | undefined, repeated: boolean, width: number): string {
  const { sampleId, repeat, label, cells } = row;
  const first = before?.sampleId !== sampleId;
  const play = repeated ? ` <span class="muted">${repeat + 1}</span>` : '';
  const drawn = cellKinds.map((kind) =>
    cellPath(
      kind,
      cells.flatMap((cell, column) => (cell === kind ? [column] : [])),
    ),
  );
  return `<tr${first ? ' class="first"' : ''}><th scope="row">${first ? `<bdi>${escapeHtml(label)}</bdi>` : ''}${play}</th><td><svg class="cells" role="img" aria-label="${inWords(cells)}" width="${width}" height="${cellSize + 2}">${drawn.join('')}</svg></td></tr>`;
}

/** `failed at 7, 10; unscored at 3`; turns that are clean go without saying. */
function inWords(cells: readonly Cell[]): string {
  const at = (kind: Cell): string =>
    cells.flatMap((cell, column) => (cell === kind ? [String(column + 1)] : [])).join(', ');
  const failed = at('failed');
  const unscored = at('unscored');
  const missing = at('none');
  return [
    failed === '' ? 'no failed turn' : `failed at ${failed}`,
    ...(unscored === '' ? [] : [`unscored at ${unscored}`]),
    ...(missing === '' ? [] : [`no turn ${missing}`]),
  ].join('; ');
}

function cellPath(kind: (typeof cellKinds)[number], places: readonly number[]): string {
  if (places.length === 0) return '';
  const inset = kind === 'failed' ? 0 : 0.5;
  const side = cellSize - 2 * inset;
  const left = (column: number): number => column * pitch + inset;
  const squares = places.map((column) => `M${left(column)} ${inset}h${side}v${side}h${-side}z`).join('');
  const path = `<path class="cell-${kind}" d="${squares}"/>`;
  if (kind !== 'unscored') return path;
  const bars = places.map((column) => `M${column * pitch + 3} ${cellSize / 2}h${cellSize - 6}`).join('');
  return `${path}<path class="cell-bar" d="${bars}"/>`;
}

/** Bars on the columns of the map with their percentages; a turn without a verdict has a dash. */
function rates(byTurn: Layer['byTurn'], turns: number, width: number): string {
  const words: string[] = [];
  const parts = columns(turns).map((column) => {
    const { failed, judged } = byTurn[column] ?? { failed: 0, judged: 0 };
    const said = `turn ${column + 1}: ${judged === 0 ? 'no verdict' : `${failed} of ${judged}`}`;
    words.push(said);
    const height = judged === 0 ? 0 : (failed / judged) * rateHeight;
    const share = judged === 0 ? '–' : String(Math.round((failed / judged) * 100));
    return `<rect class="track" x="${column * pitch}" y="14" width="${cellSize}" height="${rateHeight}"><title>${said}</title></rect><rect class="rate" x="${column * pitch}" y="${(14 + rateHeight - height).toFixed(1)}" width="${cellSize}" height="${height.toFixed(1)}"><title>${said}</title></rect><text class="turn-number" x="${middle(column)}" y="10">${share}</text>`;
  });
  return `<svg role="img" aria-label="Failing conversations, ${words.join(', ')}" width="${width}" height="${rateHeight + 16}">${parts.join('')}</svg>`;
}

function middle(column: number): number {
  return column * pitch + cellSize / 2;
}

function columns(turns: number): readonly number[] {
  return Array.from({ length: turns }, (_, index) => index);
}
