import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type {
  LevelsPicture,
  MetricBarsPicture,
  PreferencePicture,
  ReportedMetric,
} from '../../src/core/results/reportModel';
import { countWords, t } from '../../src/core/text/countWords';
import { formatNumber } from '../../src/core/text/formatNumber';
import { visibleLine } from '../text/visibleText';
import { figure, legend, type PictureProps } from './figure';
import { absence, bar, describeInterval, isSigned, percent, scalePosition, span, tick, whisker } from './intervalBar';

/** Pixels. */
const barHeight = 18;
/** Percent of the bar. A narrower part has no room for its count. */
const roomForCount = 6;

/** What it is, the bar or why there is none, and its numbers. */
export function barsRow(label: unknown, drawn: unknown, numbers: unknown, className = ''): TemplateResult {
  return html`<div class="bars-row ${className}">
    <span class="bars-label" dir="auto">${label}</span>
    <span class="bars-bar">${drawn}</span>
    <span class="bars-numbers number">${numbers}</span>
  </div>`;
}

function barGroup(title: string, rows: unknown): TemplateResult {
  return html`<h3 class="bars-group" dir="auto">${visibleLine(title)}</h3>
    ${rows}`;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** At least one count must be above 0. `inset`: pixels above and below, for the strokes of the parts. */
function drawParts(parts: readonly (readonly [count: number, className: string])[], inset: number): readonly unknown[] {
  const total = sum(parts.map(([count]) => count));
  return parts.map(([count, className], index) => {
    if (count === 0) return nothing;
    const from = (sum(parts.slice(0, index).map(([before]) => before)) / total) * 100;
    const width = (count / total) * 100;
    return svg`<rect class=${className} x="${from}%" width="${width}%" y=${inset} height=${barHeight - 2 * inset}></rect>
      ${width < roomForCount ? nothing : svg`<text class=${className} x="${from + width / 2}%" y="13">${count}</text>`}`;
  });
}

function partsLegend(label: string, parts: readonly (readonly [className: string, words: string])[]): TemplateResult {
  return legend(
    label,
    parts.map(([className, words]) => [
      html`<svg width="10" height="10" aria-hidden="true">
        <rect class=${className} x="0.5" y="0.5" width="9" height="9"></rect>
      </svg>`,
      words,
    ]),
  );
}

/** Spreads four shades over the levels: the lowest and the highest look the same in every picture. */
function shadeOf(level: number, levels: readonly unknown[]): string {
  return `level level-${String(Math.round((level * 3) / Math.max(1, levels.length - 1)))}`;
}

/** One bar for each group, with the number of replies at each level. */
export function levelsPicture(picture: LevelsPicture, props: PictureProps): TemplateResult {
  const { groups, levels } = picture;
  const rows = groups.map(({ label, counts }) => {
    const parts = counts.map((count, level) => [count, shadeOf(level, counts)] as const);
    const words = counts.map((count, level) => `${visibleLine(t(levels[level] ?? String(level)))}: ${String(count)}`);
    const name = visibleLine(t(label));
    const drawn =
      sum(counts) === 0
        ? html`<span class="muted">${t`no reply judged yet`}</span>`
        : bar('levels-bar', barHeight, `${name}: ${words.join(', ')}`, drawParts(parts, 0));
    return barsRow(name, drawn, sum(counts));
  });
  const key = levels.map((label, level) => [shadeOf(level, levels), t(label)] as const);
  const total = sum(groups.flatMap(({ counts }) => counts));
  const content = html`<div class="bars">${rows}</div>
    ${partsLegend(t`Levels`, key)}`;
  return figure(picture, props, content, { more: `${countWords(total, 'reply', 'replies')}.` });
}

/** From left to right. Wins and losses each start at an end of the bar, so that bars can be compared. */
const preferences = [
  ['win', t`better`],
  ['tie', t`equal`],
  ['lose', t`worse`],
] as const;

function preferenceRow(row: PreferencePicture['groups'][number]['rows'][number]): TemplateResult {
  const total = row.win + row.tie + row.lose;
  const label = visibleLine(row.label);
  const counts = preferences.map(
    ([key, words]) => `${words} ${String(row[key])} (${((row[key] / total) * 100).toFixed(1)}%)`,
  );
  const leftOut = row.unscored === 0 ? '' : t`; ${String(row.unscored)} unscored, left out`;
  const words = `${label}: ${counts.join(', ')}, n ${String(total)}${leftOut}`;
  const parts = preferences.map(([key]) => [row[key], `preference ${key}`] as const);
  const drawn =
    total === 0
      ? html`<span class="muted">${t`no verdict yet`}</span>`
      : bar('preference-bar', barHeight, words, drawParts(parts, 1), true);
  const unscored = html` <span class="excluded">${t`${row.unscored} unscored`}</span>`;
  return barsRow(label, drawn, html`${total}${row.unscored === 0 ? nothing : unscored}`);
}

/** Wins, ties and losses against the reference, one bar for each criterion. */
export function preferencesPicture(picture: PreferencePicture, props: PictureProps): TemplateResult {
  const { groups } = picture;
  const isEmpty = groups.every(({ rows }) => rows.every(({ win, tie, lose }) => win + tie + lose === 0));
  const key = preferences.map(([name, words]) => [`preference ${name}`, words] as const);
  const content = html`${partsLegend(t`Parts of the bars`, key)}
    <div class="bars">${groups.map(({ label, rows }) => barGroup(label, rows.map(preferenceRow)))}</div>`;
  const more = isEmpty ? '' : t`A tie is not a win.`;
  return figure(picture, props, isEmpty ? undefined : content, { className: 'preferences', more });
}

type Scale = ReportedMetric['scale'];

function metricRow(metric: ReportedMetric, scale: Scale): TemplateResult {
  const { value, unit, n, ci } = metric;
  const title = visibleLine(metric.title);
  const at = (number: number): number => scalePosition(scale, number);
  const zero = isSigned(scale) ? at(0) : 0;
  const drawn = svg`${[25, 50, 75].map((position) => tick('scale-line', position, 0, barHeight))}
    ${span('bar', zero, at(value ?? 0), 3, barHeight - 6)} ${tick('zero', zero, 0, barHeight)}
    ${ci && whisker(at(ci.low), at(ci.high), 9, 4)}`;
  const words = `${title}: ${describeInterval(metric)}, n ${String(n)}`;
  const numbers = html`<span class="bars-value">${value === undefined ? 'n/a' : formatNumber(value, unit)}</span>
    <span class="muted">n ${n}</span>`;
  return barsRow(
    title,
    value === undefined ? absence(metric) : bar('metric-bar', barHeight, words, drawn, true),
    numbers,
  );
}

/** The ends of a block's scale and its middle, or zero where bars go both ways. */
function axis(scale: Scale, unit: ReportedMetric['unit']): TemplateResult {
  const [start, end] = scale;
  const middle = isSigned(scale) ? 0 : (start + end) / 2;
  const mark = (value: number, anchor: string): TemplateResult =>
    svg`<text x=${percent(scalePosition(scale, value))} y="10" text-anchor=${anchor}>${formatNumber(value, unit)}</text>`;
  const marks = [mark(start, 'start'), mark(middle, 'middle'), mark(end, 'end')];
  return barsRow('', html`<svg height="12" width="100%" aria-hidden="true">${marks}</svg>`, '', 'bars-axis');
}

export function metricBarsPicture(picture: MetricBarsPicture, props: PictureProps): TemplateResult {
  const blocks = picture.blocks.flatMap(
    (id) => props.report.blocks.find((block) => block.id === id && block.judge === picture.judge) ?? [],
  );
  const groups = blocks.map(({ title, metrics }) => {
    const ends = metrics.flatMap(({ scale }) => scale);
    const scale: Scale = [Math.min(...ends), Math.max(...ends)];
    return barGroup(t(title), [
      ...metrics.map((metric) => metricRow(metric, scale)),
      axis(scale, metrics[0]?.unit ?? 'percent'),
    ]);
  });
  const content = groups.length === 0 ? undefined : html`<div class="bars">${groups}</div>`;
  return figure(picture, props, content, { className: 'metric-bars' });
}
